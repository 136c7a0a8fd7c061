// The calls of a session as entries: a page at a time in file order, in columns that the database itself writes as JSON, so that no
// object per call is made.

import { AppError } from '../../../base/app-error.ts';
import { ENTRY_COLUMNS, type EntryColumn } from '../../../base/entry-columns.ts';
import { type Row, text } from '../../../base/row.ts';
import type { EntryPage } from '../../questions/entry-chunk.ts';
import { inFileOrder, madeColumns } from '../../rows/entry-detail.ts';
import type { EntryCalls } from '../../sql/session-entries.ts';
import { askOne, type Steps, type Value } from '../../sql/steps.ts';

/** Whole numbers are written several times faster than others, and shorter. */
function whole(column: string): string {
  return `CAST(${column} AS INTEGER)`;
}

/** The same for what may have a fraction. */
function mostlyWhole(column: string): string {
  return `iif(${column} = ${whole(column)}, ${whole(column)}, ${column})`;
}

/** Columns that the database writes. */
const WRITTEN = {
  source: 'c.source',
  offset: 'c.offset',
  pointer: 'c.pointer',
  thread: 'c.thread',
  at: whole('c.requested_at'),
  text: 'c.summary',
  size: whole('c.bytes'),
  model: 'c.model',
  key: 'c.pk',
  callId: 'c.call_id',
  occurrence: 'c.occurrence',
  tool: 'c.tool',
  toolId: 'c.tool_id',
  status: 'c.status',
  code: 'c.code',
  blame: 'c.blame',
  endedAt: whole('c.ended_at'),
  ms: mostlyWhole('c.ms'),
  basis: 'c.basis',
  bound: 'c.bound',
  turn: 'c.turn',
  tokens: whole('c.tokens'),
  path: 'c.path',
} as const satisfies Partial<Record<EntryColumn, string>>;

/** Columns made from JSON in the row. The database would parse it once for each requested member. */
type MadeColumn = Exclude<EntryColumn, keyof typeof WRITTEN>;

/** `flags`: null, or words with a space between them. */
const MORE = `json_group_array(c.copy_of IS NOT NULL) AS "isCopy", json_group_array(c.flags) AS "flags",
  '[' || coalesce(group_concat(c.detail), '') || ']' AS "detail",
  '[' || coalesce(group_concat(coalesce(c.hooks, 'null')), '') || ']' AS "hooks"`;

function columnsOf(calls: string): string {
  const lists = Object.entries(WRITTEN).map(([name, value]) => `json_group_array(${value}) AS "${name}"`);
  return `SELECT ${lists.join(', ')}, ${MORE} FROM (${calls}) c`;
}

function madeOf(row: Row): ReturnType<typeof madeColumns> {
  // Our own data: the schema's version guarantees its shape.
  const isCopy: readonly number[] = JSON.parse(text(row, 'isCopy'));
  return madeColumns({
    at: JSON.parse(text(row, 'at')),
    details: JSON.parse(text(row, 'detail')),
    hooks: JSON.parse(text(row, 'hooks')),
    isCopy: isCopy.map((copy) => copy !== 0),
    flags: JSON.parse(text(row, 'flags')),
  });
}

function isMade(column: EntryColumn): column is MadeColumn {
  return !(column in WRITTEN);
}

function callPage(row: Row): EntryPage {
  const made = madeOf(row);
  /** A page may become several chunks. */
  const parsed = new Map<EntryColumn, readonly unknown[]>();
  const column = <Item>(name: EntryColumn): readonly Item[] => JSON.parse(text(row, name));
  const places = {
    source: column<number>('source'),
    offset: column<number>('offset'),
    pointer: column<string>('pointer'),
    occurrence: column<number>('occurrence'),
  };
  return {
    ...inFileOrder(places),
    /** Half the work of making it out of values. */
    line() {
      const columns = ENTRY_COLUMNS.map((name) => {
        return `"${name}":${isMade(name) ? JSON.stringify(made[name]) : text(row, name)}`;
      });
      return `{${columns.join(',')}}`;
    },
    values(name) {
      const values = isMade(name) ? made[name] : (parsed.get(name) ?? column(name));
      parsed.set(name, values);
      return values;
    },
  };
}

// Sorting by more than the place would carry all columns through a sorter.
const BETWEEN = columnsOf(
  `SELECT * FROM calls WHERE session_pk = ? AND (source, offset) > (?, ?) AND (source, offset) <= (?, ?)
   ORDER BY source, offset`,
);

// By their ids: scanning the session for a few of its calls would cost as much as the session is long.
const NAMED = columnsOf(
  'SELECT * FROM calls INDEXED BY calls_id WHERE session_pk = ? AND call_id IN (SELECT value FROM json_each(?))',
);

function* pageOf(sql: string, ...values: readonly Value[]): Steps<EntryPage> {
  const row = yield* askOne(sql, ...values);
  if (row === undefined) throw new AppError('internal', 'A sum over calls has no row.');
  return callPage(row);
}

export const ENTRY_CALLS: EntryCalls = {
  between: ({ pk }, after, until) => pageOf(BETWEEN, pk, after.source, after.offset, until.source, until.offset),
  named: ({ pk }, callIds) => pageOf(NAMED, pk, callIds),
};
