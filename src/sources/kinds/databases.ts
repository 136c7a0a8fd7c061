// Sessions in the SQLite databases of agents, each read as lines. Opened read-only and for a moment at a time: the agent goes
// on writing, and is neither blocked nor slowed.

import { AppError } from '../../base/app-error.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { DatabaseSource, RowQuery, SessionRow } from '../../formats/source.ts';
import { type DriverDatabase, loadDriver } from '../../sqlite/driver.ts';
import { type FileFacts, fileFacts } from '../files/file-stamp.ts';
import { RenderedLog, renderRecords } from './rendered-log.ts';

/** Between the path of a database and the id of a session in it. */
const MARK = '#';

const BUSY_MS = 2000;

export interface SessionPlace {
  readonly database: string;
  readonly session: string;
}

/** A path of its own for each session in a database. */
export function sessionPath({ database, session }: SessionPlace): string {
  return `${database}${MARK}${encodeURIComponent(session)}`;
}

/** Undefined when the path does not name a session in a database. */
export function sessionPlace(path: string): SessionPlace | undefined {
  const at = path.lastIndexOf(MARK);
  if (at <= 0) return undefined;
  try {
    return { database: path.slice(0, at), session: decodeURIComponent(path.slice(at + 1)) };
  } catch {
    return undefined;
  }
}

/** Bytes of a BLOB are not text, and nobody looks at them. */
function plainRow(row: unknown): JsonObject {
  if (!isObject(row)) return {};
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) continue;
    plain[name] = typeof value === 'bigint' ? Number(value) : value;
  }
  return plain;
}

/** Everything that is asked inside is of one moment. */
function asking<Answer>(path: string, work: (query: RowQuery) => Answer): Answer {
  const { DatabaseSync } = loadDriver();
  let database: DriverDatabase | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; BEGIN`);
    const open = database;
    return work((sql, ...parameters) =>
      open
        .prepare(sql)
        .all(...parameters)
        .map(plainRow),
    );
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('path-unreadable', `The database ${path} cannot be read (${reason}).`, { cause });
  } finally {
    database?.close();
  }
}

export function sessionsIn(database: string, source: DatabaseSource): SessionRow[] {
  return asking(database, (query) => [...source.sessions(query)]);
}

/** Undefined when there is no such session, or no such database. */
export function sessionFacts({ database, session }: SessionPlace, source: DatabaseSource): FileFacts | undefined {
  const file = fileFacts(database);
  if (file === undefined) return undefined;
  const row = asking(database, (query) => source.session(query, session));
  if (row === undefined) return undefined;
  const path = sessionPath({ database, session });
  return { ...file, path, size: row.size, modifiedAt: row.modifiedAt };
}

export function openSession({ database, session }: SessionPlace, source: DatabaseSource): RenderedLog {
  const file = fileFacts(database);
  const path = sessionPath({ database, session });
  const gone = new AppError('path-not-found', `There is no session ${session} in ${database}.`);
  if (file === undefined) throw gone;
  return asking(database, (query) => {
    const row = source.session(query, session);
    if (row === undefined) throw gone;
    const facts = { ...file, path, size: row.size, modifiedAt: row.modifiedAt };
    return new RenderedLog(renderRecords(source.records(query, session)), facts);
  });
}
