// Writes what batches bring, inside of one transaction: the rows of new sessions together, those that go on one by one.

import type { HookSum } from '../../questions/stats.ts';
import { hooksOf } from '../../rows/batch-facts.ts';
import { hookSumsOf } from '../../rows/hook-sums.ts';
import { INSIGHT_COLUMNS, insightValues } from '../../rows/insight-row.ts';
import { READ_AGAIN } from '../../rows/read-again.ts';
import { REQUEST_COLUMNS, requestValues } from '../../rows/request-row.ts';
import { NO_TALLY } from '../../rows/tally.ts';
import type { SessionBatch } from '../../session-batch.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { Given } from '../database/statement.ts';
import type { CallKeys } from './call-keys.ts';
import { CallRows, type PreparedCall, prepareCalls, type ReadyCalls, recount } from './call-rows.ts';
import { isAllStale, markFamilies, markStale, withRelatives, withTwins } from './copy-rows.ts';
import { deleteSessions } from './delete-sessions.ts';
import { insertMessages, putMessages } from './message-rows.ts';
import { lockRelations } from './relations-lock.ts';
import { RowSink } from './row-sink.ts';
import {
  addState,
  type Described,
  describeSessions,
  hookRows,
  keyText,
  lockSessions,
  type NotedChange,
  noteChanges,
  putHooks,
  type StoredSession,
  UNREAD_RULES,
} from './session-rows.ts';
import { refreshFacts, SUM_COLUMNS, settle, sumValues } from './settling.ts';
import { putSources } from './source-rows.ts';
import { addText, clearTexts } from './text-rows.ts';
import { addTitles, clearTitles, markTitles } from './title-rows.ts';
import type { Words } from './words.ts';

/** A batch whose words have their numbers. */
export interface PreparedBatch {
  readonly batch: SessionBatch;
  readonly calls: readonly PreparedCall[];
  /** Of hooks of the session and its turns; the first cell is for the session's key. */
  readonly hooks: readonly (readonly Given[])[];
  readonly hookSums: ReadonlyMap<number, HookSum>;
}

export function prepareBatch(batch: SessionBatch, words: Words, ready: ReadyCalls): PreparedBatch {
  return {
    batch,
    calls: prepareCalls(batch, words, ready),
    hooks: hookRows(0, batch.hooks, words),
    hookSums: hookSumsOf(hooksOf(batch), words),
  };
}

export interface WriterRules {
  /** The number of those by which logs are read. */
  readonly rules: number | undefined;
  /** The machine whose logs they are. */
  readonly machine: number;
  /** Whether a session was read by newer ones. */
  isNewer(session: StoredSession): boolean;
}

/** A batch with the row of its session. */
interface Placed extends PreparedBatch {
  readonly session: StoredSession;
  /** It was not there before. */
  readonly isNew: boolean;
  /** Nothing of it is there, or nothing any more. */
  readonly isFresh: boolean;
}

const REQUEST_ROW = ['session_pk', ...REQUEST_COLUMNS] as const;
const REQUEST_NAMES = REQUEST_ROW.map((name) => `"${name}"`);
const PUT_REQUEST = `INSERT INTO requests (${REQUEST_NAMES.join(', ')}) VALUES (${REQUEST_NAMES.map((_, i) => `$${i + 1}`).join(', ')})
  ON CONFLICT (session_pk, num) DO UPDATE SET ${REQUEST_NAMES.slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;
const INSIGHT_ROW = ['session_pk', ...INSIGHT_COLUMNS] as const;
const RECORD_ROW = ['session_pk', 'num', 'body'] as const;
const HOOK_ROW = ['session_pk', 'source', 'offset', 'num', 'said'] as const;

export class BatchWriter {
  readonly #on: Transaction;
  readonly #connection: Connection;
  readonly #words: Words;
  readonly #sink = new RowSink();
  readonly #calls: CallRows;
  readonly #rules: WriterRules;

  /** `connection` is for words, which are numbered outside of the transaction. */
  constructor(on: Transaction, connection: Connection, words: Words, keys: CallKeys, rules: WriterRules) {
    this.#on = on;
    this.#connection = connection;
    this.#words = words;
    this.#calls = new CallRows(keys, this.#sink);
    this.#rules = rules;
  }

  /** `isSettled`: what new sessions bring is all of them. */
  async #place(prepared: readonly PreparedBatch[], isSettled: boolean): Promise<Placed[]> {
    const { sessions, created } = await lockSessions(
      this.#on,
      prepared.map(({ batch }) => batch),
      { machine: this.#rules.machine, isSettled },
    );
    return prepared.flatMap((one) => {
      const key = keyText(one.batch);
      const session = sessions.get(key);
      if (session === undefined || this.#rules.isNewer(session)) return [];
      // Another machine has read it meanwhile: what goes on here does not go on there.
      if (session.machine !== this.#rules.machine && !one.batch.isWhole) return [];
      const isNew = created.has(key);
      return [{ ...one, session, isNew, isFresh: isNew || one.batch.isWhole }];
    });
  }

  /** Rows of sessions that have yet to be read. Those that are known already stay as they are. */
  async outline(prepared: readonly PreparedBatch[]): Promise<void> {
    const placed = (await this.#place(prepared, false)).filter(({ isNew }) => isNew);
    const outlined = placed.map(({ session, batch }) => {
      return { session: session.pk, batch: { ...batch, isWhole: true }, gained: NO_TALLY, isSettled: false };
    });
    await describeSessions(this.#on, outlined, { ...this.#rules, rules: UNREAD_RULES });
    await putSources(
      this.#on,
      this.#rules.machine,
      placed.flatMap(({ session, batch }) => batch.sources.map((source) => [session.pk, source] as const)),
    );
    await noteChanges(
      this.#on,
      placed.map(({ batch }) => [batch.agent, batch.id, null]),
    );
  }

  async commit(prepared: readonly PreparedBatch[]): Promise<void> {
    const placed = await this.#place(prepared, true);
    const cleared = await this.#clear(placed);
    await this.#calls.reserve(
      this.#on,
      placed.reduce((sum, { calls }) => sum + calls.length, 0),
    );
    const described: Described[] = [];
    for (const one of placed) described.push(await this.#write(one));
    await describeSessions(this.#on, described, this.#rules);
    await this.#writeFiles(placed);
    await this.#sink.flush(this.#on);
    const isFilling = await isAllStale(this.#on);
    for (const one of placed) await this.#after(one);
    await lockRelations(this.#on);
    if (cleared.hadTitles) await markTitles(this.#on);
    for (const { session, batch, isFresh } of placed) {
      // The first records are there already.
      const { records: _, ...rest } = batch;
      await addTitles(this.#on, session.pk, isFresh ? rest : batch, { isAlone: !isFilling });
    }
    await markFamilies(this.#on, cleared.families);
    await this.#noteCopies(placed, isFilling);
    await noteChanges(this.#on, placed.flatMap(changesOf));
  }

  /** What sessions brought that are brought whole again. */
  async #clear(
    placed: readonly Placed[],
  ): Promise<{ readonly families: readonly number[]; readonly hadTitles: boolean }> {
    const known = placed.filter(({ isNew, batch }) => !isNew && batch.isWhole).map(({ session }) => session);
    if (known.length === 0) return { families: [], hadTitles: false };
    const keys = known.map(({ pk }) => pk);
    await deleteSessions(this.#on, known, { withRow: false });
    for (const session of known) await recount(this.#on, session);
    return { families: known.flatMap(({ family }) => family ?? []), hadTitles: await clearTitles(this.#on, keys) };
  }

  async #write({ batch, calls, hooks, hookSums, session, isFresh }: Placed): Promise<Described> {
    const on = this.#on;
    const sink = this.#sink;
    const { pk } = session;
    const gained = isFresh
      ? this.#calls.insertAll(session, batch, calls)
      : await this.#calls.putAll(on, session, calls);
    const ownHooks = hooks.map(([, ...said]) => [pk, ...said]);
    const requests = (batch.requests ?? []).map((request) => [pk, ...requestValues(request)]);
    if (isFresh) {
      insertMessages(sink, pk, batch.messages);
      for (const row of ownHooks) sink.add('session_hooks', HOOK_ROW, row);
      for (const row of lastOfEach(requests)) sink.add('requests', REQUEST_ROW, row);
      for (const [hook, sum] of hookSums) sink.add('hook_sums', SUM_COLUMNS, sumValues(pk, hook, sum));
      addRecords(sink, pk, batch.records);
    } else {
      await putMessages(on, sink, pk, batch.messages);
      await putHooks(on, ownHooks);
      for (const row of requests) await on.all(PUT_REQUEST, ...row);
      await on.all(
        batch.insights === undefined
          ? 'UPDATE insights SET stamp = NULL WHERE session_pk = $1 AND stamp IS NOT NULL'
          : 'DELETE FROM insights WHERE session_pk = $1',
        pk,
      );
      if (batch.state !== undefined) await on.all('DELETE FROM states WHERE session_pk = $1', pk);
    }
    if (batch.insights !== undefined) sink.add('insights', INSIGHT_ROW, [pk, ...insightValues(batch.insights)]);
    if (batch.state !== undefined) addState(sink, pk, batch.state);
    return { session: pk, batch, gained, isSettled: isFresh };
  }

  /** Files, with the text of those that are new. */
  async #writeFiles(placed: readonly Placed[]): Promise<void> {
    const keys = await putSources(
      this.#on,
      this.#rules.machine,
      placed.flatMap(({ session, batch }) => batch.sources.map((source) => [session.pk, source] as const)),
    );
    const texts = placed
      .flatMap(({ batch, isFresh }) => (batch.texts ?? []).map((text) => ({ text, isFresh })))
      .flatMap(({ text, isFresh }) => {
        const key = keys.get(text.path);
        return key === undefined ? [] : [{ key, text, isFresh }];
      });
    // Files of a session of which nothing is there have no text yet.
    const known = texts.flatMap(({ key, isFresh }) => (isFresh ? [] : [key]));
    if (known.length > 0) await clearTexts(this.#on, known);
    for (const { key, text } of texts) addText(this.#sink, key, text);
  }

  /** What is concluded from the rows, once they are there. */
  async #after({ batch, session, isFresh }: Placed): Promise<void> {
    const on = this.#on;
    const project = batch.fields.cwd ?? null;
    if (isFresh) return;
    if (session.project !== project) {
      // Paths start elsewhere now; the files of calls that changed several are read from the log again.
      await on.all('DELETE FROM call_files WHERE session_pk = $1', session.pk);
      await refreshFacts(on, this.#connection, this.#words, session, project);
    } else if (batch.state !== undefined) await settle(on, session);
    else if (batch.calls.length > 0 || batch.hooks.length > 0) {
      await on.all('UPDATE sessions SET is_settled = 0 WHERE pk = $1 AND is_settled <> 0', session.pk);
    }
  }

  /**
   * Copies are told apart when something could have changed about them. A session that shares nothing has none. One that has
   * calls of its own keeps its place in its family, and its further calls are its own unless another session has them too.
   */
  async #noteCopies(placed: readonly Placed[], isFilling: boolean): Promise<void> {
    const stale = new Set<number>();
    const asked: number[] = [];
    const left: number[] = [];
    for (const { batch, session, isNew } of placed) {
      const { ownAt, family } = session;
      const isPlaced =
        !batch.isWhole &&
        ownAt !== null &&
        batch.calls.every(({ requestedAt }) => requestedAt === null || requestedAt >= ownAt);
      const isSame = !isNew && !batch.isWhole && session.lineage === batch.lineage;
      if (!isNew && session.lineage !== batch.lineage && family !== null) left.push(family);
      if (!isSame) asked.push(session.pk);
      else if (family !== null && !isPlaced) stale.add(session.pk);
    }
    await markFamilies(this.#on, left);
    for (const session of await withRelatives(this.#on, asked)) stale.add(session);
    if (!isFilling) {
      const calls = placed.flatMap(({ session, batch }) =>
        stale.has(session.pk) ? [] : batch.calls.map(({ callId, identity }) => [session.pk, callId, identity] as const),
      );
      for (const session of await withTwins(this.#on, calls)) stale.add(session);
    }
    await markStale(this.#on, [...stale]);
  }
}

/** The records of a session of which none are there yet, see title-rows. */
function addRecords(sink: RowSink, session: number, records: SessionBatch['records']): void {
  if (records === undefined || records.length === 0) return;
  const body = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
  sink.add('record_places', RECORD_ROW, [session, 0, body]);
}

/** Of rows with one key the last counts. */
function lastOfEach(rows: readonly Given[][]): Given[][] {
  return [...new Map(rows.map((row) => [row[1], row])).values()];
}

function changesOf({ batch, isNew, isFresh }: Placed): NotedChange[] {
  const { agent, id, calls } = batch;
  if (!isNew && batch.isWhole) return [[agent, id, READ_AGAIN]];
  if (isFresh || calls.length === 0) return [[agent, id, null]];
  return [...new Set(calls.map(({ callId }) => callId))].map((callId) => [agent, id, callId]);
}
