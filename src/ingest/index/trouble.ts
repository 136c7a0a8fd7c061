// Owns trouble as plain data, to be told across threads and to people.

import { AppError, type AppErrorCode } from '../../base/app-error.ts';

export interface Trouble {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly hint: string | null;
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof AppError) return { code: error.code, message: error.message, hint: error.hint ?? null };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), hint: null };
}

export function errorOf({ code, message, hint }: Trouble): AppError {
  return new AppError(code, message, hint === null ? {} : { hint });
}
