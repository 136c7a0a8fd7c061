// Sessions in agents' SQLite databases, each read as lines. Opened read-only and briefly: the agent keeps writing, and is neither
// blocked nor slowed.

import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { DatabaseNews, DatabaseSource, RowQuery, SessionRow } from '../../formats/source.ts';
import { type DriverDatabase, loadDriver } from '../../sqlite/driver.ts';
import { type FileFacts, fileFacts } from '../files/file-stamp.ts';
import { KeptRenderings } from './kept-renderings.ts';
import type { RenderedLog } from './rendered-log.ts';

const BUSY_MS = 2000;

export interface SessionPlace {
  readonly database: string;
  readonly session: string;
}

/**
 * Each session in a database gets its own path: below the database, as if that were a folder. The name cannot be that of another
 * folder.
 */
export function sessionPath({ database, session }: SessionPlace): string {
  const name = encodeURIComponent(session);
  return database + sep + (/^\.+$/.test(name) ? name.replaceAll('.', '%2E') : name);
}

/** Undefined when the path does not name a session in a database. */
export function sessionPlace(path: string): SessionPlace | undefined {
  const at = path.lastIndexOf(sep);
  if (at <= 0) return undefined;
  try {
    return { database: path.slice(0, at), session: decodeURIComponent(path.slice(at + 1)) };
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'bigint' && !(value instanceof Uint8Array);
}

/** Bytes of a BLOB are not text, and are not read. */
function plainRow(row: unknown): JsonObject {
  if (!isObject(row)) return {};
  if (Object.values(row).every(isPlain)) return row;
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) continue;
    plain[name] = typeof value === 'bigint' ? Number(value) : value;
  }
  return plain;
}

interface Connection {
  readonly path: string;
  readonly inode: number;
  readonly database: DriverDatabase;
}

/** The last connection used: opening one takes longer than most queries. It is closed with the turn of the event loop. */
let connection: Connection | undefined;

function disconnect(): void {
  connection?.database.close();
  connection = undefined;
}

function connect(path: string): DriverDatabase {
  const inode = statSync(path).ino;
  if (connection?.path === path && connection.inode === inode) return connection.database;
  if (connection === undefined) setImmediate(disconnect);
  else disconnect();
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(path, { readOnly: true });
  connection = { path, inode, database };
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON`);
  return database;
}

/** All queries inside see the same snapshot. */
function asking<Answer>(path: string, work: (query: RowQuery) => Answer): Answer {
  try {
    const open = connect(path);
    open.exec('BEGIN');
    const answer = work((sql, ...parameters) =>
      open
        .prepare(sql)
        .all(...parameters)
        .map(plainRow),
    );
    open.exec('COMMIT');
    return answer;
  } catch (cause) {
    disconnect();
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('path-unreadable', `The database ${path} cannot be read (${reason}).`, { cause });
  }
}

const renderings = new KeptRenderings();

export function sessionsIn(database: string, source: DatabaseSource): SessionRow[] {
  return asking(database, (query) => [...source.sessions(query)]);
}

/** Undefined when the database cannot say. */
export function newsIn(database: string, source: DatabaseSource, after: number): DatabaseNews | undefined {
  const { news } = source;
  return news === undefined ? undefined : asking(database, (query) => news(query, after));
}

function factsOf(database: string, file: FileFacts, { id, size, modifiedAt, state }: SessionRow): FileFacts {
  const path = sessionPath({ database, session: id });
  return { ...file, path, size, modifiedAt, ...(state === undefined ? {} : { state }) };
}

/** Undefined when there is no such session, or no such database. */
export function sessionFacts({ database, session }: SessionPlace, source: DatabaseSource): FileFacts | undefined {
  const file = fileFacts(database);
  if (file === undefined) return undefined;
  const row = asking(database, (query) => source.session(query, session));
  return row === undefined ? undefined : factsOf(database, file, row);
}

export function openSession({ database, session }: SessionPlace, source: DatabaseSource): RenderedLog {
  const file = fileFacts(database);
  const gone = new AppError('path-not-found', `There is no session ${session} in ${database}.`);
  if (file === undefined) throw gone;
  return asking(database, (query) => {
    const row = source.session(query, session);
    if (row === undefined) throw gone;
    return renderings.open(factsOf(database, file, row), (from) => source.records(query, session, from));
  });
}
