// Two made-up agents whose logs are not lines of JSON: one rewrites a document, the other changes rows of a database in place.
// All they need is a format; nothing else in the program knows them.

import { asArray, asNumber, asObject, asString, atPointer, type JsonObject } from '../../src/base/json.ts';
import type { FileIdentity, Format, LineReader } from '../../src/formats/format.ts';
import type { OtherSource, PlacedRecord, SessionRow } from '../../src/formats/source.ts';
import type { ResultContent } from '../../src/model/content.ts';
import { MAIN_THREAD, type Observation } from '../../src/model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../src/model/reading.ts';
import type { LineRef } from '../../src/model/source.ts';
import { type DriverDatabase, loadDriver } from '../../src/sqlite/driver.ts';

/** Both agents say the same things; only where they keep them differs. */
class Reader implements LineReader {
  read(record: JsonObject, ref: LineRef): Reading {
    const seen = { ref, at: asNumber(record['at']) ?? null, thread: MAIN_THREAD };
    switch (record['type']) {
      case 'session':
        return observed([{ kind: 'session-described', ...seen, fields: { cwd: '/home/dev/orchard' } }]);
      case 'prompt': {
        const text = asString(record['text']) ?? '';
        const common = { text, pointer: '/text', model: null, callId: null };
        return observed([{ kind: 'message-spoken', ...seen, what: 'prompt', ...common }]);
      }
      case 'step':
        return observed(stepOf(record, seen));
      case 'note':
        return ignored('a note to itself');
      default:
        return misread('unknown-record', 'Nobody knows such a record.');
    }
  }

  state(): unknown {
    return null;
  }
}

function stepOf(record: JsonObject, seen: { ref: LineRef; at: number | null; thread: string }): Observation[] {
  const callId = asString(record['id']) ?? 'unknown';
  const asked: Observation = {
    kind: 'call-requested',
    ...seen,
    callId,
    tool: 'Bash',
    input: record['input'],
    record: null,
    group: null,
    model: null,
    pointer: '/input',
  };
  const output = asString(record['output']);
  if (output === undefined) return [asked];
  const verdict =
    record['ok'] === true
      ? { status: 'ok' as const, rule: 'made-up:ok', failure: null }
      : {
          status: 'error' as const,
          rule: 'made-up:failed',
          failure: { code: 'error', blame: 'unknown' as const, message: output },
        };
  const answered: Observation = {
    kind: 'call-resulted',
    ...seen,
    callId,
    verdict,
    content: output,
    structured: undefined,
    record: null,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '/output', structured: null },
    isWrittenWithRequest: true,
  };
  return [asked, answered];
}

function textAt(record: JsonObject, pointer: string): ResultContent {
  return asString(atPointer(record, pointer)) ?? '';
}

function madeUpFormat(agent: string, source: OtherSource): Format {
  const isOwn = (record: JsonObject): boolean => record['agent'] === agent;
  return {
    agent,
    title: agent,
    logs: {
      requested: 'always',
      permission: 'never',
      'hooks-before': 'never',
      running: 'never',
      'hooks-after': 'never',
      result: 'always',
      structured: 'never',
      exitCode: 'never',
      tokens: 'never',
      subagents: 'never',
      live: 'always',
    },
    sources: [source],
    unread: {},
    roots: () => [],
    role: () => undefined,
    recognise: (record) => (isOwn(record) ? 1 : 0),
    identify: (_path, records): FileIdentity | undefined => {
      const session = asString(records.find(isOwn)?.['session']);
      return session === undefined ? undefined : { session, thread: MAIN_THREAD, startedAt: null, lineage: null };
    },
    open: () => new Reader(),
    inputAt: atPointer,
    contentAt: textAt,
    structuredAt: atPointer,
    readSide: () => [],
  };
}

/** `{"orchard": "s1", "entries": [{…}, …]}`, written again as a whole. */
export const scribe: Format = madeUpFormat('scribe', {
  kind: 'document',
  isDocument: (path) => path.endsWith('.scribe.json'),
  *records(document): Iterable<PlacedRecord> {
    const session = asString(asObject(document)?.['orchard']);
    if (session === undefined) return;
    for (const [i, entry] of (asArray(asObject(document)?.['entries']) ?? []).entries()) {
      const record = { ...asObject(entry), agent: 'scribe', session };
      yield { record, where: `entries[${i}]` };
    }
  },
});

const SESSION =
  'SELECT thread.id, thread.changed, (SELECT count(*) FROM step WHERE thread = thread.id) AS steps FROM thread';

function sessionOf(row: JsonObject): SessionRow {
  return { id: String(row['id']), modifiedAt: Number(row['changed']), size: Number(row['steps']) };
}

/** Tables `thread(id, changed)` and `step(id, thread, body)`: a step that ends is changed in place. */
export const binder: Format = madeUpFormat('binder', {
  kind: 'database',
  isDatabase: (path) => path.endsWith('binder.db'),
  *sessions(query): Iterable<SessionRow> {
    for (const row of query(SESSION)) yield sessionOf(row);
  },
  session: (query, id) => [...query(`${SESSION} WHERE thread.id = ?`, id)].map(sessionOf)[0],
  *records(query, session): Iterable<PlacedRecord> {
    for (const row of query('SELECT id, body FROM step WHERE thread = ? ORDER BY id', session)) {
      const record = { ...asObject(JSON.parse(String(row['body']))), agent: 'binder', session };
      yield { record, where: `row ${String(row['id'])} of step` };
    }
  },
});

/** Writes such a database as its agent would: in WAL mode, and open for as long as it runs. */
export class BinderWriter {
  readonly #database: DriverDatabase;
  #changes = 0;

  constructor(path: string) {
    const { DatabaseSync } = loadDriver();
    this.#database = new DatabaseSync(path, { readOnly: false });
    this.#database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE thread (id TEXT PRIMARY KEY, changed INTEGER);
      CREATE TABLE step (id INTEGER PRIMARY KEY, thread TEXT, body TEXT);
      CREATE TABLE account (token TEXT)`);
  }

  put(session: string, step: number, body: JsonObject): void {
    this.#database.exec('BEGIN IMMEDIATE');
    this.#database
      .prepare('INSERT INTO thread VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET changed = excluded.changed')
      .run(session, ++this.#changes);
    this.#database
      .prepare('INSERT INTO step VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body')
      .run(step, session, JSON.stringify(body));
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }
}
