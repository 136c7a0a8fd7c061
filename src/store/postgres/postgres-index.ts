// The index in PostgreSQL: sessions' facts in transactions, behind the contract every engine has. Several processes may have one.

import { integer, text } from '../../base/row.ts';
import type { InsightRow } from '../../model/insight-row.ts';
import type { BlockBodies } from '../block-store.ts';
import type {
  ClaimedSession,
  FileStampRow,
  IndexStore,
  KnownSource,
  LiveSessionRow,
  Newcomer,
  RelatedSession,
  SettledFamily,
  SharedCalls,
  StaleCopies,
} from '../index-store.ts';
import type { ChangeFeed } from '../questions/changes.ts';
import type { WholeSession } from '../questions/session-content.ts';
import { insightValues, MANY_CALLS } from '../rows/insight-row.ts';
import { READ_AGAIN } from '../rows/read-again.ts';
import type { SessionBatch, SessionKey, StoredState } from '../session-batch.ts';
import { condition } from '../sql/condition.ts';
import { familyOf, newcomerOf, settleFamily, staleSessions } from '../sql/copies.ts';
import { settleTitles } from '../sql/leaf-titles.ts';
import { liveSessions } from '../sql/live-facts.ts';
import type { StoreMask } from '../store-mask.ts';
import { ChangeFeedReader } from './change-feed.ts';
import type { Connection, Transaction } from './database/connection.ts';
import { weekOf } from './database/schema.ts';
import { takeSteps } from './database/take-steps.ts';
import { Lease, mustOwn, RELATIONS } from './lease.ts';
import type { LocalFiles } from './local-files.ts';
import { POSTGRES_COPIES } from './queries/copy-dialect.ts';
import { WeekPartitions } from './week-partitions.ts';
import { WeekSums } from './week-sums.ts';
import { BatchWriter, prepareBatch } from './write/batch-writer.ts';
import { tryDeleteGone } from './write/block-objects.ts';
import { CallKeys } from './write/call-keys.ts';
import { openCallIds, ReadyCalls, recount } from './write/call-rows.ts';
import { isAnyStale, markAllStale } from './write/copy-rows.ts';
import { forgetSessions } from './write/forget-sessions.ts';
import { putInsights } from './write/insight-rows.ts';
import { NO_MACHINE, OtherCopies } from './write/machine-rows.ts';
import { RELATION_LOCKS } from './write/relations-lock.ts';
import { RowSink } from './write/row-sink.ts';
import {
  addState,
  findSession,
  loadState,
  type NotedChange,
  noteChanges,
  type StoredSession,
  wholeState,
} from './write/session-rows.ts';
import { refreshFacts, settle } from './write/settling.ts';
import { moveSource, SourceRows } from './write/source-rows.ts';
import { Words } from './write/words.ts';
import { WriteTurns } from './write-turns.ts';

/** An empty index is filled without looking for copies session by session: all are looked for at the end. */
const FEW_CALLS = 10_000;

/** Of calls only what questions look for or join: every column costs some milliseconds in each week. The server counts the others in its own time. */
const COUNT =
  'ANALYZE facts, sessions, sources, calls (week, session_pk, pk, copy_of, call_id, identity, source, thread, tool_id, status, code, blame)';

export interface PostgresIndexOptions {
  /** All that is known of a session, by its key. */
  wholeOf(session: number): Promise<WholeSession>;
  /** The number of the rules by which logs are read now; what was read by older ones is to be read again. */
  readonly rules?: number | undefined;
  /** The machine whose logs are read, by its number in the store. */
  readonly machine?: number | undefined;
  /** The right to read them; undefined where that is not asked. */
  readonly lease?: Lease | undefined;
  /** Given: nothing is stored that it has not masked. */
  readonly mask?: StoreMask | undefined;
  /** Where blocks of logs lie: what is forgotten goes there, too. */
  readonly bodies?: BlockBodies | undefined;
  /** The files as this process has them in memory: brought up to date with what it commits. */
  readonly local?: LocalFiles | undefined;
  /** After every transaction that changed something. */
  readonly onCommit?: (() => Promise<void>) | undefined;
}

async function keysOf(on: Transaction, sessions: readonly number[]): Promise<SessionKey[]> {
  const rows = await on.all('SELECT agent, id FROM sessions WHERE pk = ANY($1::int8[]) ORDER BY pk', sessions);
  return rows.map((row) => ({ agent: text(row, 'agent'), id: text(row, 'id') }));
}

export class PostgresIndex implements IndexStore {
  readonly #connection: Connection;
  readonly #options: PostgresIndexOptions;
  readonly #words = new Words();
  readonly #keys = new CallKeys();
  readonly #weeks: WeekPartitions;
  readonly #machine: number;
  readonly #sources: SourceRows;
  readonly #others: OtherCopies;
  /** The newest mark of what is being settled, and the right to settle it. */
  #settling: { readonly mark: number; readonly lease: Lease } | undefined;
  readonly #changes: ChangeFeedReader;
  readonly #sums: WeekSums;
  /** What the planner knows of tables that were filled. */
  #counted: Promise<unknown> = Promise.resolve();
  /** Weeks being summed up. */
  #summing: Promise<void> = Promise.resolve();
  readonly #turns: WriteTurns;

  constructor(connection: Connection, options: PostgresIndexOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#machine = options.machine ?? NO_MACHINE;
    this.#sources = new SourceRows(connection, this.#machine, options.rules);
    this.#others = new OtherCopies(this.#machine, options.rules);
    this.#changes = new ChangeFeedReader(connection);
    this.#sums = new WeekSums(connection);
    this.#weeks = new WeekPartitions(connection);
    this.#turns = new WriteTurns(connection, options.lease, () => this.#keys.reset());
  }

  async knownSources(): Promise<readonly KnownSource[]> {
    return this.#sources.all();
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

  /** A transaction in its turn; those who follow are told of it. */
  async #write<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const answer = await this.#turns.next(work);
    // Waited for: a thread that reads on would leave it under way, and open another connection for its next commit.
    await this.#options.onCommit?.();
    return answer;
  }

  async leftToOthers(sessions: readonly ClaimedSession[]): Promise<readonly SessionKey[]> {
    if (sessions.length === 0) return [];
    const left = await this.#turns.atOnce((on) => this.#others.leave(on, sessions));
    if (left.length > 0) await this.#options.local?.load(this.#connection);
    return left;
  }

  async outline(batches: readonly SessionBatch[]): Promise<void> {
    await this.#commitAll(batches, { isOutline: true });
  }

  async loadState(key: SessionKey): Promise<StoredState | undefined> {
    const session = await findSession(this.#connection, key);
    return session?.machine === this.#machine ? loadState(this.#connection, session.pk) : undefined;
  }

  async saveState(key: SessionKey, state: StoredState): Promise<void> {
    // A state has texts of the log anywhere: where they are masked the session is read again when it goes on.
    const saved = this.#options.mask === undefined ? wholeState(state) : { format: state.format, pieces: [] };
    await this.#write(async (on) => {
      const session = await findSession(on, key);
      if (session?.machine !== this.#machine || this.#isNewer(session)) return;
      await on.all('DELETE FROM states WHERE session_pk = $1', session.pk);
      const sink = new RowSink();
      addState(sink, session.pk, saved);
      await sink.flush(on);
      await settle(on, session);
    });
  }

  /** Read by newer rules than those of this process: it is not to be overwritten. */
  #isNewer({ rules }: StoredSession): boolean {
    const own = this.#options.rules;
    return own !== undefined && rules !== null && rules > own;
  }

  commit(batch: SessionBatch): Promise<void> {
    return this.#commitAll([batch], { isOutline: false });
  }

  async commitAll(batches: readonly SessionBatch[]): Promise<void> {
    await this.#commitAll(batches, { isOutline: false });
  }

  async #commitAll(given: readonly SessionBatch[], { isOutline }: { readonly isOutline: boolean }): Promise<void> {
    if (given.length === 0) return;
    const { mask } = this.#options;
    const shown = mask === undefined ? given : given.map((batch) => mask.batch(batch));
    const batches = shown.map((batch) =>
      batch.state === undefined ? batch : { ...batch, state: wholeState(batch.state) },
    );
    const ready = new ReadyCalls();
    const prepared = await this.#words.with(this.#connection, () =>
      batches.map((batch) => prepareBatch(batch, this.#words, ready)),
    );
    const weeks = batches.map(({ startedAt }) => weekOf(startedAt));
    const write = (on: Transaction): Promise<void> => {
      const writer = new BatchWriter(on, this.#connection, this.#words, this.#keys, {
        rules: this.#options.rules,
        machine: this.#machine,
        isNewer: (session) => this.#isNewer(session),
      });
      return isOutline ? writer.outline(prepared) : writer.commit(prepared);
    };
    await this.#weeks.with(weeks, () => this.#write(write));
    await this.#options.local?.reload(this.#connection, batches);
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
    // While relations are settled, which needs no statistics. What cannot be counted now the server counts in its own time.
    this.#counted = this.#connection.all(COUNT).catch(() => undefined);
  }

  async rename(moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
    await this.#write(async (on) => {
      for (const { from, to } of moves) await moveSource(on, this.#machine, from, to);
      // The archive has to hear of it as well.
      const rows = await on.all(
        `SELECT DISTINCT s.agent, s.id FROM sources f JOIN sessions s ON s.pk = f.session_pk
         WHERE f.machine = $1 AND f.path = ANY($2::text[])`,
        this.#machine,
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
    await this.#write(async (on) => {
      await on.all(
        `UPDATE sources SET gone_at = $3 WHERE gone_at IS NULL AND machine = $1
           AND md5(path) IN (SELECT md5(p) FROM unnest($2::text[]) AS p) AND path = ANY($2::text[])`,
        this.#machine,
        paths,
        at,
      );
      await this.#others.forgetFiles(on, paths);
    });
    await this.#options.local?.load(this.#connection);
  }

  /** Nothing, where it is another machine's. */
  async forget(key: SessionKey): Promise<void> {
    await this.forgetAll([key]);
  }

  async forgetAll(keys: readonly SessionKey[]): Promise<void> {
    // Partitions that are being read cannot be dropped.
    await this.#summed();
    const own = { keys, machines: [this.#machine, NO_MACHINE] };
    this.#weeks.forget(await forgetSessions(this.#connection, (work) => this.#write(work), own));
    await this.#options.local?.reload(this.#connection, keys);
    await tryDeleteGone(this.#connection, this.#options.bodies);
  }

  async openCalls(key: SessionKey): Promise<readonly string[]> {
    const session = await findSession(this.#connection, key);
    return session === undefined ? [] : openCallIds(this.#connection, session);
  }

  async liveSessions(): Promise<readonly LiveSessionRow[]> {
    return takeSteps(this.#connection, liveSessions(condition('s.machine = ?', this.#machine)));
  }

  async settling(work: () => Promise<void>): Promise<void> {
    if (!(await isAnyStale(this.#connection))) return;
    const lease = await Lease.wait(this.#connection, RELATIONS);
    this.#settling = { mark: 0, lease };
    try {
      await work();
    } finally {
      this.#settling = undefined;
      await lease.release();
    }
  }

  /** What others change from here on is settled by them. */
  async staleCopies(): Promise<StaleCopies> {
    const stale = await this.#write((on) => takeSteps(on, staleSessions(POSTGRES_COPIES)));
    if (this.#settling !== undefined) this.#settling = { ...this.#settling, mark: stale.mark };
    return stale;
  }

  async family(session: number, shared: SharedCalls | undefined): Promise<readonly RelatedSession[]> {
    return takeSteps(this.#connection, familyOf(POSTGRES_COPIES, session, shared));
  }

  async newcomer(session: number): Promise<Newcomer | undefined> {
    return takeSteps(this.#connection, newcomerOf(POSTGRES_COPIES, session));
  }

  async settleFamily(settled: SettledFamily): Promise<void> {
    const { mark = Number.MAX_SAFE_INTEGER, lease } = this.#settling ?? {};
    await this.#write(async (on) => {
      if (lease !== undefined) await mustOwn(on, lease);
      const changed = await takeSteps(on, settleFamily(POSTGRES_COPIES, settled, mark));
      if (changed.length === 0) return;
      const changes: NotedChange[] = [];
      for (const key of await keysOf(on, changed)) {
        const session = await findSession(on, key);
        if (session === undefined) continue;
        await recount(on, session);
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
      const renamed = await keysOf(on, await takeSteps(on, settleTitles(RELATION_LOCKS)));
      await noteChanges(
        on,
        renamed.map(({ agent, id }) => [agent, id, null]),
      );
    });
  }

  /** Of this machine's own sessions: others may have other prices and rules, and only they can read their logs in full. */
  async refreshInsights(stamp: string, conclude: (session: WholeSession) => Promise<InsightRow>): Promise<void> {
    const rows = await this.#connection.all(
      `SELECT s.pk, s.agent, s.id FROM sessions s LEFT JOIN insights i ON i.session_pk = s.pk
       WHERE i.stamp IS DISTINCT FROM $1 AND (s.live = 0 OR s.calls < ${MANY_CALLS}) AND s.machine = ANY($2::int4[])
       ORDER BY s.pk`,
      stamp,
      [this.#machine, NO_MACHINE],
    );
    for (const found of rows) {
      const session = integer(found, 'pk');
      const concluded = await conclude(await this.#options.wholeOf(session));
      const row = this.#options.mask?.insights(concluded) ?? concluded;
      await this.#write(async (on) => {
        await putInsights(on, session, insightValues({ stamp, row }));
        // Lists show them, so followers look again.
        await noteChanges(on, [[text(found, 'agent'), text(found, 'id'), null]]);
      });
    }
    await this.#summed();
    // Nothing more urgent is left to do when this is called. Answers are the same before and after, and the archive need not wait.
    this.#summing = this.#counted.then(() => this.#sums.refresh());
    this.#summing.catch(() => undefined);
  }

  /** What went wrong is told to those who waited, and to no one later. */
  async #summed(): Promise<void> {
    const summing = this.#summing;
    try {
      await summing;
    } finally {
      if (this.#summing === summing) this.#summing = Promise.resolve();
    }
  }

  async changesSince(seq: number, limit?: number): Promise<ChangeFeed> {
    return this.#changes.since(seq, limit);
  }

  /** What was begun is written, or was not to be. */
  async settled(): Promise<void> {
    await this.#turns.ended();
    await this.#counted;
    await this.#summed();
  }

  async close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.#connection.close();
    }
  }
}
