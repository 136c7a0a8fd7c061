// Starts the thread that owns the index. `serve` starts it before anything else is loaded, so that both load in parallel; first
// rows 10 % sooner.

import { SHARE_ENV, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../reading/many-sessions/thread-limits.ts';

/** Unbuilt sources have no file that a thread could start from. */
export const CAN_THREAD: boolean = import.meta.url.endsWith('.js');

let early: Worker | undefined;

/** Options that become environment variables are read after this thread has started: it shares them. */
function start(): Worker {
  return new Worker(new URL('./index-writer-thread.js', import.meta.url), {
    env: SHARE_ENV,
    resourceLimits: THREAD_LIMITS,
  });
}

/** Loads the thread, which then waits for its options. A process that never sends them exits without waiting for it. */
export function startWriterThread(): void {
  if (!CAN_THREAD) return;
  early = start();
  early.unref();
  // One that cannot even load: another is started when it is needed, and says what is wrong.
  early.once('error', () => {
    early = undefined;
  });
}

/** The thread started earlier, or a new one. */
export function takeWriterThread(): Worker {
  const worker = early ?? start();
  early = undefined;
  worker.ref();
  return worker;
}
