// Answers "what was done to which file?", summed up over calls in brief. A call that changed several files counts
// for each.

import type { Database } from '../../../sqlite/database.ts';
import { CallFilesQuery } from './call-files.ts';
import { CallScan } from './call-scan.ts';
import type { FileTouch, TouchQuestion } from './files-touched.ts';
import { outcomeWords, toolWords, wordList } from './interned-lists.ts';
import { keepEvery, keepKnown, keepMarked } from './narrow.ts';
import { outcomeCount } from './stats-sum.ts';

/** What was done to a file; how often, where it went well. */
export class FileSum {
  /** From the root where that is known. */
  readonly path: string;
  readonly counts: Record<FileTouch, number> = { read: 0, edit: 0, write: 0 };
  /** Null when no change of known size was made. */
  linesAdded: number | null = null;
  linesRemoved: number | null = null;
  /** Unexpected ones. */
  failures = 0;
  refused = 0;
  firstAt: number | null = null;
  lastAt: number | null = null;
  /** Calls of one session mostly come together: a session is seldom noted twice. */
  readonly #sessions: number[] = [];
  #isAscending = true;

  constructor(path: string) {
    this.path = path;
  }

  /** How many sessions touched it. */
  get sessions(): number {
    return this.#isAscending ? this.#sessions.length : new Set(this.#sessions).size;
  }

  /** Times and numbers of lines are NaN where they are not known. */
  add(session: number, at: number, done: Done, added: number, removed: number): void {
    const last = this.#sessions[this.#sessions.length - 1] ?? 0;
    if (session !== last) {
      this.#sessions.push(session);
      if (session < last) this.#isAscending = false;
    }
    if (!Number.isNaN(at)) {
      if (this.firstAt === null || at < this.firstAt) this.firstAt = at;
      if (this.lastAt === null || at > this.lastAt) this.lastAt = at;
    }
    this.failures += done.failures;
    this.refused += done.refused;
    if (!done.isOk) return;
    this.counts[done.touch]++;
    if (!Number.isNaN(added)) this.linesAdded = (this.linesAdded ?? 0) + added;
    if (!Number.isNaN(removed)) this.linesRemoved = (this.linesRemoved ?? 0) + removed;
  }
}

/** What a call did to a file, or failed to. */
export interface Done {
  readonly touch: FileTouch;
  readonly isOk: boolean;
  readonly failures: number;
  readonly refused: number;
}

/** A call that changed several files. */
export interface SeveralFiles {
  readonly key: number;
  readonly session: number;
  readonly at: number;
  readonly done: Done;
}

export interface FileSums {
  /** By path. */
  readonly sums: Map<string, FileSum>;
  /** Those of which only the log tells what files they changed. */
  readonly several: readonly SeveralFiles[];
}

/** Sums by the numbers of files. */
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
  return { several: addSeveral(database, several, sums), sums: sums.byPath() };
}

/** Calls that changed several files count for each. Returns those of which the index does not know them. */
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
