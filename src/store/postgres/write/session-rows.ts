// Writes what a session says besides its calls and messages: its row, its hooks, its saved state, and that it changed.

import { blob, integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import { detailOf, type KnownSession, numberedHooks, SESSION_COLUMNS, sessionValues } from '../../rows/session-row.ts';
import { hookNumber, storedHook } from '../../rows/stored-hook.ts';
import type { Tally } from '../../rows/tally.ts';
import type { SessionBatch, SessionKey, SessionState } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { weekOf } from '../database/schema.ts';
import type { Given, Statements } from '../database/statement.ts';
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
  machine: number,
): Promise<LockedSessions> {
  const known = await locked(on, batches);
  const missing = new Map(
    batches.filter((batch) => !known.has(keyText(batch))).map((batch) => [keyText(batch), batch]),
  );
  if (missing.size === 0) return { sessions: known, created: new Set() };
  // In one order for all, so that no two wait for each other.
  const fresh = [...missing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, batch]) => batch);
  const rows = await on.all(
    `INSERT INTO sessions (week, agent, id, machine)
       SELECT *, $4::int4 FROM unnest($1::int4[], $2::text[], $3::text[])
     ON CONFLICT DO NOTHING RETURNING pk, week, machine, agent, id, lineage, own_at, family, project, rules`,
    fresh.map(({ startedAt }) => weekOf(startedAt)),
    fresh.map(({ agent }) => agent),
    fresh.map(({ id }) => id),
    machine,
  );
  const created = rows.map(storedSession);
  // Those that another process has made meanwhile.
  const others = created.length < fresh.length ? await locked(on, fresh) : new Map<string, StoredSession>();
  const sessions = new Map([...others, ...known, ...created.map((session) => [keyText(session), session] as const)]);
  return { sessions, created: new Set(created.map(keyText)) };
}

const GAINED = ['calls', 'failures', 'masked', 'running'];
const SET = SESSION_COLUMNS.map((name, i) => `${name} = ${GAINED.includes(name) ? `${name} + ` : ''}$${i + 2}`).join(
  ', ',
);
const WHOLE = SESSION_COLUMNS.length + 2;

export interface DescribedAs {
  /** The number of the rules that it was read by; undefined where rules do not matter. */
  readonly rules: number | undefined;
  /** Who read it. */
  readonly machine: number;
  /** All of its facts come with it, and nothing has to be concluded from its rows. */
  readonly isSettled?: boolean;
}

export async function describeSession(
  on: Transaction,
  session: number,
  batch: SessionBatch,
  gained: Tally,
  { rules, machine, isSettled = false }: DescribedAs,
): Promise<void> {
  const values: Given[] = [session, ...sessionValues(batch, gained), detailOf(batch)];
  const whole = batch.isWhole
    ? `, origin = $${WHOLE + 1}, is_orphan = $${WHOLE + 2}, rules = coalesce($${WHOLE + 3}::int8, nullif(rules, ${UNREAD_RULES})), machine = $${WHOLE + 4}`
    : '';
  if (batch.isWhole) values.push(batch.origin ?? null, batch.isOrphan === true ? 1 : 0, rules ?? null, machine);
  const settled = isSettled ? ', is_settled = 1' : '';
  await on.all(
    `UPDATE sessions SET ${SET}, own_title = NULL, detail = $${WHOLE}${whole}${settled} WHERE pk = $1`,
    ...values,
  );
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
export function wholeState(state: SessionState): SessionState {
  return { format: state.format, pieces: [...state.pieces] };
}

/** What was saved before is cleared by the caller, which knows whether there is something. */
export function addState(sink: RowSink, session: number, { format, pieces }: SessionState): void {
  let num = 0;
  for (const piece of pieces) sink.add('states', STATE_COLUMNS, [session, num++, format, piece]);
}

export async function loadState(on: Statements, session: number): Promise<SessionState | undefined> {
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
