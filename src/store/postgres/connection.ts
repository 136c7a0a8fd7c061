// Connections to PostgreSQL: statements, transactions, COPY, notifications. The one place that knows the client, which is loaded
// when a store is opened, so that commands that need none do not wait for it.

import { once } from 'node:events';
import type { Sql, TransactionSql } from 'postgres';
import { AppError } from '../../base/app-error.ts';
import type { Row } from '../../base/row.ts';
import { connectionError } from './connection-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { SCHEMA_NAME } from './schema.ts';
import { copyLine, fromCell, type Given, type Statements, toParameter } from './statement.ts';

/** bigint, and the sums of it: keys, counts and places are far below 2 ** 53. */
const INT8 = 20;
const NUMERIC = 1700;

interface Types {
  readonly whole: number;
  [name: string]: unknown;
}
type Client = Sql<{ whole: Types['whole'] }> | TransactionSql<{ whole: Types['whole'] }>;

/** So much is given to COPY at once. */
const COPY_CHARACTERS = 1 << 16;

class ClientStatements implements Statements {
  readonly #client: Client;
  protected readonly settings: ConnectionSettings;

  constructor(client: Client, settings: ConnectionSettings) {
    this.#client = client;
    this.settings = settings;
  }

  #ask(sql: string, values: readonly Given[]) {
    return this.#client.unsafe(sql, values.map(toParameter), { prepare: true });
  }

  async all(sql: string, ...values: readonly Given[]): Promise<Row[]> {
    try {
      return (await this.#ask(sql, values)).map(rowOf);
    } catch (error) {
      throw connectionError(error, this.settings);
    }
  }

  async get(sql: string, ...values: readonly Given[]): Promise<Row | undefined> {
    const [first] = await this.all(sql, ...values);
    return first;
  }

  async *each(batch: number, sql: string, ...values: readonly Given[]): AsyncGenerator<Row[]> {
    try {
      for await (const rows of this.#ask(sql, values).cursor(batch)) yield rows.map(rowOf);
    } catch (error) {
      throw connectionError(error, this.settings);
    }
  }
}

function rowOf(row: Readonly<Record<string, unknown>>): Row {
  const cells: Record<string, Row[string]> = {};
  for (const name of Object.keys(row)) cells[name] = fromCell(row[name]);
  return cells;
}

/** Statements that take effect together, or not at all. */
export class Transaction extends ClientStatements {
  readonly #client: TransactionSql<{ whole: number }>;

  constructor(client: TransactionSql<{ whole: number }>, settings: ConnectionSettings) {
    super(client, settings);
    this.#client = client;
  }

  /** Several statements without values. */
  async run(sql: string): Promise<void> {
    try {
      await this.#client.unsafe(sql).simple();
    } catch (error) {
      throw connectionError(error, this.settings);
    }
  }

  /** Very many rows of one table. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly Given[]>): Promise<void> {
    const names = columns.map((name) => `"${name}"`).join(', ');
    try {
      const query = this.#client.unsafe(`COPY ${table} (${names}) FROM STDIN`);
      // The client has told of its stream by then, and would tell no one of a row that the server refuses.
      const failed = new Promise<never>((_, reject) => Reflect.set(query, 'reject', reject));
      // Whoever waits for it hears of it.
      failed.catch(() => undefined);
      const stream = await Promise.race([query.writable(), failed]);
      stream.on('error', () => undefined);
      let text = '';
      for (const row of rows) {
        text += copyLine(row);
        if (text.length < COPY_CHARACTERS) continue;
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
        text = '';
      }
      const ended = once(stream, 'finish');
      stream.end(text);
      await Promise.race([ended, failed]);
    } catch (error) {
      throw connectionError(error, this.settings);
    }
  }
}

/** A store of PostgreSQL: a few connections, opened as they are needed. */
export class Connection extends ClientStatements {
  readonly #client: Sql<{ whole: number }>;

  private constructor(client: Sql<{ whole: number }>, settings: ConnectionSettings) {
    super(client, settings);
    this.#client = client;
  }

  /** Nothing is sent before the first statement. */
  static async open(settings: ConnectionSettings, most = 4): Promise<Connection> {
    const { default: postgres } = await import('postgres');
    const client = postgres({
      host: settings.host,
      port: settings.port,
      ...(settings.socket === null ? {} : { path: settings.socket }),
      database: settings.database,
      user: settings.user,
      pass: settings.password ?? '',
      ssl: settings.tls,
      max: most,
      connect_timeout: 10,
      // Its own list of types is asked for with every connection, and not needed.
      fetch_types: false,
      onnotice: () => undefined,
      types: { whole: { to: INT8, from: [INT8, NUMERIC], serialize: String, parse: Number } },
      connection: {
        application_name: 'toolscope',
        search_path: SCHEMA_NAME,
        extra_float_digits: 3,
        statement_timeout: 0,
        TimeZone: 'UTC',
      },
    });
    return new Connection(client, settings);
  }

  async transaction<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.#begin('', work);
  }

  /** All statements see the same moment, and change nothing. */
  async snapshot<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.#begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  async #begin<Answer>(mode: string, work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    // What the client hands through it changes on the way.
    let answer: { readonly is: Answer } | undefined;
    try {
      await this.#client.begin(mode, async (client) => {
        answer = { is: await work(new Transaction(client, this.settings)) };
      });
    } catch (error) {
      throw connectionError(error, this.settings);
    }
    if (answer === undefined) throw new AppError('internal', 'A transaction ended before its work.');
    return answer.is;
  }

  /** Calls `onNotice` for every notification, and once for each time that some may have been missed. */
  async listen(channel: string, onNotice: () => void): Promise<() => Promise<void>> {
    try {
      const listening = await this.#client.listen(channel, onNotice, onNotice);
      return async () => {
        await listening.unlisten();
      };
    } catch (error) {
      throw connectionError(error, this.settings);
    }
  }

  /** What is under way is waited for a little. */
  async close(): Promise<void> {
    await this.#client.end({ timeout: 5 });
  }
}
