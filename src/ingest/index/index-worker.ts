// Owns an indexing thread: takes sessions by message, reads each from its beginning, and commits it through a connection
// of its own. It ends when it is told to, never in the middle of its work.

import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openIndexBeside } from '../../store/index/open-index.ts';
import { SqliteIndex } from '../../store/index/sqlite-index.ts';
import { goneLogsOf } from '../archive/open-archive.ts';
import { openOnDisk } from '../open-log.ts';
import { revive } from '../portable-files.ts';
import { TextKeeper } from '../text/text-keeper.ts';
import type { ThreadAnswer, ThreadData, ThreadTask } from './index-threads.ts';
import { type FileRead, indexWhole, letGo } from './index-whole.ts';
import { troubleOf } from './trouble.ts';

const port = parentPort;
if (port === null) throw new Error('index-worker runs as a worker thread only');

const { folder, isPolite }: ThreadData = workerData;

// Only Linux takes this for the thread that asks; elsewhere it would slow the whole process down.
if (isPolite && platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const store = new SqliteIndex(openIndexBeside(folder));
const archive = goneLogsOf(folder);
const texts = new TextKeeper(store.database, archive?.open ?? openOnDisk);

async function work({ number, files, now }: Extract<ThreadTask, { kind: 'index' }>): Promise<ThreadAnswer> {
  try {
    const read: FileRead[] = [];
    const { session } = await indexWhole(store, revive(files), now, (file) => read.push(file), archive);
    await letGo(store, session);
    // While the system still has the files at hand.
    await texts.cover(files.agent, files.session);
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
