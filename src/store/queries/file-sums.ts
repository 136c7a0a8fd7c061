// Owns the question "what was done to which file?", summed up over calls in brief. A call that changed several files counts
// for each.

import type { Database } from '../database.ts';
import { CallFilesQuery } from './call-files.ts';
import { CallScan } from './call-scan.ts';
import type { FileTouch, TouchQuestion } from './files-touched.ts';
import { outcomeCount } from './stats-sum.ts';
import { outcomeWords, toolWords, wordList } from './word-list.ts';

/** What was done to a file; how often, where it went well. */
export class FileSum {
  /** From the root where that is known. */
  readonly path: string;
  readonly counts: Record<FileTouch, number> = { read: 0, edit: 0, write: 0 };
  readonly sessions = new Set<number>();
  /** Null when no change of known size was made. */
  linesAdded: number | null = null;
  linesRemoved: number | null = null;
  /** Unexpected ones. */
  failures = 0;
  refused = 0;
  firstAt: number | null = null;
  lastAt: number | null = null;
  #lastSession = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Times and numbers of lines are NaN where they are not known. */
  add(session: number, at: number, done: Done, added: number, removed: number): void {
    if (session !== this.#lastSession) this.sessions.add(session);
    this.#lastSession = session;
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

export function fileSums(database: Database, question: TouchQuestion): FileSums {
  const scan = new CallScan(database, question);
  const [tool, outcome, session, at] = (['tool', 'outcome', 'session', 'at'] as const).map((name) => scan.column(name));
  const [file, moreFiles, added, removed] = (['file', 'moreFiles', 'added', 'removed'] as const).map((name) =>
    scan.column(name),
  );
  const touches = toolWords(database).map(({ toolId }) => question.touches.get(toolId));
  const outcomes = outcomeWords(database).map((word) => ({ ...outcomeCount(word), isOk: word.status === 'ok' }));
  const doneBy = touches.map((touch) =>
    outcomes.map((counts) => (touch === undefined ? undefined : { ...counts, touch })),
  );
  const paths = wordList(database, 'path');
  const byNumber: FileSum[] = [];
  const sumOf = (number: number): FileSum => {
    const known = byNumber[number];
    if (known !== undefined) return known;
    const sum = new FileSum(paths[number] ?? '');
    byNumber[number] = sum;
    return sum;
  };
  const several: SeveralFiles[] = [];
  scan.each((slot, key) => {
    const number = file?.[slot] ?? Number.NaN;
    const done = doneBy[tool?.[slot] ?? 0]?.[outcome?.[slot] ?? 0];
    if (Number.isNaN(number) || done === undefined) return;
    const time = at?.[slot] ?? Number.NaN;
    const of = session?.[slot] ?? 0;
    if (!Number.isNaN(moreFiles?.[slot])) {
      several.push({ key, session: of, at: time, done });
      return;
    }
    sumOf(number).add(of, time, done, added?.[slot] ?? Number.NaN, removed?.[slot] ?? Number.NaN);
  });
  const written = new CallFilesQuery(database);
  const untold = several.filter(({ key, session: of, at: time, done }) => {
    const files = written.of(key);
    for (const [number, plus, minus] of files ?? []) {
      sumOf(number).add(of, time, done, plus ?? Number.NaN, minus ?? Number.NaN);
    }
    return files === undefined;
  });
  return { sums: new Map(byNumber.flatMap((sum) => (sum === undefined ? [] : [[sum.path, sum]]))), several: untold };
}
