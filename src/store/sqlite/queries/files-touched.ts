// Answers "which calls touched which files?": one row per call, in no particular order.

import { BLAMES, type Blame, type CallStatus, STATUSES } from '../../../model/outcome.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import { oneOf } from '../index/one-of.ts';
import { CallFilesQuery } from './call-files.ts';
import type { CallQuestion } from './call-question.ts';
import { CallReader } from './call-reader.ts';
import { CallScan } from './call-scan.ts';
import { toolWords, wordNumber } from './interned-lists.ts';
import { keepEvery, keepKnown, keepMarked } from './narrow.ts';

/** What a tool does to the file it names. */
export type FileTouch = 'read' | 'edit' | 'write';

export interface TouchQuestion extends CallQuestion {
  /** Tool id → what it does to files; calls of other tools touch none. */
  readonly touches: ReadonlyMap<string, FileTouch>;
  /** Only calls that touched this file, and those of which only the log tells. From the root. */
  readonly file?: string;
}

export interface TouchingCall {
  readonly agent: string;
  readonly session: string;
  /** The folder that relative paths start from. */
  readonly project: string | null;
  readonly touch: FileTouch;
  /** The file, or the first of several. */
  readonly path: string;
  /** How many files it changed. */
  readonly files: number;
  readonly status: CallStatus;
  readonly blame: Blame | null;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly at: number | null;
  /** The whole call, and the names of its session's files. */
  open(): { readonly call: ToolCall; pathOf(source: number): string };
}

const COLUMNS = `s.agent, s.id, s.project, c.pk, c.tool_id, c.path, c.status, c.blame, c.lines_added, c.lines_removed,
  coalesce(c.requested_at, c.ended_at) AS at, json_extract(c.detail, '$.f.files') AS files`;

/** Calls that touched files, by the keys of their rows. */
export class TouchReader {
  readonly #reader: CallReader;
  readonly #whole: Query<Row>;
  readonly #one: Query<Row>;
  readonly #touches: TouchQuestion['touches'];

  constructor(database: Database, touches: TouchQuestion['touches']) {
    this.#touches = touches;
    this.#reader = new CallReader(database);
    this.#whole = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    this.#one = database.query(
      `SELECT ${COLUMNS} FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`,
      (row) => row,
    );
  }

  read(key: number): TouchingCall | undefined {
    const row = this.#one.get(key);
    if (row === undefined) return undefined;
    return touchOfRow(row, this.#touches, () => {
      const full = this.#whole.get(integer(row, 'pk')) ?? row;
      return { call: this.#reader.read(full), pathOf: this.#reader.pathOf(full) };
    });
  }
}

export function* filesTouched(database: Database, question: TouchQuestion): Generator<TouchingCall> {
  const keys = touchingKeys(database, question);
  const reader = new TouchReader(database, question.touches);
  for (const key of keys) {
    const touch = reader.read(key);
    if (touch !== undefined) yield touch;
  }
}

function touchingKeys(database: Database, question: TouchQuestion): readonly number[] {
  const { touches, file } = question;
  const scan = new CallScan(database, question);
  const tool = scan.column('tool');
  const path = scan.column('file');
  const moreFiles = scan.column('moreFiles');
  const wanted = file === undefined ? undefined : (wordNumber(database, 'path', file) ?? 0);
  const written = new CallFilesQuery(database);
  const mayTouch = (key: number): boolean => written.of(key)?.some(([number]) => number === wanted) ?? true;
  const isTouching = keepEvery([
    keepMarked(
      tool,
      Uint8Array.from(toolWords(database), ({ toolId }) => Number(touches.has(toolId))),
    ),
    keepKnown(path),
  ]);
  if (wanted === undefined) return scan.keys(isTouching);
  const keys: number[] = [];
  scan.each(({ slots, count, firstKey }) => {
    const left = isTouching(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      const key = firstKey + slot;
      if (path[slot] === wanted || (!Number.isNaN(moreFiles[slot]) && mayTouch(key))) keys.push(key);
    }
  });
  return keys;
}

function touchOfRow(row: Row, touches: ReadonlyMap<string, FileTouch>, open: TouchingCall['open']): TouchingCall {
  const blame = textOrNull(row, 'blame');
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    touch: touches.get(text(row, 'tool_id')) ?? 'read',
    path: text(row, 'path'),
    files: integerOrNull(row, 'files') ?? 1,
    status: oneOf(STATUSES, text(row, 'status')),
    blame: blame === null ? null : oneOf(BLAMES, blame),
    linesAdded: integerOrNull(row, 'lines_added'),
    linesRemoved: integerOrNull(row, 'lines_removed'),
    at: integerOrNull(row, 'at'),
    open,
  };
}
