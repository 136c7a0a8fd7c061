// A thread that answers questions one after the other, so that the server itself is never blocked. Questions whose client
// has gone are dropped, even halfway through.

import { parentPort, workerData } from 'node:worker_threads';
import { CorruptStore } from '../base/corrupt-store.ts';
import { useFoundConfig } from '../config/found-config.ts';
import { stalledPlaces } from '../sources/files/stalled-places.ts';
import { answer, type Question } from './answer.ts';
import { HttpProblem, type ProblemReply, problemOf } from './problem.ts';
import { QuestionStops } from './question-stops.ts';
import { ThreadLibrary, type ThreadLibraryOptions } from './thread-library.ts';

export interface QuestionThreadData extends ThreadLibraryOptions {
  /** Memory through which questions are stopped. */
  readonly stops: SharedArrayBuffer;
}

export interface ThreadQuestion {
  readonly id: number;
  readonly question: Question;
  /** Places that do not respond: logs there are not opened. */
  readonly stalled: readonly string[];
}

/** Messages to the thread. `stop` reaches a question that is waiting for something. */
export type ThreadMessage = ThreadQuestion | { readonly stop: number } | 'end';

export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly text: string; readonly tookMs: number }
  | {
      readonly id: number;
      readonly ok: false;
      readonly problem: ProblemReply;
      readonly inside: string | null;
      readonly damaged: string | null;
    };

const port = parentPort;
if (port === null) throw new Error('question-thread runs as a worker thread only');

const { stops: shared, ...options }: QuestionThreadData = workerData;
const stops = new QuestionStops(shared);
let current: { readonly id: number; readonly gone: AbortController } | undefined;

function stopIfGone(): void {
  if (current !== undefined && stops.isStopped(current.id)) throw new HttpProblem(503, 'The client has disconnected.');
}

await useFoundConfig();
const library = await ThreadLibrary.open(options, stopIfGone);

async function answered({ id, question, stalled }: ThreadQuestion): Promise<ThreadAnswer> {
  const gone = new AbortController();
  const startedAt = performance.now();
  current = { id, gone };
  try {
    stopIfGone();
    stalledPlaces.believe(stalled);
    await library.refresh();
    const given = await answer(question, library, gone.signal);
    const text = JSON.stringify(given);
    return { id, ok: true, text, tookMs: performance.now() - startedAt };
  } catch (error) {
    const problem = problemOf(error);
    const isInside = problem.document.status === 500;
    const inside = isInside ? (error instanceof Error ? (error.stack ?? error.message) : String(error)) : null;
    return { id, ok: false, problem, inside, damaged: error instanceof CorruptStore ? error.path : null };
  } finally {
    current = undefined;
  }
}

let queue: Promise<void> = Promise.resolve();
port.on('message', (message: ThreadMessage) => {
  if (message !== 'end' && 'stop' in message) {
    if (current?.id === message.stop) current.gone.abort();
    return;
  }
  queue = queue.then(async () => {
    if (message === 'end') {
      await library.close();
      port.close();
    } else port.postMessage(await answered(message));
  });
});
