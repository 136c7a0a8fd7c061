// Tests that SQLite answers every question as the contract says.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Indexer } from '../../src/library/indexer.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { openStoreToRead, openStoreToWrite } from '../../src/store/open-store.ts';
import { answersEveryQuestion } from './contract.ts';
import { NOW } from './filled.ts';

answersEveryQuestion('SQLite', async (logs) => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-store-'));
  const writing = await openStoreToWrite(folder);
  const indexer = new Indexer(writing.index, { now: () => NOW });
  await indexer.sweep([logs]);
  await new TextIndexWriter(writing, openLog, { isEager: true }).catchUp();
  await indexer.close();
  await writing.close();
  const { questions, close } = await openStoreToRead(folder);
  return {
    questions,
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
