// An indexing thread: receives sessions by message, reads each from its beginning, and commits them with their text through its own
// connection. It stops on request, never in the middle of its work.

import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { goneLogsOf } from '../archive/open-archive.ts';
import { troubleOf } from '../base/portable-error.ts';
import { useFoundConfig } from '../config/found-config.ts';
import { revive } from '../reading/portable-files.ts';
import { sessionTexts } from '../search/session-texts.ts';
import { TextIndexWriter } from '../search/text-index-writer.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import { openStoreBeside, wantsMask } from '../store/open-store.ts';
import type { SessionBatch, SessionKey } from '../store/session-batch.ts';
import type { ThreadAnswer, ThreadData, ThreadTask } from './index-threads.ts';
import { type FileRead, letGo, readWhole, type UncommittedSession } from './index-whole.ts';
import { openStoreMask } from './mask-for-store.ts';
import { maskedLogs } from './masked-log.ts';
import { readingRules } from './reading-rules.ts';

const port = parentPort;
if (port === null) throw new Error('index-worker runs as a worker thread only');

const { folder, isPolite, hasTexts, turn }: ThreadData = workerData;

// Only Linux applies this to the calling thread; elsewhere it would slow down the whole process.
if (isPolite && platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

await useFoundConfig();
const mask = (await wantsMask()) ? await openStoreMask() : undefined;
const opened = await openStoreBeside(folder, readingRules(), turn, mask);
const store = opened.index;
const archive = goneLogsOf(folder);
const open = archive?.open ?? openLog;
const shown = maskedLogs(open, mask);
const texts = new TextIndexWriter(opened, shown);

type IndexTask = Extract<ThreadTask, { kind: 'index' }>;

/** Reads and commits the sessions. Returns those committed in steps: nothing of them is left in memory. */
async function commit({ sessions, now }: IndexTask, read: FileRead[][]): Promise<SessionKey[]> {
  const batches: SessionBatch[] = [];
  const long: UncommittedSession[] = [];
  try {
    for (const { files, isNew } of sessions) {
      const ofSession: FileRead[] = [];
      const note = (file: FileRead): number => ofSession.push(file);
      const whole = await readWhole(store, revive(files), now, note, { disk: archive, isFirstSeen: isNew });
      read.push(ofSession);
      if (!whole.batch.isWhole) {
        long.push(whole);
        batches.push(whole.batch);
        continue;
      }
      whole.session.close();
      // While the files are still in the system's cache.
      batches.push(hasTexts ? { ...whole.batch, texts: await sessionTexts(whole.batch, shown) } : whole.batch);
    }
    await store.commitAll(batches);
    for (const { session } of long) await letGo(store, session);
    return long.map(({ batch: { agent, id } }) => ({ agent, id }));
  } catch (error) {
    for (const { session } of long) session.close();
    throw error;
  }
}

async function work(task: IndexTask): Promise<ThreadAnswer> {
  const { number } = task;
  try {
    const read: FileRead[][] = [];
    const long = await commit(task, read);
    if (hasTexts) for (const { agent, id } of long) await texts.cover(agent, id);
    return { number, read };
  } catch (error) {
    return { number, trouble: troubleOf(error) };
  }
}

port.on('message', (task: ThreadTask) => {
  if (task.kind === 'index') {
    work(task).then((answer) => port.postMessage(answer));
    return;
  }
  archive?.close();
  store.close().then(() => port.close());
});
