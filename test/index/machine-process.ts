// A machine that shares a store with others, as a separate process: its logs grow in steps, and after each it reads what is new.
// Requests are numbered as they come, so sessions of several files arrive whole, to be the same as in any other index.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { NOW } from './same-rows-now.ts';

const [home = '', whole = '', logs = '', steps = '1', rules = ''] = process.argv.slice(2);
const files = readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
const library = await openLibraryIndex(home, { rules, now: () => NOW, mustWrite: true });

/** All files of a session come together. */
function comesAt(file: string): number {
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(file)?.[0] ?? '0';
  return 1 + (Number.parseInt(id.slice(0, 4), 16) % Number(steps));
}

for (let step = 1; step <= Number(steps); step++) {
  for (const file of files) {
    if (!file.includes('pears') && comesAt(file) > step) continue;
    const lines = readFileSync(join(whole, file), 'utf8').split(/(?<=\n)/);
    const target = join(logs, file);
    mkdirSync(dirname(target), { recursive: true });
    const before = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
    const share = file.includes('pears') ? step / Number(steps) : 1;
    const after = Buffer.from(lines.slice(0, Math.ceil(lines.length * share)).join(''));
    appendFileSync(target, after.subarray(before));
  }
  await library.indexer?.sweep([logs]);
}
if (library.writing !== undefined) {
  await new TextIndexWriter(library.writing, library.open, { isEager: true }).catchUp();
}
await library.close();
