// The processes that run queries. One that has answered is kept for the next query, because starting one takes longer than most
// queries.

import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Stream, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type SqlRunner = ChildProcessByStdio<Writable, Readable, null>;

/** How long an idle process is kept. */
const KEPT_MS = 5 * 60_000;

interface Kept {
  readonly runner: SqlRunner;
  readonly timer: NodeJS.Timeout;
}

let kept: Kept | undefined;

function isAlive({ exitCode, signalCode, killed }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && !killed;
}

/** An idle process must not keep this one from exiting; it ends with its standard input. */
function holdOpen(runner: SqlRunner, isHeld: boolean): void {
  const handles: readonly (Stream | ChildProcess)[] = [runner, runner.stdin, runner.stdout];
  for (const handle of handles) {
    if (!(handle === runner || handle instanceof Socket)) continue;
    if (isHeld) handle.ref();
    else handle.unref();
  }
}

function start(): SqlRunner {
  const program = fileURLToPath(new URL('./sql-process.js', import.meta.url));
  const runner = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that dies early, or never started, does not read its task; the end of its output shows that.
  runner.on('error', () => {});
  runner.stdin.on('error', () => {});
  runner.stdout.setEncoding('utf8');
  return runner;
}

function release(): SqlRunner | undefined {
  const last = kept;
  kept = undefined;
  clearTimeout(last?.timer);
  return last?.runner;
}

/** A process for one query: the kept one, if it is alive, or a new one. */
export function takeRunner(): SqlRunner {
  const last = release();
  if (last === undefined || !isAlive(last)) return start();
  holdOpen(last, true);
  return last;
}

/** Keeps a process that can answer again, unless there is one already. */
export function keepRunner(runner: SqlRunner): void {
  if (kept !== undefined && isAlive(kept.runner)) {
    runner.kill('SIGKILL');
    return;
  }
  const timer = setTimeout(() => release()?.kill('SIGKILL'), KEPT_MS);
  timer.unref();
  holdOpen(runner, false);
  kept = { runner, timer };
}
