// Tests that files summed up by the database are those summed up call by call.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { allTouchedFiles, touchedFiles } from '../../src/library/touched-files.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { type Demo, startDemo } from '../../src/server/demo/start-demo.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import type { TouchQuestion } from '../../src/store/questions/files.ts';
import { TOOL_FAMILIES, TOOL_TOUCHES } from '../../src/tools/traits.ts';
import { storeIn } from '../support/engine.ts';

let demo: Demo;
let index: LibraryIndex;

beforeAll(async () => {
  demo = startDemo({ plays: false });
  index = await openLibraryIndex(await storeIn(mkdtempSync(join(tmpdir(), 'toolscope-sums-'))));
  await index.indexer?.sweep([demo.logFolder]);
}, 60_000);

afterAll(async () => {
  await index.close();
  demo.close();
});

it.each(['', 'agent:codex', 'is:ok', 'gate', 'tool:edit OR tool:read'])('%j', async (text) => {
  const parsed = parseFilter(text, { now: 0 });
  if (!parsed.ok) throw new Error('The filter cannot be read.');
  const question: TouchQuestion = {
    filter: parsed.filter,
    places: [demo.logFolder],
    families: TOOL_FAMILIES,
    touches: TOOL_TOUCHES,
  };
  const { questions } = index;
  const one = await touchedFiles(await questions.files.touched(question), questions, openOnDisk);
  expect(await allTouchedFiles(questions, question, openOnDisk)).toEqual(one);
  if (text === '') expect(one.length).toBeGreaterThan(10);
});
