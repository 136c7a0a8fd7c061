// Connections to PostgreSQL: statements, transactions, COPY, notifications. The one place that knows the client, which is loaded
// when a store is opened, so that commands that need none do not wait for it.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from 'pg';
import { integer, type Row, type RowValue, text } from '../../../base/row.ts';
import { BinaryRows } from './binary-copy.ts';
import { connectionError, LostConnection } from './connection-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { SCHEMA_NAME } from './schema.ts';
import { fromCell, type Given, parserOf, type Statements, toParameter } from './statement.ts';

type Driver = typeof import('pg')['default'];
type CopyFrom = typeof import('pg-copy-streams')['from'];

/** The setting of a connection that says which machine asks. */
export const OWN_MACHINE = 'toolscope.machine';

const CONNECT_MS = 10_000;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** Between two attempts to listen again. */
const LISTEN_AGAIN_MS = 1000;

/** Statements that are asked again are prepared; those that are put together for one question seldom are. */
const MOST_PREPARED = 300;
const MOST_SEEN = 3000;
const seen = new Set<string>();
const prepared = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = prepared.get(sql);
  if (known !== undefined || prepared.size >= MOST_PREPARED) return known;
  if (!seen.has(sql)) {
    if (seen.size < MOST_SEEN) seen.add(sql);
    return undefined;
  }
  const name = `toolscope_${prepared.size}`;
  prepared.set(sql, name);
  return name;
}

function rowOf(row: Readonly<Record<string, unknown>>): Row {
  const cells: Record<string, Row[string]> = {};
  for (const name of Object.keys(row)) cells[name] = fromCell(row[name]);
  return cells;
}

async function ask(client: Pick<ClientBase, 'query'>, sql: string, values: readonly Given[]): Promise<Row[]> {
  const name = nameOf(sql);
  const { rows } = await client.query<Record<string, unknown>>({
    ...(name === undefined ? {} : { name }),
    text: sql,
    values: values.map(toParameter),
  });
  return rows.map(rowOf);
}

let cursors = 0;

/** Statements that take effect together, or not at all. */
export class Transaction implements Statements {
  readonly #client: ClientBase;
  readonly #copyFrom: CopyFrom;
  readonly #settings: ConnectionSettings;

  constructor(client: ClientBase, copyFrom: CopyFrom, settings: ConnectionSettings) {
    this.#client = client;
    this.#copyFrom = copyFrom;
    this.#settings = settings;
  }

  async all(sql: string, ...values: readonly Given[]): Promise<Row[]> {
    try {
      return await ask(this.#client, sql, values);
    } catch (error) {
      throw connectionError(error, this.#settings);
    }
  }

  async get(sql: string, ...values: readonly Given[]): Promise<Row | undefined> {
    const [first] = await this.all(sql, ...values);
    return first;
  }

  async *each(batch: number, sql: string, ...values: readonly Given[]): AsyncGenerator<Row[]> {
    const cursor = `c${++cursors}`;
    await this.#askOnce(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values);
    for (;;) {
      const rows = await this.#askOnce(`FETCH ${batch} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < batch) break;
    }
    await this.run(`CLOSE ${cursor}`);
  }

  /** What names a cursor is never asked again, and takes no place among prepared statements. */
  async #askOnce(sql: string, values: readonly Given[] = []): Promise<Row[]> {
    try {
      const { rows } = await this.#client.query<Record<string, unknown>>(sql, values.map(toParameter));
      return rows.map(rowOf);
    } catch (error) {
      throw connectionError(error, this.#settings);
    }
  }

  /** Rows as lists, with the names of their columns: two of them may have one name. */
  async table(
    sql: string,
    ...values: readonly Given[]
  ): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly RowValue[])[] }> {
    try {
      const asked = { text: sql, values: values.map(toParameter), rowMode: 'array' as const };
      const { fields, rows } = await this.#client.query<unknown[]>(asked);
      return { columns: fields.map(({ name }) => name), rows: rows.map((row) => row.map(fromCell)) };
    } catch (error) {
      throw connectionError(error, this.#settings);
    }
  }

  /** Several statements without values. */
  async run(sql: string): Promise<void> {
    try {
      await this.#client.query(sql);
    } catch (error) {
      throw connectionError(error, this.#settings);
    }
  }

  /** Very many rows of one table. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly Given[]>): Promise<void> {
    const binary = new BinaryRows(await typesOf(this, table, columns));
    const names = columns.map((name) => `"${name}"`).join(', ');
    const stream = this.#client.query(this.#copyFrom(`COPY ${table} (${names}) FROM STDIN (FORMAT binary)`));
    let isOver = false;
    stream.once('error', () => {
      isOver = true;
    });
    const failed = once(stream, 'error').then(([error]) => Promise.reject(error));
    // The caller that waits for it hears of it.
    failed.catch(() => undefined);
    try {
      for (const row of rows) {
        binary.add(row);
        if (binary.isFull && !stream.write(binary.take())) await Promise.race([once(stream, 'drain'), failed]);
      }
      binary.end();
      const finished = once(stream, 'finish');
      stream.end(binary.take());
      await Promise.race([finished, failed]);
    } catch (error) {
      // The server has ended it already, or the connection is gone: there is no one left to tell.
      if (!isOver) stream.destroy();
      throw connectionError(error, this.#settings);
    }
  }
}

/** Of each table's columns, by their names: the same in every store of this schema. */
const columnTypes = new Map<string, ReadonlyMap<string, number>>();

async function typesOf(on: Transaction, table: string, columns: readonly string[]): Promise<number[]> {
  let known = columnTypes.get(table);
  if (known === undefined || !columns.every((name) => known?.has(name))) {
    const rows = await on.all(
      'SELECT attname::text AS name, atttypid::int8 AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0',
      table,
    );
    known = new Map(rows.map((row) => [text(row, 'name'), integer(row, 'type')]));
    columnTypes.set(table, known);
  }
  return columns.map((name) => known.get(name) ?? 0);
}

/** What every connection says when it begins. */
export function configOf(settings: ConnectionSettings): ClientConfig {
  return {
    host: settings.socket ?? settings.host,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    password: settings.password ?? '',
    ssl: settings.tls,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'toolscope',
    options: `-c search_path=${SCHEMA_NAME} -c timezone=UTC -c extra_float_digits=1 -c ${OWN_MACHINE}=${settings.machine ?? ''}`,
    types: { getTypeParser: parserOf },
  };
}

/** A store of PostgreSQL: a few connections, opened as they are needed. */
export class Connection implements Statements {
  readonly #pool: Pool;
  readonly #driver: Driver;
  readonly #copyFrom: CopyFrom;
  readonly #settings: ConnectionSettings;
  readonly #listeners = new Set<() => Promise<void>>();

  private constructor(driver: Driver, copyFrom: CopyFrom, settings: ConnectionSettings, most: number) {
    this.#driver = driver;
    this.#copyFrom = copyFrom;
    this.#settings = settings;
    this.#pool = new driver.Pool({
      ...configOf(settings),
      max: most,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    });
    // Of a connection that no one uses: the next one who wants it gets another.
    this.#pool.on('error', () => undefined);
  }

  /** Nothing is sent before the first statement. */
  static async open(settings: ConnectionSettings, most = 4): Promise<Connection> {
    const [{ default: driver }, { from }] = await Promise.all([import('pg'), import('pg-copy-streams')]);
    return new Connection(driver, from, settings, most);
  }

  async all(sql: string, ...values: readonly Given[]): Promise<Row[]> {
    return this.#with((client) => ask(client, sql, values));
  }

  async get(sql: string, ...values: readonly Given[]): Promise<Row | undefined> {
    const [first] = await this.all(sql, ...values);
    return first;
  }

  each(batch: number, sql: string, ...values: readonly Given[]): AsyncGenerator<Row[]> {
    return this.snapshotOf((on) => on.each(batch, sql, ...values));
  }

  /** For what is told bit by bit: all of it is of one moment, however long that takes. */
  async *snapshotOf<Part>(tell: (on: Transaction) => AsyncIterable<Part>): AsyncGenerator<Part> {
    const client = await this.#connect();
    let failure: unknown;
    try {
      const on = new Transaction(client, this.#copyFrom, this.#settings);
      await on.run(SNAPSHOT);
      yield* tell(on);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await this.#letGo(client, failure, 'ROLLBACK');
    }
  }

  async transaction<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.#begin('BEGIN', work);
  }

  /** All statements see the same moment, and change nothing. */
  async snapshot<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.#begin(SNAPSHOT, work);
  }

  async #begin<Answer>(how: string, work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const client = await this.#connect();
    let failure: unknown;
    try {
      const on = new Transaction(client, this.#copyFrom, this.#settings);
      await on.run(how);
      const answer = await work(on);
      await on.run('COMMIT');
      return answer;
    } catch (error) {
      failure = connectionError(error, this.#settings);
      throw failure;
    } finally {
      await this.#letGo(client, failure, failure === undefined ? undefined : 'ROLLBACK');
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      const client = await this.#pool.connect();
      // What breaks it is told to the caller that waits for an answer.
      if (client.listenerCount('error') < 2) client.on('error', () => undefined);
      return client;
    } catch (error) {
      throw connectionError(error, this.#settings);
    }
  }

  /** Back to the others, or away when it is broken. */
  async #letGo(client: PoolClient, failure: unknown, last?: string): Promise<void> {
    let isBroken = failure instanceof LostConnection;
    try {
      if (!isBroken && last !== undefined) await client.query(last);
    } catch {
      isBroken = true;
    }
    client.release(isBroken);
  }

  async #with<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    const client = await this.#connect();
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = connectionError(error, this.#settings);
      throw failure;
    } finally {
      await this.#letGo(client, failure);
    }
  }

  /** Calls `onNotice` for every notification, and once for each time that some may have been missed. Goes on by itself. */
  async listen(channel: string, onNotice: () => void): Promise<() => Promise<void>> {
    const end = new AbortController();
    let client: Client | undefined;
    const attend = async (): Promise<void> => {
      const current = new this.#driver.Client(configOf(this.#settings));
      client = current;
      // An error is followed by the end of the connection.
      const lost = new Promise<void>((resolve) => current.once('end', resolve));
      client.on('error', () => undefined);
      client.on('notification', onNotice);
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      onNotice();
      void lost.then(() => again());
    };
    const again = async (): Promise<void> => {
      while (!end.signal.aborted) {
        await sleep(LISTEN_AGAIN_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
        if (end.signal.aborted) return;
        try {
          await attend();
          return;
        } catch {
          // Still away.
        }
      }
    };
    const stop = async (): Promise<void> => {
      end.abort();
      this.#listeners.delete(stop);
      await client?.end().catch(() => undefined);
    };
    this.#listeners.add(stop);
    try {
      await attend();
    } catch (error) {
      await stop();
      throw connectionError(error, this.#settings);
    }
    return stop;
  }

  /** What is under way is waited for. */
  async close(): Promise<void> {
    for (const stop of [...this.#listeners]) await stop();
    if (!this.#pool.ending) await this.#pool.end();
  }
}
