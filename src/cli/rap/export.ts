// `toolscope rap export`: a thread's journal as lines, which `toolscope inspect` reads like any other log.

import { existsSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { rapRecord } from '../../model/rap-event.ts';
import { rapPath, readRapStore } from '../../rap/store/rap-store.ts';
import type { Invocation } from '../command.ts';
import { dataFolderOf } from './rap-options.ts';

export async function exportThread(invocation: Invocation): Promise<number> {
  const { out, positionals } = invocation;
  const [groupId] = positionals;
  if (groupId === undefined) throw new AppError('bad-usage', 'export needs the group_id of a thread.');
  const folder = dataFolderOf(invocation);
  if (!existsSync(rapPath(folder))) {
    throw new AppError('not-found', `There is no RAP data in ${folder}.`, {
      hint: 'toolscope rap serve keeps its data there; --data names another folder.',
    });
  }
  const store = readRapStore(folder);
  try {
    const thread = store.threads.find(groupId);
    if (thread === undefined) throw new AppError('not-found', `There is no thread ${out.safe(groupId)}.`);
    for (const event of store.journal.after(thread.thread, 0)) await out.line(JSON.stringify(rapRecord(event)));
    return 0;
  } finally {
    store.close();
  }
}
