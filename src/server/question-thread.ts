// Owns a thread that answers questions, one after the other, so that the server itself never keeps anybody waiting.

import { parentPort, workerData } from 'node:worker_threads';
import { answer, type Question } from './answer.ts';
import { type ProblemReply, problemOf } from './problem.ts';
import { ThreadLibrary } from './thread-library.ts';

export interface ThreadQuestion {
  readonly id: number;
  readonly question: Question;
}

export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly text: string }
  | { readonly id: number; readonly ok: false; readonly problem: ProblemReply; readonly inside: string | null };

const port = parentPort;
if (port === null) throw new Error('question-thread runs as a worker thread only');

const library = new ThreadLibrary(workerData);

async function answered({ id, question }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    library.refresh();
    const given = await answer(question, library, new AbortController().signal);
    return { id, ok: true, text: JSON.stringify(given) };
  } catch (error) {
    const problem = problemOf(error);
    const isInside = problem.document.status === 500;
    const inside = isInside ? (error instanceof Error ? (error.stack ?? error.message) : String(error)) : null;
    return { id, ok: false, problem, inside };
  }
}

let queue: Promise<void> = Promise.resolve();
port.on('message', (message: ThreadQuestion | 'end') => {
  queue = queue.then(async () => {
    if (message === 'end') {
      library.close();
      port.close();
    } else port.postMessage(await answered(message));
  });
});
