// Files with what was done to them, summed over calls. A call that changed several files counts for each.

import { sessionKey } from '../base/session-key.ts';
import { wholePath } from '../model/whole-path.ts';
import { changedFiles, type OneFile } from '../reading/changed-files.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import { type Done, FileSum } from '../store/questions/file-sum.ts';
import type { TouchingCall, TouchQuestion } from '../store/questions/files.ts';
import type { Questions } from '../store/questions.ts';

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
  /** Changes that a person or a rule refused. */
  readonly refused: number;
  readonly sessions: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** The files of a call that changed several: their names are in the log. */
async function filesOf(touch: TouchingCall, { calls }: Questions, open: LogOpener): Promise<readonly OneFile[]> {
  const found = touch.files > 1 ? await calls.get(touch) : undefined;
  if (found === undefined) return [touch];
  const { call, paths: names } = found;
  const paths: string[] = [];
  for (const { source } of call.evidence) paths[source] = names.get(source) ?? '';
  const reader = new BodyReader(paths, open);
  try {
    return changedFiles(reader, call) ?? [touch];
  } finally {
    reader.close();
  }
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

  /** The last touched file comes first. */
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

/** The last touched file comes first. Counts are of successful calls; the others are failures. */
export async function touchedFiles(
  touches: Iterable<TouchingCall>,
  questions: Questions,
  open: LogOpener = openLog,
): Promise<TouchedFile[]> {
  const table = new FileTable();
  const numbers = new Map<string, number>();
  for (const touch of touches) {
    const name = sessionKey(touch.agent, touch.session);
    const session = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, session);
    for (const { path, linesAdded, linesRemoved } of await filesOf(touch, questions, open)) {
      const sum = table.at(wholePath(path, touch.project));
      sum.add(session, touch.at ?? Number.NaN, doneBy(touch), linesAdded ?? Number.NaN, linesRemoved ?? Number.NaN);
    }
  }
  return table.list();
}

/** The same for all matching calls, summed up in brief. */
export async function allTouchedFiles(
  questions: Questions,
  question: TouchQuestion,
  open: LogOpener,
): Promise<TouchedFile[]> {
  const { sums, several } = await questions.files.sums(question);
  const table = new FileTable(sums);
  for (const { touch, session, at, done } of several) {
    for (const { path, linesAdded, linesRemoved } of await filesOf(touch, questions, open)) {
      const sum = table.at(wholePath(path, touch.project));
      sum.add(session, at, done, linesAdded ?? Number.NaN, linesRemoved ?? Number.NaN);
    }
  }
  return table.list();
}
