// The index in SQLite: one session's facts per transaction, behind the contract that all engines share.

import { text } from '../../base/row.ts';
import type { InsightRow } from '../../model/insight-row.ts';
import type { Database, Query } from '../../sqlite/database.ts';
import type {
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
import { filesByCall, hooksOf, recoveryByCall } from '../rows/batch-facts.ts';
import { READ_AGAIN } from '../rows/read-again.ts';
import type { KnownSession } from '../rows/session-row.ts';
import type { SessionBatch, SessionKey, StoredState } from '../session-batch.ts';
import { ALWAYS } from '../sql/condition.ts';
import { familyOf, newcomerOf, settleFamily, staleSessions } from '../sql/copies.ts';
import { settleTitles } from '../sql/leaf-titles.ts';
import { liveSessions } from '../sql/live-facts.ts';
import { NO_LOCKS } from '../sql/relation-locks.ts';
import { wholeSession } from '../sql/whole-session.ts';
import { CallFileTable } from './index/call-file-table.ts';
import { isBySession, orderById, orderBySession } from './index/call-id-index.ts';
import { CallTable } from './index/call-table.ts';
import { ChangeLog } from './index/change-log.ts';
import { ColumnChunks } from './index/column-chunks.ts';
import { CopyTable } from './index/copy-table.ts';
import { InsightTable } from './index/insight-table.ts';
import { InternedStrings } from './index/interned-strings.ts';
import { LeafTitleTable } from './index/leaf-title-table.ts';
import { MessageTable } from './index/message-table.ts';
import { RequestTable } from './index/request-table.ts';
import { SessionTable } from './index/session-table.ts';
import { SourceTable } from './index/source-table.ts';
import { takeSteps } from './index/take-steps.ts';
import { TextTable } from './index/text-table.ts';
import { SQLITE_COPIES } from './queries/copy-dialect.ts';
import { sqliteEngine, wordsOf } from './queries/engine.ts';

export class SqliteIndex implements IndexStore {
  readonly database: Database;
  readonly #words: InternedStrings;
  readonly #sessions: SessionTable;
  readonly #messages: MessageTable;
  readonly #sources: SourceTable;
  readonly #chunks: ColumnChunks;
  readonly #callFiles: CallFileTable;
  readonly #calls: CallTable;
  readonly #copies: CopyTable;
  readonly #titles: LeafTitleTable;
  /** Call ids cannot be looked up quickly now: whether they are in other sessions is checked when all are in. */
  #isFilling: boolean;
  readonly #texts: TextTable;
  readonly #requests: RequestTable;
  readonly #insights: InsightTable;
  readonly #open: Query<string>;
  readonly #key: Query<SessionKey>;
  readonly #changes: ChangeLog;

  /** `rules`: the current rules for reading logs; what was read by others is read again. */
  constructor(database: Database, rules?: string) {
    this.database = database;
    this.#words = new InternedStrings(database);
    this.#sessions = new SessionTable(database, this.#words, rules);
    this.#messages = new MessageTable(database);
    this.#sources = new SourceTable(database, rules);
    this.#chunks = new ColumnChunks(database, this.#words);
    this.#callFiles = new CallFileTable(database, this.#words);
    this.#calls = new CallTable(database, this.#words, this.#chunks, this.#callFiles);
    this.#copies = new CopyTable(database);
    this.#titles = new LeafTitleTable(database);
    this.#isFilling = isBySession(database);
    this.#texts = new TextTable(database);
    this.#requests = new RequestTable(database);
    this.#insights = new InsightTable(database);
    this.#open = database.query(
      `SELECT DISTINCT call_id FROM calls WHERE session_pk = ? AND status IN ('running', 'lost')`,
      (row) => text(row, 'call_id'),
    );
    this.#key = database.query('SELECT agent, id FROM sessions WHERE pk = ?', (row) => ({
      agent: text(row, 'agent'),
      id: text(row, 'id'),
    }));
    this.#changes = new ChangeLog(database);
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

  /** There is no other machine. */
  async leftToOthers(): Promise<readonly SessionKey[]> {
    return [];
  }

  async outline(batches: readonly SessionBatch[]): Promise<void> {
    this.#write(() => {
      for (const batch of batches) {
        if (this.#sessions.find(batch) !== undefined) continue;
        const session = this.#sessions.create(batch);
        this.#sessions.outline(session, batch);
        for (const source of batch.sources) this.#sources.put(session, source);
        this.#sessions.noteChange(batch, null);
      }
    });
  }

  async loadState(key: SessionKey): Promise<StoredState | undefined> {
    const session = this.#sessions.find(key);
    return session === undefined ? undefined : this.#sessions.loadState(session.pk);
  }

  async saveState(key: SessionKey, state: StoredState): Promise<void> {
    this.#write(() => {
      const session = this.#sessions.find(key);
      if (session !== undefined) this.#saveState(session.pk, state, false);
    });
  }

  async commit(batch: SessionBatch): Promise<void> {
    this.#write(() => this.#commit(batch));
  }

  async commitAll(batches: readonly SessionBatch[]): Promise<void> {
    this.#write(() => {
      for (const batch of batches) this.#commit(batch);
    });
  }

  async filling(work: () => Promise<void>): Promise<void> {
    orderBySession(this.database);
    this.#isFilling = isBySession(this.database);
    if (this.#isFilling) this.#copies.markAll();
    try {
      await work();
    } finally {
      orderById(this.database);
      this.#isFilling = isBySession(this.database);
    }
  }

  /** Calls and their column chunks change together. */
  #write(work: () => void): void {
    try {
      this.database.transaction(() => {
        this.#words.begin();
        this.#calls.begin();
        work();
        this.#chunks.flush();
      });
    } catch (error) {
      this.#sessions.reset();
      this.#chunks.reset();
      this.#words.reset();
      throw error;
    }
  }

  #commit(batch: SessionBatch): void {
    const known = this.#sessions.find(batch);
    const session = known?.pk ?? this.#sessions.create(batch);
    const isFresh = known === undefined || batch.isWhole;
    if (known !== undefined && batch.isWhole) this.#clear(known);
    const numbers = new Map(batch.paths.map((path, num) => [path, num]));
    const project = batch.fields.cwd ?? null;
    const home = {
      session,
      project,
      numberOf: (path: string): number => numbers.get(path) ?? -1,
      filesOf: filesByCall(batch),
      // A session that is written whole is completely known: also what followed its failures.
      ...(isFresh ? { recoveryOf: recoveryByCall(batch) } : {}),
    };
    const gained = isFresh ? this.#calls.insertAll(home, batch.calls) : this.#calls.putAll(home, batch.calls);
    this.#sessions.describe(session, batch, gained);
    for (const source of batch.sources) this.#sources.put(session, source);
    for (const text of batch.texts ?? []) this.#texts.add(text);
    if (isFresh) this.#messages.insertAll(session, batch.messages);
    else this.#messages.putAll(session, batch.messages);
    this.#sessions.hooks(session, batch.hooks);
    this.#requests.put(session, batch.requests ?? []);
    this.#insights.note(session, batch.insights);
    if (isFresh) this.#chunks.settleFresh(session, hooksOf(batch));
    else if (known.project !== project) {
      this.#callFiles.clear(session);
      this.#chunks.refresh(session);
    } else if (batch.calls.length > 0 || batch.hooks.length > 0) this.#chunks.unsettle(session);
    if (batch.state !== undefined) this.#saveState(session, batch.state, isFresh);
    this.#titles.add(session, batch, { isAlone: !this.#isFilling });
    this.#noteCopies(session, batch, known);
    if (known !== undefined && batch.isWhole) this.#sessions.noteChange(batch, READ_AGAIN);
    else if (isFresh || batch.calls.length === 0) this.#sessions.noteChange(batch, null);
    else for (const callId of new Set(batch.calls.map((call) => call.callId))) this.#sessions.noteChange(batch, callId);
  }

  /** Saving a state takes time in proportion to the session: so does examining its failures. */
  #saveState(session: number, state: StoredState, isSettled: boolean): void {
    this.#sessions.saveState(session, state);
    if (!isSettled) this.#chunks.settle(session);
  }

  #clear({ pk: session, family, isUnread }: KnownSession): void {
    this.#sources.clear(session);
    if (isUnread) return;
    this.#calls.clear(session);
    this.#calls.recount(session);
    this.#messages.clear(session);
    this.#requests.clear(session);
    this.#insights.clear(session);
    this.#sessions.clear(session);
    this.#copies.markFamily(family);
    this.#titles.clear(session);
  }

  /**
   * Copies are compared again when something could have changed about them. A session that shares nothing has none. One that has
   * calls of its own keeps its place in its family, and its further calls are its own unless another session has them too.
   */
  #noteCopies(session: number, batch: SessionBatch, known: KnownSession | undefined): void {
    const { calls } = batch;
    const ownAt = known?.ownAt ?? null;
    const isPlaced =
      !batch.isWhole &&
      ownAt !== null &&
      calls.every(({ requestedAt }) => requestedAt === null || requestedAt >= ownAt);
    const isSame = known !== undefined && !batch.isWhole && known.lineage === batch.lineage;
    if (known !== undefined && known.lineage !== batch.lineage) this.#copies.markFamily(known.family);
    const mayHaveMoved = isSame ? known.family !== null && !isPlaced : this.#copies.hasRelatives(session);
    if (mayHaveMoved || (!this.#isFilling && this.#calls.hasTwin(session, calls))) this.#copies.mark(session);
  }

  async rename(moves: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
    this.database.transaction(() => {
      for (const { from, to } of moves) {
        this.#sources.move(from, to);
        // The archive has to be notified as well.
        const [source] = this.#sources.ofSessionAt(to);
        if (source !== undefined) this.#sessions.noteChange({ agent: source.agent, id: source.session }, null);
      }
    });
  }

  async markGone(paths: readonly string[], at: number): Promise<void> {
    this.database.transaction(() => {
      for (const path of paths) this.#sources.markGone(path, at);
    });
  }

  async forget(key: SessionKey): Promise<void> {
    this.#write(() => {
      const session = this.#sessions.find(key);
      if (session === undefined) return;
      this.#copies.markFamily(session.family);
      this.#titles.clear(session.pk);
      this.#calls.clear(session.pk);
      this.#sessions.delete(session.pk);
      this.#sessions.noteChange(key, null);
    });
  }

  async forgetAll(keys: readonly SessionKey[]): Promise<void> {
    for (const key of keys) await this.forget(key);
  }

  async openCalls(key: SessionKey): Promise<readonly string[]> {
    const session = this.#sessions.find(key);
    return session === undefined ? [] : this.#open.all(session.pk);
  }

  async liveSessions(): Promise<readonly LiveSessionRow[]> {
    return takeSteps(this.database, liveSessions(ALWAYS));
  }

  /** There is no other process. */
  async settling(work: () => Promise<void>): Promise<void> {
    await work();
  }

  async staleCopies(): Promise<StaleCopies> {
    return this.database.transaction(() => takeSteps(this.database, staleSessions(SQLITE_COPIES)));
  }

  async family(session: number, shared: SharedCalls | undefined): Promise<readonly RelatedSession[]> {
    return takeSteps(this.database, familyOf(SQLITE_COPIES, session, shared));
  }

  async newcomer(session: number): Promise<Newcomer | undefined> {
    return takeSteps(this.database, newcomerOf(SQLITE_COPIES, session));
  }

  async settleFamily(settled: SettledFamily): Promise<void> {
    this.#write(() => {
      // Marks have no number here: nothing is marked meanwhile.
      for (const session of takeSteps(this.database, settleFamily(SQLITE_COPIES, settled, 0))) {
        this.#calls.recount(session);
        this.#chunks.refresh(session);
        const key = this.#key.get(session);
        if (key !== undefined) this.#sessions.noteChange(key, READ_AGAIN);
      }
    });
  }

  async misreadForks(): Promise<readonly string[]> {
    return this.#sources.misread();
  }

  async settleTitles(): Promise<void> {
    this.#write(() => {
      for (const session of takeSteps(this.database, settleTitles(NO_LOCKS))) {
        const key = this.#key.get(session);
        if (key !== undefined) this.#sessions.noteChange(key, null);
      }
      this.#sessions.reset();
    });
  }

  async refreshInsights(stamp: string, conclude: (session: WholeSession) => Promise<InsightRow>): Promise<void> {
    for (const session of this.#insights.stale(stamp)) {
      const row = await conclude(await wholeSession(sqliteEngine(this.database), wordsOf(this.database), session));
      this.database.transaction(() => {
        this.#insights.put(session, { stamp, row });
        // Lists show them, so followers have to load them again.
        const key = this.#key.get(session);
        if (key !== undefined) this.#sessions.noteChange(key, null);
      });
    }
  }

  async changesSince(seq: number, limit?: number): Promise<ChangeFeed> {
    return this.#changes.since(seq, limit);
  }

  async close(): Promise<void> {
    this.database.close();
  }
}
