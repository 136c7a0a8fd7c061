// Writes what a session says besides its calls and messages: its row, its hooks, its saved state, and that it changed.

import { blob, integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import { detailOf, type KnownSession, numberedHooks, SESSION_COLUMNS, sessionValues } from '../../rows/session-row.ts';
import { hookNumber, storedHook } from '../../rows/stored-hook.ts';
import type { Tally } from '../../rows/tally.ts';
import type { SessionBatch, SessionKey, StoredState } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { weekOf } from '../database/schema.ts';
import { type Given, type Item, listsOf, type Statements } from '../database/statement.ts';
import type { RowSink } from './row-sink.ts';
import type { Words } from './words.ts';

/** In place of the rules that a session was read by: nothing but its outline is known yet. */
export const UNREAD_RULES = 0;

/** Anyone who follows and falls further behind than this looks at everything again. */
const KEPT_CHANGES = 65_536;
const PRUNE_EVERY = 4096;

export interface StoredSession extends KnownSession {
  readonly week: number;
  /** The one that has its logs. */
  readonly machine: number;
  readonly agent: string;
  readonly id: string;
  readonly rules: number | null;
}

const SELECT = 'SELECT pk, week, machine, agent, id, lineage, own_at, family, project, rules FROM sessions s';

function storedSession(row: Parameters<typeof text>[0]): StoredSession {
  const rules = integerOrNull(row, 'rules');
  return {
    pk: integer(row, 'pk'),
    week: integer(row, 'week'),
    machine: integer(row, 'machine'),
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    lineage: textOrNull(row, 'lineage'),
    ownAt: integerOrNull(row, 'own_at'),
    family: integerOrNull(row, 'family'),
    project: textOrNull(row, 'project'),
    rules,
    isUnread: rules === UNREAD_RULES,
  };
}

export function keyText({ agent, id }: SessionKey): string {
  return `${agent} ${id}`;
}

const IS_NAMED = 'WHERE agent = $1 AND md5(id) = md5($2) AND id = $2';

export async function findSession(on: Statements, { agent, id }: SessionKey): Promise<StoredSession | undefined> {
  const row = await on.get(`${SELECT} ${IS_NAMED}`, agent, id);
  return row === undefined ? undefined : storedSession(row);
}

/** Those of these that are there, by `keyText`; nobody else writes them until the transaction ends. */
async function locked(on: Transaction, keys: readonly SessionKey[]): Promise<Map<string, StoredSession>> {
  const rows = await on.all(
    `${SELECT} WHERE pk IN (SELECT s.pk FROM unnest($1::text[], $2::text[]) AS wanted (agent, id)
       JOIN sessions s ON s.agent = wanted.agent AND md5(s.id) = md5(wanted.id) AND s.id = wanted.id)
     ORDER BY pk FOR UPDATE`,
    keys.map(({ agent }) => agent),
    keys.map(({ id }) => id),
  );
  return new Map(rows.map(storedSession).map((session) => [keyText(session), session]));
}

export interface LockedSessions {
  /** By `keyText`. */
  readonly sessions: ReadonlyMap<string, StoredSession>;
  /** Those that were not there before. */
  readonly created: ReadonlySet<string>;
}

/** The rows of these sessions, locked; new ones, which are the machine's, for those that have none. */
export async function lockSessions(
  on: Transaction,
  batches: readonly SessionBatch[],
  { machine, isSettled }: { readonly machine: number } & Pick<Described, 'isSettled'>,
): Promise<LockedSessions> {
  const known = await locked(on, batches);
  const missing = new Map(
    batches.filter((batch) => !known.has(keyText(batch))).map((batch) => [keyText(batch), batch]),
  );
  if (missing.size === 0) return { sessions: known, created: new Set() };
  // In one order for all, so that no two wait for each other.
  const fresh = [...missing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, batch]) => batch);
  // With all that a trigger compares: it would look for the facts of each when they are described.
  const rows = await on.all(
    `INSERT INTO sessions (week, agent, id, project, version, machine, is_settled)
       SELECT *, $6::int4, $7::int4 FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT DO NOTHING RETURNING pk, week, machine, agent, id, lineage, own_at, family, project, rules`,
    fresh.map(({ startedAt }) => weekOf(startedAt)),
    fresh.map(({ agent }) => agent),
    fresh.map(({ id }) => id),
    fresh.map(({ fields }) => fields.cwd ?? null),
    fresh.map(({ fields }) => fields.version ?? null),
    machine,
    isSettled ? 1 : 0,
  );
  const created = rows.map(storedSession);
  // Those that another process has made meanwhile.
  const others = created.length < fresh.length ? await locked(on, fresh) : new Map<string, StoredSession>();
  const sessions = new Map([...others, ...known, ...created.map((session) => [keyText(session), session] as const)]);
  return { sessions, created: new Set(created.map(keyText)) };
}

const GAINED: readonly string[] = ['calls', 'failures', 'masked', 'running'];
const TYPES: Readonly<Record<(typeof SESSION_COLUMNS)[number], string>> = {
  lineage: 'text',
  project: 'text',
  title: 'text',
  branch: 'text',
  version: 'text',
  model: 'text',
  started_at: 'float8',
  last_at: 'float8',
  live: 'int4',
  waits: 'int4',
  tokens_input: 'float8',
  tokens_output: 'float8',
  tokens_cache_read: 'float8',
  tokens_cache_write: 'float8',
  calls: 'int8',
  failures: 'int8',
  masked: 'int8',
  running: 'int8',
};
const SET = SESSION_COLUMNS.map((name) => `${name} = ${GAINED.includes(name) ? `s.${name} + ` : ''}d.${name}`);
/** Of a session that goes on these stay as they were. */
const WHOLE = {
  origin: 'd.origin',
  is_orphan: 'd.is_orphan',
  rules: `coalesce($1::int8, nullif(s.rules, ${UNREAD_RULES}))`,
  machine: '$2::int4',
};
const SET_WHOLE = Object.entries(WHOLE).map(
  ([name, value]) => `${name} = CASE WHEN d.is_whole = 1 THEN ${value} ELSE s.${name} END`,
);
const DESCRIBED = [
  ['pk', 'int8'],
  ...SESSION_COLUMNS.map((name) => [name, TYPES[name]] as const),
  ['detail', 'text'],
  ['origin', 'text'],
  ['is_orphan', 'int4'],
  ['is_whole', 'int4'],
  ['is_settled', 'int4'],
] as const;
const DESCRIBE = `UPDATE sessions s SET ${[...SET, ...SET_WHOLE].join(', ')}, own_title = NULL, detail = d.detail,
    is_settled = greatest(s.is_settled, d.is_settled)
  FROM unnest(${DESCRIBED.map(([, type], i) => `$${i + 3}::${type}[]`).join(', ')}) AS d (${DESCRIBED.map(([name]) => name).join(', ')})
  WHERE s.pk = d.pk`;

export interface Described {
  readonly session: number;
  readonly batch: SessionBatch;
  readonly gained: Tally;
  /** All of its facts come with it, and nothing has to be concluded from its rows. */
  readonly isSettled: boolean;
}

export interface DescribedBy {
  /** The number of the rules that they were read by; undefined where rules do not matter. */
  readonly rules: number | undefined;
  /** Who read them. */
  readonly machine: number;
}

/** The rows of sessions, each of which is named once. */
export async function describeSessions(
  on: Transaction,
  sessions: readonly Described[],
  { rules, machine }: DescribedBy,
): Promise<void> {
  if (sessions.length === 0) return;
  const rows = sessions.map(({ session, batch, gained, isSettled }): Item[] => [
    session,
    ...sessionValues(batch, gained),
    detailOf(batch),
    batch.origin ?? null,
    batch.isOrphan === true ? 1 : 0,
    batch.isWhole ? 1 : 0,
    isSettled ? 1 : 0,
  ]);
  await on.all(DESCRIBE, rules ?? null, machine, ...listsOf(rows, DESCRIBED.length));
}

/** Hooks that ran for a session or a turn, as rows. */
export function hookRows(session: number, hooks: readonly HookRun[], words: Words): Given[][] {
  return [...numberedHooks(hooks)].map(([hook, num]) => {
    const said = storedHook(hook, hookNumber(hook, words));
    return [session, hook.ref.source, hook.ref.offset, num, JSON.stringify(said)];
  });
}

export async function putHooks(on: Transaction, rows: readonly (readonly Given[])[]): Promise<void> {
  for (const row of rows) {
    await on.all(
      `INSERT INTO session_hooks VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (session_pk, source, "offset", num) DO UPDATE SET said = excluded.said`,
      ...row,
    );
  }
}

const STATE_COLUMNS = ['session_pk', 'num', 'format', 'body'] as const;

/** A state is made as it is asked for, once; a transaction may have to begin again. */
export function wholeState(state: StoredState): StoredState {
  return { format: state.format, pieces: [...state.pieces] };
}

/** What was saved before is cleared by the caller, which knows whether there is something. */
export function addState(sink: RowSink, session: number, { format, pieces }: StoredState): void {
  let num = 0;
  for (const piece of pieces) sink.add('states', STATE_COLUMNS, [session, num++, format, piece]);
}

export async function loadState(on: Statements, session: number): Promise<StoredState | undefined> {
  const rows = await on.all('SELECT format, body FROM states WHERE session_pk = $1 ORDER BY num', session);
  const [first] = rows;
  if (first === undefined) return undefined;
  return { format: integer(first, 'format'), pieces: rows.map((row) => blob(row, 'body')) };
}

/** What changed: of a session, or one of its calls. */
export type NotedChange = readonly [agent: string, session: string, callId: string | null];

/** The last thing in a transaction: the numbers are given, and others must not wait for long. */
export async function noteChanges(on: Transaction, changes: readonly NotedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const row = await on.get(
    `WITH added AS (INSERT INTO changes (agent, session, call_id)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) RETURNING seq)
     SELECT max(seq) AS last FROM added`,
    changes.map(([agent]) => agent),
    changes.map(([, session]) => session),
    changes.map(([, , callId]) => callId),
  );
  const last = row === undefined ? 0 : integer(row, 'last');
  if (Math.floor(last / PRUNE_EVERY) > Math.floor((last - changes.length) / PRUNE_EVERY)) {
    await on.all('DELETE FROM changes WHERE seq <= $1', last - KEPT_CHANGES);
  }
}
