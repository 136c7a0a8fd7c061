// Answers "what was done to which file?", summed over calls in brief. A call that changed several files counts for each.

import type { Database } from '../../../sqlite/database.ts';
import { type Done, FileSum } from '../../questions/file-sum.ts';
import type { FileSums, TouchQuestion } from '../../questions/files.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { CallFilesQuery } from './call-files.ts';
import { CallScan } from './call-scan.ts';
import { TouchReader } from './files-touched.ts';
import { outcomeWords, toolWords, wordList } from './interned-lists.ts';
import { keepEvery, keepKnown, keepMarked } from './narrow.ts';

/** A call that changed several files. */
interface SeveralFiles {
  readonly key: number;
  readonly session: number;
  readonly at: number;
  readonly done: Done;
}

/** Sums by file number. */
class Sums {
  readonly #paths: readonly string[];
  readonly #sums: FileSum[] = [];

  constructor(database: Database) {
    this.#paths = wordList(database, 'path');
  }

  of(file: number): FileSum {
    const known = this.#sums[file];
    if (known !== undefined) return known;
    const sum = new FileSum(this.#paths[file] ?? '');
    this.#sums[file] = sum;
    return sum;
  }

  byPath(): Map<string, FileSum> {
    const byPath = new Map<string, FileSum>();
    for (const sum of this.#sums) if (sum !== undefined) byPath.set(sum.path, sum);
    return byPath;
  }
}

/** What each tool's calls did, by the numbers of tool and outcome. */
function doneBy(database: Database, { touches }: TouchQuestion): readonly (readonly (Done | undefined)[])[] {
  const outcomes = outcomeWords(database).map((word) => ({ ...outcomeCount(word), isOk: word.status === 'ok' }));
  return toolWords(database).map(({ toolId }) => {
    const touch = touches.get(toolId);
    return outcomes.map((counts) => (touch === undefined ? undefined : { ...counts, touch }));
  });
}

export function fileSums(database: Database, question: TouchQuestion): FileSums {
  const scan = new CallScan(database, question);
  const tool = scan.column('tool');
  const outcome = scan.column('outcome');
  const session = scan.column('session');
  const at = scan.column('at');
  const file = scan.column('file');
  const moreFiles = scan.column('moreFiles');
  const added = scan.column('added');
  const removed = scan.column('removed');
  const dones = doneBy(database, question);
  const isTouching = keepEvery([
    keepMarked(
      tool,
      Uint8Array.from(dones, (byOutcome) => Number(byOutcome.some((done) => done !== undefined))),
    ),
    keepKnown(file),
  ]);
  const sums = new Sums(database);
  const several: SeveralFiles[] = [];
  scan.each(({ slots, count, firstKey }) => {
    const left = isTouching(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      const done = dones[tool[slot] ?? 0]?.[outcome[slot] ?? 0];
      if (done === undefined) continue;
      const time = at[slot] ?? Number.NaN;
      const of = session[slot] ?? 0;
      if (!Number.isNaN(moreFiles[slot])) several.push({ key: firstKey + slot, session: of, at: time, done });
      else sums.of(file[slot] ?? 0).add(of, time, done, added[slot] ?? Number.NaN, removed[slot] ?? Number.NaN);
    }
  });
  const reader = new TouchReader(database, question.touches);
  const unknown = addSeveral(database, several, sums).flatMap(({ key, ...rest }) => {
    const touch = reader.read(key);
    return touch === undefined ? [] : [{ touch, ...rest }];
  });
  return { several: unknown, sums: sums.byPath() };
}

/** Calls that changed several files count for each. Returns those whose files the index does not know. */
function addSeveral(database: Database, several: readonly SeveralFiles[], sums: Sums): SeveralFiles[] {
  const written = new CallFilesQuery(database);
  return several.filter(({ key, session, at, done }) => {
    const files = written.of(key);
    for (const [file, added, removed] of files ?? []) {
      sums.of(file).add(session, at, done, added ?? Number.NaN, removed ?? Number.NaN);
    }
    return files === undefined;
  });
}
