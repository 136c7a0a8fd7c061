// Where the thread that keeps the index begins. `serve` starts it before anything else is loaded, so that both load at the same time: a
// tenth sooner there are rows on the screen.

import { SHARE_ENV, Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../reading/many-sessions/thread-limits.ts';

/** Sources run as they are have no file that a thread could start from. */
export const CAN_THREAD: boolean = import.meta.url.endsWith('.js');

let early: Worker | undefined;

/** Options that become variables of the environment are read after this thread has begun: it shares them. */
function start(): Worker {
  return new Worker(new URL('./index-writer-thread.js', import.meta.url), {
    env: SHARE_ENV,
    resourceLimits: THREAD_LIMITS,
  });
}

/** It loads, and waits to be told what to keep. A process that has nothing to tell it ends without it. */
export function startWriterThread(): void {
  if (!CAN_THREAD) return;
  early = start();
  early.unref();
  // One that cannot even load: another is started when it is needed, and says what is wrong.
  early.once('error', () => {
    early = undefined;
  });
}

/** The one that was started before, or a new one. */
export function takeWriterThread(): Worker {
  const worker = early ?? start();
  early = undefined;
  worker.ref();
  return worker;
}
