// Runs one query of somebody else's: in a transaction that only reads, row by row, and not for longer than it may take.

import { AppError } from '../../../base/app-error.ts';
import { integer, type RowValue, text } from '../../../base/row.ts';
import type { SqlAnswer, SqlCell, SqlRequest } from '../../questions/sql.ts';
import { endOf, folderOf } from '../../rows/place-range.ts';
import { condition } from '../../sql/condition.ts';
import { underPlaces } from '../../sql/places.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { SCHEMA_NAME } from '../database/schema.ts';
import { ask, type FactCondition, joinConditions, numbered } from './condition.ts';
import { POSTGRES_DIALECT } from './engine.ts';
import { Handover } from './handover.ts';
import { checkStatement, explainSqlError } from './sql-statement.ts';
import { viewsNamed } from './sql-views.ts';

/** Rows that are asked for at once. */
const ROWS = 200;
/** The longest value that is sent. */
const CELL_BYTES = 16 * 1024 * 1024;
const CANCELLED = '57014';

/** As JSON can tell it. */
function plain(value: RowValue): SqlCell {
  const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
  if (length > CELL_BYTES) {
    throw new AppError('refused', `A value in the answer is too long to be shown (${length} > ${CELL_BYTES}).`, {
      hint: 'Ask for a part of it with substr(…), or for its length(…).',
    });
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return value;
}

/** The sessions the views show: those with a file at or below one of the places, of one project where that is named. */
function shownSessions(places: readonly string[], folder: string | null): FactCondition {
  const parts: FactCondition[] = [underPlaces(POSTGRES_DIALECT, places, 's.pk')];
  if (folder !== null) {
    const below = folderOf(folder);
    parts.push(condition('(s.project = ? OR (s.project >= ? AND s.project < ?))', folder, below, endOf(below)));
  }
  const { sql, values } = joinConditions(parts, 'AND');
  const qualified = sql.replaceAll(' sources ', ` ${SCHEMA_NAME}.sources `);
  return { sql: `shown AS (SELECT s.pk AS session_pk FROM ${SCHEMA_NAME}.sessions s WHERE ${qualified})`, values };
}

interface Said {
  readonly code: string;
  readonly message: string;
  /** In characters of the statement; 0 when none is meant. */
  readonly position: number;
}

function saidIn(error: unknown): Said | undefined {
  if (!(error instanceof Error) || error instanceof AppError || !('code' in error)) return undefined;
  const position = 'position' in error ? Number(error.position) : 0;
  return { code: String(error.code), message: error.message, position: Number.isNaN(position) ? 0 : position };
}

/** The query below the views that it names. */
class Query {
  readonly #request: SqlRequest;
  readonly #statement: string;
  readonly #values: FactCondition['values'];
  /** Where the query of the request begins in the statement, and how far into the request's text. */
  readonly #begin: number;
  readonly #from: number;
  readonly #isExplained: boolean;
  #leftMs: number;

  constructor(request: SqlRequest, schemas: ReadonlySet<string>) {
    const { sql, from, isExplained, names } = checkStatement(request.sql, schemas);
    const shown = shownSessions(request.places, request.folder ?? null);
    const before = `${isExplained ? 'EXPLAIN ' : 'DECLARE toolscope_sql NO SCROLL CURSOR FOR '}WITH ${[
      numbered(shown.sql),
      ...viewsNamed(names),
    ].join(', ')} SELECT * FROM (`;
    this.#request = request;
    this.#statement = `${before}${sql}\n) q`;
    this.#values = shown.values;
    this.#begin = [...before].length;
    this.#from = from;
    this.#isExplained = isExplained;
    this.#leftMs = request.timeoutMs;
  }

  async run(on: Transaction, tell: (answers: readonly SqlAnswer[]) => Promise<void>): Promise<void> {
    const { limit } = this.#request;
    if (this.#isExplained) {
      const { columns, rows } = await this.#timed(on, () => on.table(this.#statement, ...this.#values));
      const told = rows.slice(0, limit ?? rows.length);
      const answers = told.map((row): SqlAnswer => ({ kind: 'row', cells: row.map(plain) }));
      await tell([{ kind: 'columns', columns }, ...answers, { kind: 'end', more: told.length < rows.length }]);
      return;
    }
    await this.#timed(on, () => on.all(this.#statement, ...this.#values));
    for (let told = 0; ; ) {
      const most = limit === null ? ROWS : Math.min(ROWS, limit - told + 1);
      const { columns, rows } = await this.#timed(on, () => on.table(`FETCH ${most} FROM toolscope_sql`));
      if (told === 0) await tell([{ kind: 'columns', columns }]);
      const shown = limit === null ? rows : rows.slice(0, limit - told);
      await tell(shown.map((row) => ({ kind: 'row', cells: row.map(plain) })));
      told += shown.length;
      const more = shown.length < rows.length;
      if (more || rows.length < most) {
        await tell([{ kind: 'end', more }]);
        return;
      }
    }
  }

  /** Only the time that the database takes counts: anyone who reads slowly loses nothing. */
  async #timed<Answer>(on: Transaction, work: () => Promise<Answer>): Promise<Answer> {
    const { sql, timeoutMs, signal } = this.#request;
    const isLimited = Number.isFinite(this.#leftMs);
    await on.run(`SET LOCAL statement_timeout = ${isLimited ? Math.max(1, Math.ceil(this.#leftMs)) : 0}`);
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const said = saidIn(error);
      if (said === undefined) throw error;
      if (said.code === CANCELLED) {
        throw new AppError('refused', `The query was stopped after ${timeoutMs / 1000} s.`, {
          hint: 'Ask for less, or allow it more time.',
        });
      }
      const at = said.position === 0 ? -1 : said.position - 1 - this.#begin + this.#from;
      throw explainSqlError(sql, said.code, said.message, at);
    } finally {
      this.#leftMs -= performance.now() - began;
    }
  }
}

/** Throws when the query is refused, wrong, or takes too long. */
export async function* runSql(connection: Connection, request: SqlRequest): AsyncGenerator<SqlAnswer> {
  const { signal } = request;
  signal?.throwIfAborted();
  const schemas = new Set(
    (await ask(connection, 'SELECT nspname FROM pg_namespace')).map((row) => text(row, 'nspname')),
  );
  const query = new Query(request, schemas);
  const answers = new Handover<readonly SqlAnswer[]>();
  let backend: number | undefined;
  const stop = (): void => {
    if (backend === undefined) return;
    connection.all('SELECT pg_cancel_backend($1::int4)', backend).catch(() => undefined);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const running = connection
    .snapshot(async (on) => {
      const [row] = await on.all('SELECT pg_backend_pid() AS pid');
      backend = row === undefined ? undefined : integer(row, 'pid');
      // Nothing but the views has a name.
      await on.run(`SET LOCAL search_path = ''; SET LOCAL standard_conforming_strings = on`);
      signal?.throwIfAborted();
      await query.run(on, (said) => answers.give(said));
    })
    .finally(() => {
      backend = undefined;
    });
  running.then(
    () => answers.end(),
    (error) => answers.end(error),
  );
  try {
    for await (const batch of answers.taken()) yield* batch;
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    answers.close();
    await running.catch(() => undefined);
  }
}
