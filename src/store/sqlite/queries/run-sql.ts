// Runs a user's SQL query: in another process, row by row, with a time limit.

import { AppError, type AppErrorCode } from '../../../base/app-error.ts';
import type { SqlAnswer, SqlRequest } from '../../questions/sql.ts';
import { linesOf } from './lines-of.ts';
import { keepRunner, type SqlRunner, takeRunner } from './sql-runner.ts';
import { checkStatement, checkStaysInViews } from './sql-statement.ts';

export interface SqlJob extends Omit<SqlRequest, 'timeoutMs' | 'signal'> {
  /** The index. */
  readonly path: string;
}

export type SqlMessage =
  | SqlAnswer
  | { readonly kind: 'error'; readonly code: AppErrorCode; readonly message: string; readonly hint?: string }
  /** The process has finished the query, and `stays` for another one. */
  | { readonly kind: 'over'; readonly stays: boolean };

/** Pieces of output. Only the time spent waiting for them counts: a slow reader loses nothing. */
async function* piecesOf(runner: SqlRunner, timeoutMs: number): AsyncGenerator<string> {
  // The rest of the stream belongs to the next query.
  const pieces: AsyncIterator<string> = runner.stdout.iterator({ destroyOnReturn: false });
  let leftMs = timeoutMs;
  let isLate = false;
  try {
    for (;;) {
      const asked = performance.now();
      const stop = (): void => {
        isLate = true;
        runner.kill('SIGKILL');
      };
      const timer = Number.isFinite(leftMs) ? setTimeout(stop, Math.max(0, leftMs)) : undefined;
      const { value, done } = await pieces.next();
      clearTimeout(timer);
      if (isLate) {
        throw new AppError('refused', `The query was stopped after ${timeoutMs / 1000} s.`, {
          hint: 'Ask for less, or allow it more time.',
        });
      }
      if (done === true) return;
      leftMs -= performance.now() - asked;
      yield value;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Throws when the query is refused, wrong, or takes too long. */
export async function* runSql(
  request: SqlJob,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): AsyncGenerator<SqlAnswer> {
  checkStatement(request.sql);
  if (typeof request.folder === 'string') checkStaysInViews(request.sql);
  options.signal?.throwIfAborted();
  const runner = takeRunner();
  const stop = (): void => void runner.kill('SIGKILL');
  options.signal?.addEventListener('abort', stop, { once: true });
  let stays = false;
  try {
    runner.stdin.write(`${JSON.stringify(request)}\n`);
    let last: SqlMessage | undefined;
    for await (const line of linesOf(piecesOf(runner, options.timeoutMs))) {
      // Our own data: our child process wrote it.
      const message: SqlMessage = JSON.parse(line);
      if (message.kind === 'over') {
        stays = message.stays;
        break;
      }
      if (message.kind === 'end' || message.kind === 'error') last = message;
      else yield message;
    }
    options.signal?.throwIfAborted();
    if (last?.kind === 'error') {
      throw new AppError(last.code, last.message, last.hint === undefined ? {} : { hint: last.hint });
    }
    if (last?.kind === 'end') {
      yield last;
      return;
    }
    if (runner.pid === undefined) throw new AppError('internal', 'The process that runs queries could not be started.');
    throw new AppError('refused', 'The query was stopped: it needs more memory than it is allowed.', {
      hint: 'Ask for less at once.',
    });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    if (stays) keepRunner(runner);
    else runner.kill('SIGKILL');
  }
}
