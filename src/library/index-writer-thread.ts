// The thread that owns the index: everything slow happens here, so that queries never wait for indexing.

import { parentPort } from 'node:worker_threads';
import { type Trouble, troubleOf } from '../base/portable-error.ts';
import { useFoundConfig } from '../config/found-config.ts';
import { setLineLimit } from '../sources/json-lines/line-limit.ts';
import type { RootStatus } from '../sources/watch/file-change.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { IndexWriter, type IndexWriterOptions, type SweepReport } from './index-writer.ts';

export type IndexWriterMessage =
  | { readonly kind: 'opened'; readonly setAside: string | null }
  | { readonly kind: 'refused'; readonly trouble: Trouble }
  | { readonly kind: 'plan'; readonly files: number; readonly bytes: number }
  | { readonly kind: 'file'; readonly bytes: number }
  | { readonly kind: 'committed'; readonly seq: number }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'roots'; readonly roots: readonly RootStatus[] }
  | { readonly kind: 'swept'; readonly report: SweepReport }
  /** The session requested under this number is indexed, or will not be. */
  | { readonly kind: 'wanted'; readonly number: number };

export type IndexWriterRequest =
  /** Always first. Threads take over the limit only from a process that set it before starting them. */
  | { readonly kind: 'begin'; readonly options: IndexWriterOptions; readonly longestLine: number }
  | { readonly kind: 'want'; readonly number: number; readonly key: SessionKey }
  | { readonly kind: 'end' };

const port = parentPort;
if (port === null) throw new Error('writer-thread runs as a worker thread only');

function say(message: IndexWriterMessage): void {
  port?.postMessage(message);
}

async function keep(options: IndexWriterOptions): Promise<IndexWriter | undefined> {
  await useFoundConfig();
  try {
    return await IndexWriter.open(options, {
      onPlan: ({ files, bytes }) => say({ kind: 'plan', files, bytes }),
      onFile: (bytes) => say({ kind: 'file', bytes }),
      onCommitted: (seq) => say({ kind: 'committed', seq }),
      onTrouble: (trouble) => say({ kind: 'trouble', trouble }),
      onRoots: (roots) => say({ kind: 'roots', roots }),
    });
  } catch (error) {
    say({ kind: 'refused', trouble: troubleOf(error) });
    return undefined;
  }
}

// A stop request ends it by itself, whatever it is doing: terminating the thread inside a database call can crash the process.
let end = (): void => {};
const told = new Promise<void>((done) => {
  end = done;
});
let begin = (_options: IndexWriterOptions): void => {};
const opening = new Promise<IndexWriterOptions>((done) => {
  begin = done;
}).then(keep);
port.on('message', async (request: IndexWriterRequest) => {
  if (request.kind === 'begin') {
    setLineLimit(request.longestLine);
    begin(request.options);
    return;
  }
  if (request.kind === 'end') {
    end();
    return;
  }
  try {
    await (await opening)?.want(request.key);
  } catch (error) {
    say({ kind: 'trouble', trouble: troubleOf(error) });
  }
  say({ kind: 'wanted', number: request.number });
});
const writer = await opening;
if (writer !== undefined) {
  say({ kind: 'opened', setAside: writer.setAside });
  void writer.swept.then((report) => report === undefined || say({ kind: 'swept', report }));
  await told;
  await writer.close().catch((error: unknown) => say({ kind: 'trouble', trouble: troubleOf(error) }));
}
port.close();
