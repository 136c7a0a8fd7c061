// Owns files with what was done to them, summed up over calls. A call that changed several files counts for each.

import { posix } from 'node:path';
import { isUnexpectedFailure } from '../model/outcome.ts';
import type { Database } from '../store/database.ts';
import { type FileSum, fileSums } from '../store/queries/file-sums.ts';
import { type FileTouch, filesTouched, type TouchingCall, type TouchQuestion } from '../store/queries/files-touched.ts';
import { BodyReader } from './body-reader.ts';
import { displayParts } from './display-parts.ts';
import { openCallWith } from './open-call.ts';
import { type LogOpener, openOnDisk } from './open-log.ts';

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

interface OneFile {
  readonly path: string;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
}

/** The files of a call that changed several: their names stand in the log. */
function filesOf(touch: TouchingCall, open: LogOpener): readonly OneFile[] {
  if (touch.files > 1) {
    const { call, pathOf } = touch.open();
    const paths: string[] = [];
    for (const { source } of call.evidence) paths[source] = pathOf(source);
    const reader = new BodyReader(paths, open);
    try {
      const opened = openCallWith(reader, call);
      const diff = opened === undefined ? undefined : displayParts(call, opened).find(({ kind }) => kind === 'diff');
      if (diff?.kind === 'diff') {
        return diff.files.map(({ path, movedTo, linesAdded, linesRemoved }) => ({
          path: movedTo ?? path,
          linesAdded,
          linesRemoved,
        }));
      }
    } finally {
      reader.close();
    }
  }
  return [touch];
}

/** Paths of one file under one name: relative ones start from the session's folder. */
function wholePath(path: string, project: string | null): string {
  if (project === null || /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path)) return path;
  return project.includes('\\') ? `${project}\\${path}` : posix.join(project, path);
}

/** The names under which a change may be looked up: where the file is, and where it was before it was moved. */
export function namesOf(
  { path, movedTo }: { readonly path: string; readonly movedTo?: string | undefined },
  project: string | null,
): string[] {
  const names = [wholePath(path, project)];
  if (movedTo !== undefined) names.push(wholePath(movedTo, project));
  return names;
}

class Sums {
  readonly path: string;
  readonly #counts: Record<FileTouch, number> = { read: 0, edit: 0, write: 0 };
  readonly #sessions = new Set<string>();
  #added: number | null = null;
  #removed: number | null = null;
  #failures = 0;
  #refused = 0;
  #firstAt: number | null = null;
  #lastAt: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** What was summed up before. */
  include(sum: FileSum): void {
    for (const session of sum.sessions) this.#sessions.add(session);
    this.#counts.read += sum.reads;
    this.#counts.edit += sum.edits;
    this.#counts.write += sum.writes;
    this.#failures += sum.failures;
    this.#refused += sum.refused;
    if (sum.linesAdded !== null) this.#added = (this.#added ?? 0) + sum.linesAdded;
    if (sum.linesRemoved !== null) this.#removed = (this.#removed ?? 0) + sum.linesRemoved;
    if (sum.firstAt !== null) this.#firstAt = Math.min(this.#firstAt ?? sum.firstAt, sum.firstAt);
    if (sum.lastAt !== null) this.#lastAt = Math.max(this.#lastAt ?? sum.lastAt, sum.lastAt);
  }

  add(session: string, { touch, status, blame, at }: TouchingCall, file: OneFile): void {
    this.#sessions.add(session);
    if (at !== null) {
      this.#firstAt = Math.min(this.#firstAt ?? at, at);
      this.#lastAt = Math.max(this.#lastAt ?? at, at);
    }
    if (status === 'rejected' || status === 'denied') this.#refused++;
    else if (isUnexpectedFailure({ status, failure: blame === null ? null : { code: '', blame, message: '' } }))
      this.#failures++;
    if (status !== 'ok') return;
    this.#counts[touch]++;
    if (file.linesAdded !== null) this.#added = (this.#added ?? 0) + file.linesAdded;
    if (file.linesRemoved !== null) this.#removed = (this.#removed ?? 0) + file.linesRemoved;
  }

  total(): TouchedFile {
    return {
      path: this.path,
      reads: this.#counts.read,
      edits: this.#counts.edit,
      writes: this.#counts.write,
      linesAdded: this.#added,
      linesRemoved: this.#removed,
      failures: this.#failures,
      refused: this.#refused,
      sessions: this.#sessions.size,
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
    };
  }
}

class FileTable {
  readonly #files = new Map<string, Sums>();

  at(path: string): Sums {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const sums = new Sums(path);
    this.#files.set(path, sums);
    return sums;
  }

  /** The file that was touched last comes first. */
  list(): TouchedFile[] {
    return [...this.#files.values()]
      .map((sums) => sums.total())
      .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || (a.path < b.path ? -1 : 1));
  }
}

/** The file that was touched last comes first. Counts are of calls that went well; the others are failures. */
export function touchedFiles(touches: Iterable<TouchingCall>, open: LogOpener = openOnDisk): TouchedFile[] {
  const table = new FileTable();
  for (const touch of touches) {
    const session = `${touch.agent} ${touch.session}`;
    for (const file of filesOf(touch, open)) table.at(wholePath(file.path, touch.project)).add(session, touch, file);
  }
  return table.list();
}

/** The same for all calls that fit: summed up by the database where it decides the filter. */
export function allTouchedFiles(database: Database, question: TouchQuestion, open: LogOpener): TouchedFile[] {
  const summed = fileSums(database, question);
  if (summed === undefined) return touchedFiles(filesTouched(database, question), open);
  const table = new FileTable();
  for (const sum of summed.sums) table.at(wholePath(sum.path, sum.project)).include(sum);
  for (const { touch, session } of summed.several) {
    for (const file of filesOf(touch, open)) table.at(wholePath(file.path, touch.project)).add(session, touch, file);
  }
  return table.list();
}
