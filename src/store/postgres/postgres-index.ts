// The index in PostgreSQL: sessions' facts in transactions, behind the contract every engine has. Several processes may have one.

import { setTimeout as sleep } from 'node:timers/promises';
import { integer, integerOrNull, text } from '../../base/row.ts';
import type { InsightRow } from '../../model/insight-row.ts';
import type {
  FileStampRow,
  IndexStore,
  KnownSource,
  LiveSessionRow,
  Newcomer,
  RelatedSession,
  SettledFamily,
} from '../index-store.ts';
import type { ChangeFeed } from '../questions/changes.ts';
import type { WholeSession } from '../questions/session-content.ts';
import { INSIGHT_COLUMNS, insightValues, MANY_CALLS } from '../rows/insight-row.ts';
import { READ_AGAIN } from '../rows/read-again.ts';
import type { SessionBatch, SessionKey, SessionState } from '../session-batch.ts';
import { ChangeFeedReader } from './change-feed.ts';
import type { Connection, Transaction } from './database/connection.ts';
import { LostConnection } from './database/connection-error.ts';
import { makePartitions } from './database/migrate.ts';
import { weekOf } from './database/schema.ts';
import { mustOwn } from './lease.ts';
import type { LocalFiles } from './local-files.ts';
import { WeekSums } from './week-sums.ts';
import { BatchWriter, prepareBatch } from './write/batch-writer.ts';
import { CallKeys } from './write/call-keys.ts';
import { recount } from './write/call-rows.ts';
import { CopyRows, markAllStale, markFamilies, staleSessions } from './write/copy-rows.ts';
import { deleteSessions } from './write/delete-sessions.ts';
import { forgetSessions } from './write/forget-sessions.ts';
import { RowSink } from './write/row-sink.ts';
import {
  addState,
  findSession,
  loadState,
  type NotedChange,
  noteChanges,
  type StoredSession,
} from './write/session-rows.ts';
import { refreshFacts, settle } from './write/settling.ts';
import { moveSource, SourceRows } from './write/source-rows.ts';
import { clearTitles, settleTitles } from './write/title-rows.ts';
import { Words } from './write/words.ts';

/** So long a commit is tried again while the server is away: it restarts, or the network does. */
const PATIENCE_MS = 120_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** Two transactions waited for each other, or saw each other's work: again, and it works. */
const AGAIN = ['40P01', '40001'];

/** An empty index is filled without looking for copies session by session: all are looked for at the end. */
const FEW_CALLS = 10_000;

/** A row for which there is no partition. */
const NO_PARTITION = '23514';

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** A state is made as it is asked for, once; a transaction may have to begin again. */
function kept(state: SessionState): SessionState {
  return { format: state.format, pieces: [...state.pieces] };
}

export interface PostgresIndexOptions {
  /** All that is known of a session, by its key. */
  wholeOf(session: number): Promise<WholeSession>;
  /** The number of the rules by which logs are read now; what was read by older ones is to be read again. */
  readonly rules?: number | undefined;
  /** Who this process is among those that may fill the store; undefined where that is not asked. */
  readonly owner?: string | undefined;
  /** The files as this process has them in memory: brought up to date with what it commits. */
  readonly local?: LocalFiles | undefined;
  /** After every transaction that changed something. */
  readonly onCommit?: (() => void) | undefined;
}

export class PostgresIndex implements IndexStore {
  readonly #connection: Connection;
  readonly #options: PostgresIndexOptions;
  readonly #words = new Words();
  readonly #keys = new CallKeys();
  readonly #weeks = new Set([0]);
  readonly #sources: SourceRows;
  readonly #changes: ChangeFeedReader;
  readonly #sums: WeekSums;
  /** One transaction after the other: all of this process wait for the same locks anyway. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, options: PostgresIndexOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#sources = new SourceRows(connection, options.rules);
    this.#changes = new ChangeFeedReader(connection);
    this.#sums = new WeekSums(connection);
  }

  async knownSources(agent?: string): Promise<readonly KnownSource[]> {
    return this.#sources.all(agent);
  }

  async fileStamps(): Promise<readonly FileStampRow[]> {
    return this.#sources.stamps();
  }

  async sourceAt(path: string): Promise<KnownSource | undefined> {
    return this.#sources.at(path);
  }

  async sessionSources(path: string): Promise<readonly KnownSource[]> {
    return this.#sources.ofSessionAt(path);
  }

  async sourcesOf(key: SessionKey): Promise<readonly KnownSource[]> {
    return this.#sources.ofSession(key);
  }

  /** A transaction, in its turn: begun again where that helps. All that it does is the same the second time. */
  async #write<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const before = this.#turn;
    const written = before.then(() => this.#persist(work));
    this.#turn = written.catch(() => undefined);
    const answer = await written;
    this.#options.onCommit?.();
    return answer;
  }

  async #persist<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      try {
        return await this.#connection.transaction(async (on) => {
          if (this.#options.owner !== undefined) await mustOwn(on, this.#options.owner);
          return work(on);
        });
      } catch (error) {
        this.#keys.reset();
        const isLost = error instanceof LostConnection;
        if (!(isLost || hasCode(error, AGAIN)) || Date.now() > deadline) throw error;
        await sleep(isLost ? waitMs : 0);
      }
    }
  }

  async outline(batches: readonly SessionBatch[]): Promise<void> {
    await this.#commitAll(batches, { isOutline: true });
  }

  async loadState(key: SessionKey): Promise<SessionState | undefined> {
    const session = await findSession(this.#connection, key);
    return session === undefined ? undefined : loadState(this.#connection, session.pk);
  }

  async saveState(key: SessionKey, state: SessionState): Promise<void> {
    const saved = kept(state);
    await this.#write(async (on) => {
      const session = await findSession(on, key);
      if (session === undefined || this.#isNewer(session)) return;
      await on.all('DELETE FROM states WHERE session_pk = $1', session.pk);
      const sink = new RowSink();
      addState(sink, session.pk, saved);
      await sink.flush(on);
      await settle(on, session.pk);
    });
  }

  /** Read by newer rules than those of this process: it is not to be overwritten. */
  #isNewer({ rules }: StoredSession): boolean {
    const own = this.#options.rules;
    return own !== undefined && rules !== null && rules > own;
  }

  async commit(batch: SessionBatch): Promise<void> {
    await this.#commitAll([batch], { isOutline: false });
  }

  async commitAll(batches: readonly SessionBatch[]): Promise<void> {
    await this.#commitAll(batches, { isOutline: false });
  }

  async #commitAll(given: readonly SessionBatch[], { isOutline }: { readonly isOutline: boolean }): Promise<void> {
    if (given.length === 0) return;
    const batches = given.map((batch) => (batch.state === undefined ? batch : { ...batch, state: kept(batch.state) }));
    const weeks = batches.map(({ startedAt }) => weekOf(startedAt));
    await this.#makeRoom(weeks);
    const prepared = await this.#words.with(this.#connection, () =>
      batches.map((batch) => prepareBatch(batch, this.#words)),
    );
    const write = (on: Transaction): Promise<void> => {
      const writer = new BatchWriter(on, this.#connection, this.#words, this.#keys, {
        rules: this.#options.rules,
        isNewer: (session) => this.#isNewer(session),
      });
      return isOutline ? writer.outline(prepared) : writer.commit(prepared);
    };
    try {
      await this.#write(write);
    } catch (error) {
      // Another process has dropped a week that was thought to be there.
      if (!hasCode(error, [NO_PARTITION])) throw error;
      for (const week of weeks) this.#weeks.delete(week);
      await this.#makeRoom(weeks);
      await this.#write(write);
    }
    await this.#options.local?.reload(this.#connection, batches);
  }

  /** The partitions of these weeks. */
  async #makeRoom(weeks: readonly number[]): Promise<void> {
    const missing = [...new Set(weeks)].filter((week) => !this.#weeks.has(week));
    if (missing.length === 0) return;
    await makePartitions(this.#connection, missing);
    for (const week of missing) this.#weeks.add(week);
  }

  async filling(work: () => Promise<void>): Promise<void> {
    const many = await this.#connection.get(`SELECT 1 AS one FROM calls LIMIT 1 OFFSET ${FEW_CALLS}`);
    if (many === undefined) await markAllStale(this.#connection);
    try {
      await work();
    } finally {
      // Threads have written through connections of their own.
      await this.#options.local?.load(this.#connection);
    }
    await this.#connection.all('ANALYZE calls, facts, sessions, sources');
  }

  async rename(moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
    await this.#write(async (on) => {
      for (const { from, to } of moves) await moveSource(on, from, to);
      // The archive has to hear of it as well.
      const rows = await on.all(
        `SELECT DISTINCT s.agent, s.id FROM sources f JOIN sessions s ON s.pk = f.session_pk WHERE f.path = ANY($1::text[])`,
        moves.map(({ to }) => to),
      );
      await noteChanges(
        on,
        rows.map((row) => [text(row, 'agent'), text(row, 'id'), null]),
      );
    });
    await this.#options.local?.load(this.#connection);
  }

  async markGone(paths: readonly string[], at: number): Promise<void> {
    if (paths.length === 0) return;
    await this.#write((on) =>
      on.all(
        `UPDATE sources SET gone_at = $2 WHERE gone_at IS NULL AND md5(path) IN (SELECT md5(p) FROM unnest($1::text[]) AS p)
           AND path = ANY($1::text[])`,
        paths,
        at,
      ),
    );
    await this.#options.local?.load(this.#connection);
  }

  async forget(key: SessionKey): Promise<void> {
    await this.#write(async (on) => {
      const session = await findSession(on, key);
      if (session === undefined) return;
      if (session.family !== null) await markFamilies(on, [session.family]);
      await clearTitles(on, [session.pk]);
      await deleteSessions(on, [session], { withRow: true });
      await noteChanges(on, [[key.agent, key.id, null]]);
    });
    await this.#options.local?.reload(this.#connection, [key]);
  }

  async forgetAll(keys: readonly SessionKey[]): Promise<void> {
    const dropped = await forgetSessions(this.#connection, (work) => this.#write(work), keys);
    for (const week of dropped) this.#weeks.delete(week);
    await this.#options.local?.reload(this.#connection, keys);
  }

  async openCalls(key: SessionKey): Promise<readonly string[]> {
    const rows = await this.#connection.all(
      `SELECT DISTINCT c.call_id FROM calls c JOIN sessions s ON s.pk = c.session_pk AND s.week = c.week
       WHERE s.agent = $1 AND md5(s.id) = md5($2) AND s.id = $2 AND c.status IN ('running', 'lost')`,
      key.agent,
      key.id,
    );
    return rows.map((row) => text(row, 'call_id'));
  }

  async liveSessions(): Promise<readonly LiveSessionRow[]> {
    const rows = await this.#connection.all(
      `SELECT agent, id, last_at, coalesce((SELECT max(modified_at) FROM sources
         WHERE session_pk = s.pk AND ledger IS NOT NULL), 0) AS modified_at FROM sessions s WHERE live = 1 AND waits = 0`,
    );
    return rows.map((row) => ({
      agent: text(row, 'agent'),
      id: text(row, 'id'),
      lastAt: integerOrNull(row, 'last_at'),
      modifiedAt: integer(row, 'modified_at'),
    }));
  }

  async staleCopies(): Promise<readonly number[]> {
    return this.#write(staleSessions);
  }

  async family(session: number): Promise<readonly RelatedSession[]> {
    return new CopyRows(this.#connection).family(session);
  }

  async newcomer(session: number): Promise<Newcomer | undefined> {
    return new CopyRows(this.#connection).newcomer(session);
  }

  async settleFamily(settled: SettledFamily): Promise<void> {
    await this.#write(async (on) => {
      const changed = await new CopyRows(on).settle(settled);
      if (changed.length === 0) return;
      await recount(on, changed);
      const rows = await on.all(
        'SELECT agent, id, project FROM sessions WHERE pk = ANY($1::int8[]) ORDER BY pk',
        changed,
      );
      const changes: NotedChange[] = [];
      for (const row of rows) {
        const session = await findSession(on, { agent: text(row, 'agent'), id: text(row, 'id') });
        if (session === undefined) continue;
        await refreshFacts(on, this.#connection, this.#words, session, session.project);
        changes.push([session.agent, session.id, READ_AGAIN]);
      }
      await noteChanges(on, changes);
    });
  }

  async misreadForks(): Promise<readonly string[]> {
    return this.#sources.misread();
  }

  async settleTitles(): Promise<void> {
    await this.#write(async (on) => {
      const renamed = await settleTitles(on);
      const rows = await on.all('SELECT agent, id FROM sessions WHERE pk = ANY($1::int8[]) ORDER BY pk', renamed);
      await noteChanges(
        on,
        rows.map((row) => [text(row, 'agent'), text(row, 'id'), null]),
      );
    });
  }

  async refreshInsights(stamp: string, conclude: (session: WholeSession) => Promise<InsightRow>): Promise<void> {
    const rows = await this.#connection.all(
      `SELECT s.pk, s.agent, s.id FROM sessions s LEFT JOIN insights i ON i.session_pk = s.pk
       WHERE i.stamp IS DISTINCT FROM $1 AND (s.live = 0 OR s.calls < ${MANY_CALLS}) ORDER BY s.pk`,
      stamp,
    );
    for (const found of rows) {
      const session = integer(found, 'pk');
      const row = await conclude(await this.#options.wholeOf(session));
      await this.#write(async (on) => {
        await putInsights(on, session, insightValues({ stamp, row }));
        // Lists show them, so followers look again.
        await noteChanges(on, [[text(found, 'agent'), text(found, 'id'), null]]);
      });
    }
    // Whoever comes here has nothing more urgent to do.
    await this.#sums.refresh();
  }

  async changesSince(seq: number, limit?: number): Promise<ChangeFeed> {
    return this.#changes.since(seq, limit);
  }

  /** What was begun is written, or was not to be. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#connection.close();
  }
}

const INSIGHTS = `INSERT INTO insights (session_pk, ${INSIGHT_COLUMNS.join(', ')})
  SELECT $1, ${INSIGHT_COLUMNS.map((_, i) => `$${i + 2}`).join(', ')} WHERE EXISTS (SELECT 1 FROM sessions WHERE pk = $1)
  ON CONFLICT (session_pk) DO UPDATE SET ${INSIGHT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

function putInsights(on: Transaction, session: number, values: readonly (string | number | null)[]): Promise<unknown> {
  return on.all(INSIGHTS, session, ...values);
}
