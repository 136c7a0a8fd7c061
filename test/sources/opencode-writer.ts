// Writes a database as OpenCode does: in WAL mode, rows that change in place, and append-only events next to them.

import { type DriverDatabase, loadDriver } from '../../src/sqlite/driver.ts';

type Json = Readonly<Record<string, unknown>>;

export const START = Date.UTC(2026, 3, 1, 9);

const TABLES = `PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 20;
  CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, slug TEXT NOT NULL, directory TEXT NOT NULL,
    title TEXT NOT NULL, version TEXT NOT NULL, share_url TEXT, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL,
    data TEXT NOT NULL);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX part_session_idx ON part (session_id);
  CREATE TABLE account (id TEXT PRIMARY KEY, access_token TEXT NOT NULL);
  INSERT INTO account VALUES ('a', 'a-token-nobody-may-read')`;
const EVENTS =
  'CREATE TABLE event (id INTEGER PRIMARY KEY, aggregate_id TEXT NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL)';

export class OpenCodeWriter {
  readonly #database: DriverDatabase;
  readonly #hasEvents: boolean;
  #now = START;
  #seq = 0;
  /** Whether events are written just now. */
  isTelling = true;
  /** The longest that a write had to wait. */
  slowestMs = 0;

  constructor(path: string, hasEvents = true) {
    this.#hasEvents = hasEvents;
    this.#database = new (loadDriver().DatabaseSync)(path, { readOnly: false });
    this.#database.exec(hasEvents ? `${TABLES}; ${EVENTS}` : TABLES);
  }

  tick(ms = 100): number {
    this.#now += ms;
    return this.#now;
  }

  #tell(session: string, type: string, data: Json): void {
    if (!this.#hasEvents || !this.isTelling) return;
    this.#run(
      'INSERT INTO event (aggregate_id, seq, type, data) VALUES (?, ?, ?, ?)',
      session,
      this.#seq++,
      type,
      data,
    );
  }

  #run(sql: string, ...values: readonly (string | number | null | Json)[]): void {
    const plain = values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
    this.#database.prepare(sql).run(...plain);
  }

  #write(work: () => void): void {
    const beganAt = performance.now();
    this.#database.exec('BEGIN IMMEDIATE');
    work();
    this.#database.exec('COMMIT');
    this.slowestMs = Math.max(this.slowestMs, performance.now() - beganAt);
  }

  session(id: string, title: string, parent: string | null = null): void {
    const at = this.tick();
    this.#write(() => {
      this.#run(
        `INSERT INTO session VALUES (?, 'p', ?, 'slug', '/home/dev/orchard', ?, '1.17.3', NULL, ?, ?)
         ON CONFLICT (id) DO UPDATE SET title = excluded.title, time_updated = excluded.time_updated`,
        id,
        parent,
        title,
        at,
        at,
      );
      this.#tell(id, 'session.updated.1', { sessionID: id, info: { id, title, time: { created: at, updated: at } } });
    });
  }

  message(session: string, id: string, data: Json): void {
    const at = this.tick();
    this.#write(() => {
      this.#run(
        `INSERT INTO message VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET data = excluded.data, time_updated = excluded.time_updated`,
        id,
        session,
        at,
        at,
        data,
      );
      this.#tell(session, 'message.updated.1', { sessionID: session, info: { ...data, id, sessionID: session } });
    });
  }

  part(session: string, messageID: string, id: string, data: Json): void {
    const at = this.tick();
    this.#write(() => {
      this.#run(
        `INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET data = excluded.data, time_updated = excluded.time_updated`,
        id,
        messageID,
        session,
        at,
        at,
        data,
      );
      const part = { ...data, id, messageID, sessionID: session };
      this.#tell(session, 'message.part.updated.1', { sessionID: session, part, time: at });
    });
  }

  remove(session: string, messageID: string): void {
    this.#write(() => {
      this.#run('DELETE FROM part WHERE message_id = ?', messageID);
      this.#run('DELETE FROM message WHERE id = ?', messageID);
      this.#tell(session, 'message.removed.1', { sessionID: session, messageID });
    });
  }

  close(): void {
    this.#database.close();
  }
}

export const said = {
  user: (at: number): Json => ({ role: 'user', time: { created: at }, agent: 'build', model: { modelID: 'pear-1' } }),
  assistant: (at: number, more: Json = {}): Json => ({
    role: 'assistant',
    time: { created: at },
    modelID: 'pear-1',
    providerID: 'orchard',
    ...more,
  }),
  text: (text: string, at?: number): Json => ({
    type: 'text',
    text,
    ...(at === undefined ? {} : { time: { start: at, end: at + 5 } }),
  }),
  finish: (tokens: Json, cost: number): Json => ({ type: 'step-finish', reason: 'stop', tokens, cost }),
};

/** The states of a call, one after the other. */
export const call = {
  pending: (tool: string, callID: string): Json => ({
    type: 'tool',
    callID,
    tool,
    state: { status: 'pending', input: {}, raw: '' },
  }),
  running: (tool: string, callID: string, input: Json, start: number, metadata?: Json): Json => ({
    type: 'tool',
    callID,
    tool,
    state: { status: 'running', input, time: { start }, ...(metadata === undefined ? {} : { metadata }) },
  }),
  completed: (tool: string, callID: string, input: Json, output: string, time: Json, metadata: Json = {}): Json => ({
    type: 'tool',
    callID,
    tool,
    state: { status: 'completed', input, output, title: '', metadata, time },
  }),
  failed: (tool: string, callID: string, input: Json, error: string, time: Json, metadata?: Json): Json => ({
    type: 'tool',
    callID,
    tool,
    state: { status: 'error', input, error, time, ...(metadata === undefined ? {} : { metadata }) },
  }),
};
