// The calls of a session as entries: a page at a time in file order, in columns that the database itself writes as JSON, so that no
// object per call is made.

import { AppError } from '../../../base/app-error.ts';
import { ENTRY_COLUMNS, type EntryColumn } from '../../../base/entry-columns.ts';
import { integer, type Row, text } from '../../../base/row.ts';
import type { EntryPage } from '../../questions/entry-chunk.ts';
import { compareEntries, madeColumns } from '../../rows/entry-detail.ts';
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
  return `SELECT count(*) AS n, ${lists.join(', ')}, ${MORE} FROM (${calls}) c`;
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

class CallPage implements EntryPage {
  readonly size: number;
  readonly order: readonly number[];
  readonly isInOrder: boolean;
  readonly source: readonly number[];
  readonly offset: readonly number[];
  readonly pointer: readonly string[];
  readonly #row: Row;
  readonly #made: Readonly<Record<MadeColumn, readonly unknown[]>>;
  readonly #parsed = new Map<EntryColumn, readonly unknown[]>();

  constructor(row: Row) {
    this.#row = row;
    this.size = integer(row, 'n');
    this.source = JSON.parse(text(row, 'source'));
    this.offset = JSON.parse(text(row, 'offset'));
    this.pointer = JSON.parse(text(row, 'pointer'));
    this.#made = madeOf(row);
    const occurrence: readonly number[] = JSON.parse(text(row, 'occurrence'));
    const places = { source: this.source, offset: this.offset, pointer: this.pointer, occurrence };
    const numbers = this.source.map((_, i) => i);
    this.isInOrder = numbers.every((i) => i === 0 || compareEntries(places, i - 1, i) < 0);
    this.order = this.isInOrder ? numbers : numbers.sort((a, b) => compareEntries(places, a, b));
  }

  /** One line of JSON with all columns: half the work of making it out of values. */
  line(): string {
    const columns = ENTRY_COLUMNS.map((column) => {
      return `"${column}":${isMade(column) ? JSON.stringify(this.#made[column]) : text(this.#row, column)}`;
    });
    return `{${columns.join(',')}}`;
  }

  values(column: EntryColumn): readonly unknown[] {
    if (isMade(column)) return this.#made[column];
    const known = this.#parsed.get(column);
    if (known !== undefined) return known;
    const values: unknown[] = JSON.parse(text(this.#row, column));
    this.#parsed.set(column, values);
    return values;
  }
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
  return new CallPage(row);
}

export const ENTRY_CALLS: EntryCalls = {
  between: ({ pk }, after, until) => pageOf(BETWEEN, pk, after.source, after.offset, until.source, until.offset),
  named: ({ pk }, callIds) => pageOf(NAMED, pk, callIds),
};
