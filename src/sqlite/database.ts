// An open SQLite file: pragmas, transactions, and prepared statements whose rows have types.

import { AppError } from '../base/app-error.ts';
import type { Row } from '../base/row.ts';
import { type DriverDatabase, type DriverStatement, loadDriver, type SqlValue } from './driver.ts';
import { type Migration, migrate } from './migrate.ts';
import { makePrivateFile } from './private-folder.ts';
import { storeError } from './store-error.ts';
import type { WriteTurn } from './write-turn.ts';

export interface OpenOptions {
  readonly path: string;
  /** `full`: a committed transaction survives the loss of power. `normal`: it survives the death of the process. */
  readonly synchronous: 'full' | 'normal' | 'off';
  readonly migrations: readonly Migration[];
  /** How long to wait for another process's write. */
  readonly busyTimeoutMs?: number;
  /** Overwrite deleted content with zeros: for stores that hold secrets for a while. */
  readonly secureDelete?: boolean;
  /** Size of the write-ahead log from which its content moves into the main file. */
  readonly checkpointPages?: number;
  /** The write-ahead log lets readers read during a write. */
  readonly journal?: 'wal' | 'delete';
  /** Read-only: nothing is created or migrated, and the schema must be the newest known. */
  readonly readOnly?: boolean;
}

/** Statements that stay prepared although nothing references them. */
const MOST_PREPARED = 100;

export interface RunResult {
  readonly changes: number;
  readonly lastId: number;
}

/** A prepared query. Rows pass through its reader, so that every column has the right type. */
export class Query<T> {
  readonly #path: string;
  readonly #statement: () => DriverStatement;
  readonly #read: (row: Row) => T;
  readonly #step: () => void;

  constructor(path: string, statement: () => DriverStatement, read: (row: Row) => T, step: () => void) {
    this.#path = path;
    this.#statement = statement;
    this.#read = read;
    this.#step = step;
  }

  get(...values: readonly SqlValue[]): T | undefined {
    this.#step();
    try {
      const row = this.#statement().get(...values);
      return isRow(row) ? this.#read(row) : undefined;
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  all(...values: readonly SqlValue[]): T[] {
    this.#step();
    try {
      return this.#statement()
        .all(...values)
        .flatMap((row) => (isRow(row) ? [this.#read(row)] : []));
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  /** Row by row, for results larger than memory. The statement is busy until the loop ends. */
  *each(...values: readonly SqlValue[]): IterableIterator<T> {
    try {
      for (const row of this.#statement().iterate(...values)) {
        this.#step();
        if (isRow(row)) yield this.#read(row);
      }
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

/** A prepared change. */
export class Command {
  readonly #path: string;
  readonly #statement: () => DriverStatement;

  constructor(path: string, statement: () => DriverStatement) {
    this.#path = path;
    this.#statement = statement;
  }

  run(...values: readonly SqlValue[]): RunResult {
    try {
      const { changes, lastInsertRowid } = this.#statement().run(...values);
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  /** The same if the result is not needed: the driver makes no object of it, a tenth of what a row takes to insert. */
  do(...values: readonly SqlValue[]): void {
    try {
      this.#statement().get(...values);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

export function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null;
}

export class Database {
  readonly path: string;
  readonly #driver: DriverDatabase;
  readonly #readOnly: boolean;
  readonly #statements = new Map<string, DriverStatement>();
  #inTransaction = false;
  /** Called at every step of every query: an error thrown by it ends the query. */
  onStep: (() => void) | undefined;
  /** For threads that write to the same file: whose transaction is next. */
  turn: WriteTurn | undefined;

  constructor(path: string, driver: DriverDatabase, readOnly: boolean) {
    this.path = path;
    this.#driver = driver;
    this.#readOnly = readOnly;
  }

  query<T>(sql: string, read: (row: Row) => T): Query<T> {
    return new Query(this.path, this.#prepare(sql), read, () => this.onStep?.());
  }

  /** Rows of a dynamic statement: it stays prepared unless others were used more recently. */
  ask(sql: string, values: readonly SqlValue[]): Row[] {
    this.onStep?.();
    try {
      return this.#asked(sql)
        .all(...values)
        .filter(isRow);
    } catch (error) {
      throw storeError(error, this.path);
    }
  }

  #asked(sql: string): DriverStatement {
    const known = this.#statements.get(sql) ?? this.#driver.prepare(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, known);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > MOST_PREPARED && oldest !== undefined) this.#statements.delete(oldest);
    return known;
  }

  command(sql: string): Command {
    return new Command(this.path, this.#prepare(sql));
  }

  /** One or more statements without values. */
  exec(sql: string): void {
    try {
      this.#driver.exec(sql);
    } catch (error) {
      throw storeError(error, this.path);
    }
  }

  /** All of the work or none of it. Waits its turn at the start, so that it never fails half-way because the file is busy. */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) throw new AppError('internal', 'Transactions cannot be nested.');
    return this.turn === undefined ? this.#transaction(work) : this.turn.during(() => this.#transaction(work));
  }

  #transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /**
   * All queries inside see one snapshot, whatever others write. Only for connections that never write: a connection that does is the
   * only writer.
   */
  *ofOneMoment<T>(ask: () => Generator<T>): Generator<T> {
    if (!this.#readOnly || this.#inTransaction) {
      yield* ask();
      return;
    }
    this.exec('BEGIN');
    this.#inTransaction = true;
    try {
      yield* ask();
    } finally {
      this.#inTransaction = false;
      this.#rollBack();
    }
  }

  /** The same for synchronous queries. */
  atOneMoment<T>(ask: () => T): T {
    if (!this.#readOnly || this.#inTransaction) return ask();
    this.exec('BEGIN');
    this.#inTransaction = true;
    try {
      return ask();
    } finally {
      this.#inTransaction = false;
      this.#rollBack();
    }
  }

  /** Moves everything into the main file first: on Node 20 SQLite's own cleanup waits until all statements are freed. */
  close(): void {
    if (!this.#readOnly) {
      try {
        this.#driver.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Committed work is safe in the write-ahead log; the next opening takes it from there.
      }
    }
    this.#driver.close();
  }

  /** Prepared on first use: of a hundred statements a command uses a few, and preparing all takes as long as its work. */
  #prepare(sql: string): () => DriverStatement {
    let prepared: DriverStatement | undefined;
    return () => {
      prepared ??= this.#driver.prepare(sql);
      return prepared;
    };
  }

  #rollBack(): void {
    try {
      this.#driver.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself when the disk was full or failed: then there is nothing left to undo.
    }
  }
}

/** Opens the file and migrates its schema. Throws CorruptStore when the file is damaged: the caller decides. */
export function openDatabase(options: OpenOptions): Database {
  const { path, readOnly = false } = options;
  const { DatabaseSync } = loadDriver();
  // Results and arguments may contain anything.
  if (!readOnly) makePrivateFile(path);
  let driver: DriverDatabase;
  try {
    driver = new DatabaseSync(path, { readOnly });
  } catch (error) {
    throw storeError(error, path);
  }
  const database = new Database(path, driver, readOnly);
  try {
    database.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? 5000}`);
    if (!readOnly) database.exec(`PRAGMA journal_mode = ${options.journal ?? 'wal'}`);
    database.exec(`PRAGMA synchronous = ${options.synchronous}; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY`);
    if (options.checkpointPages !== undefined) database.exec(`PRAGMA wal_autocheckpoint = ${options.checkpointPages}`);
    if (options.secureDelete === true) database.exec('PRAGMA secure_delete = ON');
    migrate(database, options.migrations, { readOnly });
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
