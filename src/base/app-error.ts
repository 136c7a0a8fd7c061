// "we could not work": an error with a code, turned into an exit status or an HTTP problem in one table each.

export type AppErrorCode =
  | 'path-not-found'
  | 'path-unreadable'
  | 'no-logs'
  | 'not-a-log'
  | 'bad-usage'
  | 'not-found'
  | 'ambiguous'
  | 'bad-filter'
  | 'bad-config'
  | 'store-unusable'
  | 'store-newer'
  | 'store-busy'
  | 'disk-full'
  | 'refused'
  | 'internal';

export class AppError extends Error {
  readonly code: AppErrorCode;
  /** What the user can do about it, as a full sentence. */
  readonly hint: string | undefined;

  constructor(code: AppErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint;
  }
}
