// The calls of a session as entries: a page at a time in the order of the files.

import type { EntryColumn } from '../../../base/entry-columns.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { type EntryPage, lineOf } from '../../questions/entry-chunk.ts';
import { type EntryDetail, inFileOrder, madeColumns } from '../../rows/entry-detail.ts';
import type { StoredHook } from '../../rows/stored-hook.ts';
import type { EntryCalls } from '../../sql/session-entries.ts';
import { ask, type Steps, type Value } from '../../sql/steps.ts';
import { ID_HEAD } from '../database/schema.ts';
import { POSTGRES_DIALECT } from './engine.ts';

function whole(row: Row, name: string): number | null {
  const value = integerOrNull(row, name);
  return value === null ? null : Math.trunc(value);
}

/** What a row holds by itself. */
const WRITTEN = {
  source: (row) => integer(row, 'source'),
  offset: (row) => integer(row, 'offset'),
  pointer: (row) => text(row, 'pointer'),
  thread: (row) => text(row, 'thread'),
  at: (row) => whole(row, 'requested_at'),
  text: (row) => text(row, 'summary'),
  size: (row) => whole(row, 'bytes'),
  model: (row) => textOrNull(row, 'model'),
  key: (row) => integer(row, 'pk'),
  callId: (row) => text(row, 'call_id'),
  occurrence: (row) => integer(row, 'occurrence'),
  tool: (row) => text(row, 'tool'),
  toolId: (row) => text(row, 'tool_id'),
  status: (row) => text(row, 'status'),
  code: (row) => textOrNull(row, 'code'),
  blame: (row) => textOrNull(row, 'blame'),
  endedAt: (row) => whole(row, 'ended_at'),
  ms: (row) => integerOrNull(row, 'ms'),
  basis: (row) => textOrNull(row, 'basis'),
  bound: (row) => textOrNull(row, 'bound'),
  turn: (row) => integer(row, 'turn'),
  tokens: (row) => whole(row, 'tokens'),
  path: (row) => textOrNull(row, 'path'),
} as const satisfies Partial<Record<EntryColumn, (row: Row) => unknown>>;

type MadeColumn = Exclude<EntryColumn, keyof typeof WRITTEN>;

function isMade(column: EntryColumn): column is MadeColumn {
  return !(column in WRITTEN);
}

/** Our own words: the schema's version vouches for their shape. */
function madeOf(rows: readonly Row[]): Readonly<Record<MadeColumn, readonly unknown[]>> {
  return madeColumns({
    at: rows.map(WRITTEN.at),
    details: rows.map((row): EntryDetail => JSON.parse(text(row, 'detail'))),
    hooks: rows.map((row): readonly StoredHook[] | null => JSON.parse(textOrNull(row, 'hooks') ?? 'null')),
    isCopy: rows.map((row) => integerOrNull(row, 'copy_of') !== null),
    flags: rows.map((row) => textOrNull(row, 'flags')),
  });
}

function callPage(rows: readonly Row[]): EntryPage {
  const made = madeOf(rows);
  const values = (column: EntryColumn): readonly unknown[] => {
    if (isMade(column)) return made[column];
    const read: (row: Row) => unknown = WRITTEN[column];
    return rows.map(read);
  };
  const places = {
    source: rows.map(WRITTEN.source),
    offset: rows.map(WRITTEN.offset),
    pointer: rows.map(WRITTEN.pointer),
    occurrence: rows.map(WRITTEN.occurrence),
  };
  return { ...inFileOrder(places), values, line: () => lineOf(values) };
}

function* pageOf(sql: string, ...values: readonly Value[]): Steps<EntryPage> {
  return callPage(yield* ask(sql, ...values));
}

export const ENTRY_CALLS: EntryCalls = {
  between(session, after, until) {
    const own = POSTGRES_DIALECT.inSession(session);
    return pageOf(
      `SELECT * FROM calls c WHERE ${own.sql} AND (c.source, c."offset") > (?, ?) AND (c.source, c."offset") <= (?, ?)
       ORDER BY c.source, c."offset", c.pk`,
      ...own.values,
      after.source,
      after.offset,
      until.source,
      until.offset,
    );
  },
  named(session, callIds) {
    const own = POSTGRES_DIALECT.inSession(session);
    return pageOf(
      `SELECT c.* FROM unnest(?::text[]) AS n (call_id)
       JOIN calls c ON left(c.call_id, ${ID_HEAD}) = left(n.call_id, ${ID_HEAD}) AND c.call_id = n.call_id
       WHERE ${own.sql} ORDER BY c.call_id, c.occurrence`,
      [...new Set(callIds)],
      ...own.values,
    );
  },
};
