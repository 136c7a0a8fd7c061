// Answers "which calls touched which files?": one row per call, in no particular order.

import { integerOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { TouchingCall, TouchQuestion } from '../../questions/files.ts';
import { TOUCH_COLUMNS, touchOfRow } from '../../rows/touch-row.ts';
import { CallFilesQuery } from './call-files.ts';
import { CallScan } from './call-scan.ts';
import { toolWords, wordNumber } from './interned-lists.ts';
import { keepEvery, keepKnown, keepMarked } from './narrow.ts';

/** Calls that touched files, by the keys of their rows. */
export class TouchReader {
  readonly #one: Query<TouchingCall>;

  constructor(database: Database, touches: TouchQuestion['touches']) {
    this.#one = database.query(
      `SELECT ${TOUCH_COLUMNS}, json_extract(c.detail, '$.f.files') AS files FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`,
      (row) => touchOfRow(row, touches, integerOrNull(row, 'files') ?? 1),
    );
  }

  read(key: number): TouchingCall | undefined {
    return this.#one.get(key);
  }
}

export function filesTouched(database: Database, question: TouchQuestion): TouchingCall[] {
  const keys = touchingKeys(database, question);
  const reader = new TouchReader(database, question.touches);
  return keys.flatMap((key) => reader.read(key) ?? []);
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
