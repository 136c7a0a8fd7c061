// Runs the index writer: on its own thread, or on this one if the program was not built.

import { errorOf, troubleOf } from '../base/portable-error.ts';
import { lineLimit } from '../sources/json-lines/line-limit.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { IndexWriter, type IndexWriterEvents, type IndexWriterOptions, type SweepReport } from './index-writer.ts';
import type { IndexWriterMessage, IndexWriterRequest } from './index-writer-thread.ts';
import { takeWriterThread } from './writer-thread.ts';

export interface RunningIndexWriter {
  readonly setAside: string | null;
  readonly swept: Promise<SweepReport | undefined>;
  /** Resolves when it has ended, even without a request. */
  readonly ended: Promise<void>;
  /** Reads a session ahead of the others. Resolves when it is indexed, or will not be. */
  want(key: SessionKey): Promise<void>;
  close(): Promise<void>;
}

async function runHere(options: IndexWriterOptions, events: IndexWriterEvents): Promise<RunningIndexWriter> {
  const writer = await IndexWriter.open(options, events);
  let end = (): void => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  return {
    setAside: writer.setAside,
    swept: writer.swept,
    ended,
    want: (key) => writer.want(key),
    close: async () => {
      try {
        await writer.close();
      } finally {
        end();
      }
    },
  };
}

/** Passes on messages of the thread that are not for its writer alone. */
function tell(message: IndexWriterMessage, events: IndexWriterEvents): void {
  if (message.kind === 'plan') events.onPlan(message);
  else if (message.kind === 'file') events.onFile(message.bytes);
  else if (message.kind === 'committed') events.onCommitted(message.seq);
  else if (message.kind === 'trouble') events.onTrouble(message.trouble);
  else if (message.kind === 'roots') events.onRoots(message.roots);
}

function runOnThread(options: IndexWriterOptions, events: IndexWriterEvents): Promise<RunningIndexWriter> {
  // Functions cannot be sent.
  const sent: IndexWriterOptions = JSON.parse(JSON.stringify(options));
  const worker = takeWriterThread();
  const ended = new Promise<void>((done) => worker.once('exit', () => done()));
  return new Promise((opened, refused) => {
    let sweepDone: (report: SweepReport | undefined) => void = () => {};
    const swept = new Promise<SweepReport | undefined>((done) => {
      sweepDone = done;
    });
    ended.then(() => sweepDone(undefined));
    const waiting = new Map<number, () => void>();
    ended.then(() => {
      for (const done of waiting.values()) done();
    });
    let wants = 0;
    const say = (request: IndexWriterRequest): void => worker.postMessage(request);
    const want = (key: SessionKey): Promise<void> =>
      new Promise((done) => {
        waiting.set(++wants, done);
        say({ kind: 'want', number: wants, key });
      });
    const close = async (): Promise<void> => {
      say({ kind: 'end' });
      await ended;
    };
    say({ kind: 'begin', options: sent, longestLine: lineLimit() });
    worker.on('error', (error) => {
      events.onTrouble(troubleOf(error));
      refused(error);
    });
    worker.on('message', (message: IndexWriterMessage) => {
      if (message.kind === 'opened') opened({ setAside: message.setAside, swept, ended, want, close });
      else if (message.kind === 'refused') refused(errorOf(message.trouble));
      else if (message.kind === 'swept') sweepDone(message.report);
      else if (message.kind === 'wanted') {
        waiting.get(message.number)?.();
        waiting.delete(message.number);
      } else tell(message, events);
    });
  });
}

/** Fails with `store-busy` when another process owns the index. */
export function startIndexWriter(
  options: IndexWriterOptions,
  events: IndexWriterEvents,
  onThread: boolean,
): Promise<RunningIndexWriter> {
  return onThread ? runOnThread({ ...options, isThreaded: true }, events) : runHere(options, events);
}
