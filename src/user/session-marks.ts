// What the user says about sessions: pinned, renamed, hidden. Kept in user.sqlite, apart from the index: it is not derived from logs,
// so it survives a rebuild of the index.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { flag, text, textOrNull } from '../base/row.ts';
import { stripControls } from '../base/terminal.ts';
import { type Command, type Database, openDatabase, type Query } from '../sqlite/database.ts';
import type { Migration } from '../sqlite/migrate.ts';

const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE session_mark (
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  -- What the person calls it, instead of its title.
  name TEXT,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (agent, session)
) STRICT, WITHOUT ROWID;
`,
  },
];

const FILE = 'user.sqlite';
const BUSY_TIMEOUT_MS = 2000;
export const LONGEST_NAME = 500;

export interface SessionMark {
  readonly isPinned: boolean;
  readonly isHidden: boolean;
  readonly name: string | null;
}

export interface MarkedSession extends SessionMark {
  readonly agent: string;
  readonly session: string;
}

/** Omitted members stay unchanged. An empty name, or null, removes the name. */
export interface MarkChange {
  readonly isPinned?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly name?: string | null | undefined;
}

const UNMARKED: SessionMark = { isPinned: false, isHidden: false, name: null };

function keyOf(agent: string, session: string): string {
  return `${agent}\n${session}`;
}

/** All marks: a user makes few. */
export class SessionMarks {
  readonly all: readonly MarkedSession[];
  readonly #byKey: ReadonlyMap<string, MarkedSession>;

  constructor(all: readonly MarkedSession[]) {
    this.all = all;
    this.#byKey = new Map(all.map((mark) => [keyOf(mark.agent, mark.session), mark]));
  }

  of(agent: string, session: string): SessionMark {
    return this.#byKey.get(keyOf(agent, session)) ?? UNMARKED;
  }

  /** The name that the user gave, or the title of the log. */
  titleOf(agent: string, session: string, title: string | null): string | null {
    return this.of(agent, session).name ?? title;
  }
}

const NO_MARKS = new SessionMarks([]);

function pathIn(folder: string): string {
  return join(folder, FILE);
}

function open(folder: string, readOnly: boolean): Database {
  return openDatabase({
    path: pathIn(folder),
    synchronous: 'full',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    migrations: MIGRATIONS,
    readOnly,
  });
}

/** A file of an older version, or one that is just being created, is migrated first. */
function openToRead(folder: string): Database {
  try {
    return open(folder, true);
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof CorruptStore || error.code !== 'store-unusable') throw error;
    open(folder, false).close();
    return open(folder, true);
  }
}

function listOf(database: Database): Query<MarkedSession> {
  return database.query(
    'SELECT agent, session, pinned, hidden, name FROM session_mark ORDER BY changed_at DESC',
    (row) => ({
      agent: text(row, 'agent'),
      session: text(row, 'session'),
      isPinned: flag(row, 'pinned'),
      isHidden: flag(row, 'hidden'),
      name: textOrNull(row, 'name'),
    }),
  );
}

/** Reads marks, whichever process writes them, for the lifetime of a process. */
export class MarksReader {
  readonly #folder: string;
  #list: { readonly database: Database; readonly query: Query<MarkedSession> } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  marks(): SessionMarks {
    // Most users mark nothing: then there is no file.
    if (this.#list === undefined && !existsSync(pathIn(this.#folder))) return NO_MARKS;
    if (this.#list === undefined) {
      const database = openToRead(this.#folder);
      this.#list = { database, query: listOf(database) };
    }
    return new SessionMarks(this.#list.query.all());
  }

  close(): void {
    this.#list?.database.close();
    this.#list = undefined;
  }
}

/** On one line, and without characters that could change how the text around it looks, like titles of logs. */
function nameFrom(name: string | null): string | null {
  const trimmed = stripControls(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (trimmed.length > LONGEST_NAME) {
    throw new AppError('bad-usage', `A name may have ${LONGEST_NAME} characters; this one has ${trimmed.length}.`);
  }
  return trimmed === '' ? null : trimmed;
}

/** Changes a session's marks. On disk when it returns. */
export function markSession(
  folder: string,
  { agent, session }: { readonly agent: string; readonly session: string },
  change: MarkChange,
  now: number = Date.now(),
): SessionMark {
  const name = change.name === undefined ? undefined : nameFrom(change.name);
  const database = open(folder, false);
  try {
    return database.transaction(() => {
      const before = new SessionMarks(listOf(database).all()).of(agent, session);
      const after: SessionMark = {
        isPinned: change.isPinned ?? before.isPinned,
        isHidden: change.isHidden ?? before.isHidden,
        name: name === undefined ? before.name : name,
      };
      write(database, { agent, session, ...after }, now);
      return after;
    });
  } finally {
    database.close();
  }
}

/** A session without marks leaves no row. */
function write(database: Database, { agent, session, isPinned, isHidden, name }: MarkedSession, now: number): void {
  if (!isPinned && !isHidden && name === null) {
    database.command('DELETE FROM session_mark WHERE agent = ? AND session = ?').run(agent, session);
    return;
  }
  const put: Command = database.command(
    `INSERT INTO session_mark (agent, session, pinned, hidden, name, changed_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (agent, session) DO UPDATE SET
       pinned = excluded.pinned, hidden = excluded.hidden, name = excluded.name, changed_at = excluded.changed_at`,
  );
  put.run(agent, session, isPinned ? 1 : 0, isHidden ? 1 : 0, name, now);
}

/** All marks of a data folder, once. */
export function readMarks(folder: string): SessionMarks {
  const reader = new MarksReader(folder);
  try {
    return reader.marks();
  } finally {
    reader.close();
  }
}
