// Runs one query of somebody else's: in a process of its own, row by row, and not for longer than it may take.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError, type AppErrorCode } from '../../../base/app-error.ts';
import type { SqlRequest as Asked, SqlAnswer } from '../../questions/sql.ts';
import { checkStatement, checkStaysInViews } from './sql-statement.ts';

export interface SqlRequest extends Omit<Asked, 'timeoutMs' | 'signal'> {
  /** The index. */
  readonly path: string;
}

export type SqlMessage =
  | SqlAnswer
  | { readonly kind: 'error'; readonly code: AppErrorCode; readonly message: string; readonly hint?: string };

type Runner = ChildProcessByStdio<Writable, Readable, null>;

function start(request: SqlRequest): Runner {
  const program = fileURLToPath(new URL('./sql-process.js', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that dies early does not read its task; its end tells.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(request));
  return child;
}

/** Pieces of output. Only the time that is spent waiting for them counts: anyone who reads slowly loses nothing. */
async function* piecesOf(child: Runner, timeoutMs: number): AsyncGenerator<string> {
  child.stdout.setEncoding('utf8');
  const pieces: AsyncIterator<string> = child.stdout[Symbol.asyncIterator]();
  let leftMs = timeoutMs;
  let isLate = false;
  for (;;) {
    const asked = performance.now();
    const stop = (): void => {
      isLate = true;
      child.kill('SIGKILL');
    };
    const timer = Number.isFinite(leftMs) ? setTimeout(stop, Math.max(0, leftMs)) : undefined;
    const { value, done } = await pieces.next();
    clearTimeout(timer);
    if (isLate) {
      throw new AppError('refused', `The query was stopped after ${timeoutMs / 1000} s.`, {
        hint: 'Ask for less, or give it more time with --timeout.',
      });
    }
    if (done === true) return;
    leftMs -= performance.now() - asked;
    yield value;
  }
}

async function* messagesOf(child: Runner, timeoutMs: number): AsyncGenerator<SqlMessage> {
  let rest = '';
  for await (const piece of piecesOf(child, timeoutMs)) {
    if (!piece.includes('\n')) {
      rest += piece;
      continue;
    }
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Our own words: the process beside us wrote them.
      const message: SqlMessage = JSON.parse(line);
      yield message;
    }
  }
}

/** Throws when the query is refused, wrong, or takes too long. */
export async function* runSql(
  request: SqlRequest,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): AsyncGenerator<SqlAnswer> {
  checkStatement(request.sql);
  if (typeof request.folder === 'string') checkStaysInViews(request.sql);
  options.signal?.throwIfAborted();
  const child = start(request);
  const stop = (): void => void child.kill('SIGKILL');
  options.signal?.addEventListener('abort', stop, { once: true });
  const failure = new Promise<Error>((resolve) => child.once('error', resolve));
  try {
    for await (const message of messagesOf(child, options.timeoutMs)) {
      if (message.kind === 'error') {
        throw new AppError(message.code, message.message, message.hint === undefined ? {} : { hint: message.hint });
      }
      yield message;
      if (message.kind === 'end') return;
    }
    options.signal?.throwIfAborted();
    throw new AppError('refused', 'The query was stopped: it needs more memory than it is allowed.', {
      hint: 'Ask for less at once.',
      cause: await Promise.race([failure, undefined]),
    });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
