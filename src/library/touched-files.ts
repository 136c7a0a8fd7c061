// Files with what was done to them, summed up over calls. A call that changed several files counts for each.

import { wholePath } from '../model/whole-path.ts';
import { changedFiles, type OneFile } from '../reading/changed-files.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { Database } from '../sqlite/database.ts';
import { type Done, FileSum, fileSums } from '../store/sqlite/queries/file-sums.ts';
import { type TouchingCall, type TouchQuestion, TouchReader } from '../store/sqlite/queries/files-touched.ts';

export interface TouchedFile {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  readonly writes: number;
  /** Null when no change of known size was made. */
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  /** Calls that failed unexpectedly. */
  readonly failures: number;
  /** Changes that a person or a rule said no to. */
  readonly refused: number;
  readonly sessions: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** The files of a call that changed several: their names stand in the log. */
function filesOf(touch: TouchingCall, open: LogOpener): readonly OneFile[] {
  if (touch.files > 1) {
    const { call, pathOf } = touch.open();
    const paths: string[] = [];
    for (const { source } of call.evidence) paths[source] = pathOf(source);
    const reader = new BodyReader(paths, open);
    try {
      return changedFiles(reader, call) ?? [touch];
    } finally {
      reader.close();
    }
  }
  return [touch];
}

function totalOf(sum: FileSum): TouchedFile {
  return {
    path: sum.path,
    reads: sum.counts.read,
    edits: sum.counts.edit,
    writes: sum.counts.write,
    linesAdded: sum.linesAdded,
    linesRemoved: sum.linesRemoved,
    failures: sum.failures,
    refused: sum.refused,
    sessions: sum.sessions,
    firstAt: sum.firstAt,
    lastAt: sum.lastAt,
  };
}

class FileTable {
  readonly #files: Map<string, FileSum>;

  constructor(files = new Map<string, FileSum>()) {
    this.#files = files;
  }

  at(path: string): FileSum {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const sum = new FileSum(path);
    this.#files.set(path, sum);
    return sum;
  }

  /** The file that was touched last comes first. */
  list(): TouchedFile[] {
    return [...this.#files.values()]
      .map(totalOf)
      .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || (a.path < b.path ? -1 : 1));
  }
}

function doneBy({ touch, status, blame }: TouchingCall): Done {
  return {
    touch,
    isOk: status === 'ok',
    failures: Number(status === 'error' && blame !== 'expected'),
    refused: Number(status === 'rejected' || status === 'denied'),
  };
}

/** The file that was touched last comes first. Counts are of calls that went well; the others are failures. */
export function touchedFiles(touches: Iterable<TouchingCall>, open: LogOpener = openLog): TouchedFile[] {
  const table = new FileTable();
  const numbers = new Map<string, number>();
  for (const touch of touches) {
    const name = `${touch.agent} ${touch.session}`;
    const session = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, session);
    for (const { path, linesAdded, linesRemoved } of filesOf(touch, open)) {
      const sum = table.at(wholePath(path, touch.project));
      sum.add(session, touch.at ?? Number.NaN, doneBy(touch), linesAdded ?? Number.NaN, linesRemoved ?? Number.NaN);
    }
  }
  return table.list();
}

/** The same for all calls that fit, summed up in brief. */
export function allTouchedFiles(database: Database, question: TouchQuestion, open: LogOpener): TouchedFile[] {
  const { sums, several } = fileSums(database, question);
  const table = new FileTable(sums);
  const reader = new TouchReader(database, question.touches);
  for (const { key, session, at, done } of several) {
    const touch = reader.read(key);
    if (touch === undefined) continue;
    for (const { path, linesAdded, linesRemoved } of filesOf(touch, open)) {
      const sum = table.at(wholePath(path, touch.project));
      sum.add(session, at, done, linesAdded ?? Number.NaN, linesRemoved ?? Number.NaN);
    }
  }
  return table.list();
}
