// Keeps calls in brief up to date, inside the transactions that write the calls: a change touches only its call's chunk.

import { blob, integer, type Row, textOrNull } from '../../../base/row.ts';
import { callsToRecoverAmong, type Tried } from '../../../model/recoveries.ts';
import { needsRecovery } from '../../../model/recovery.ts';
import type { HookRun, ToolCall } from '../../../model/tool-call.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { recoveryNumber } from '../../questions/stats.ts';
import { attemptOfRow } from '../../rows/attempt-row.ts';
import { type ColumnFacts, callNumbersOf, factsOfCall } from '../../rows/call-numbers.ts';
import { CHUNK_BITS, ColumnChunk } from './call-columns.ts';
import { IS_MASKED } from './call-conditions.ts';
import { COLUMN_SOURCE, factsOfRow } from './column-values.ts';
import { HookSums } from './hook-sums.ts';
import type { InternedStrings } from './interned-strings.ts';
import { SLOTS } from './packed-column.ts';

/** A call, as far as it shows what followed others. */
type KeyedAttempt = Tried & { readonly pk: number };

const TRIED = `SELECT c.pk, c.call_id, c.occurrence, c.tool_id, c.thread, c.status, c.code, c.blame, c.requested_at, c.ended_at, c.path,
    c.summary, c.detail
  FROM calls c WHERE c.session_pk = ? AND c.copy_of IS NULL`;

function keyedAttempt(row: Row): KeyedAttempt {
  return { pk: integer(row, 'pk'), ...attemptOfRow(row) };
}

interface StoredCall {
  readonly pk: number;
  readonly session: number;
  readonly project: string | null;
  readonly isCopy: boolean;
  readonly facts: ColumnFacts;
}

export class ColumnChunks {
  readonly #words: InternedStrings;
  readonly #load: Query<Uint8Array>;
  readonly #save: Command;
  readonly #delete: Command;
  readonly #keys: Query<number>;
  readonly #calls: Query<StoredCall>;
  readonly #tried: Query<KeyedAttempt>;
  /** Those that may need a recovery. */
  readonly #failed: Query<KeyedAttempt>;
  readonly #settled: Command;
  readonly #hooks: HookSums;
  readonly #touched = new Map<number, ColumnChunk>();

  constructor(database: Database, words: InternedStrings) {
    this.#words = words;
    this.#load = database.query('SELECT body FROM briefs WHERE chunk = ?', (row) => blob(row, 'body'));
    this.#save = database.command('INSERT OR REPLACE INTO briefs (chunk, body) VALUES (?, ?)');
    this.#delete = database.command('DELETE FROM briefs WHERE chunk = ?');
    this.#keys = database.query('SELECT pk FROM calls WHERE session_pk = ?', (row) => integer(row, 'pk'));
    this.#calls = database.query(
      `SELECT ${COLUMN_SOURCE}, c.copy_of IS NOT NULL AS is_copy FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk
       WHERE c.session_pk = ?`,
      (row) => ({
        pk: integer(row, 'pk'),
        session: integer(row, 'session_pk'),
        project: textOrNull(row, 'project'),
        isCopy: row['is_copy'] === 1,
        facts: factsOfRow(row),
      }),
    );
    this.#tried = database.query(
      `${TRIED} ORDER BY c.source, c.offset, length(c.pointer), c.pointer, c.occurrence`,
      keyedAttempt,
    );
    this.#failed = database.query(
      `${TRIED} AND (c.status = 'error' OR c.code IS NOT NULL OR ${IS_MASKED})`,
      keyedAttempt,
    );
    this.#hooks = new HookSums(database, this.#words);
    this.#settled = database.command('UPDATE sessions SET is_settled = ? WHERE pk = ?');
  }

  /**
   * Call after writing a call that is not a copy. `project` is the base folder of its session's relative paths; `recovery` is what
   * followed a failure, if known.
   */
  put(pk: number, session: number, call: ToolCall, project: string | null, recovery: number | null = null): void {
    this.#put(pk, session, factsOfCall(call), project, recovery);
  }

  /** Call after a call was deleted, or became a copy. */
  drop(pk: number): void {
    this.#chunk(pk).clear(pk % SLOTS);
  }

  /** Call before all calls of a session are deleted. */
  dropSession(session: number): void {
    for (const pk of this.#keys.all(session)) this.drop(pk);
  }

  /** From the rows: after a change that all calls of a session depend on. */
  refresh(session: number): void {
    for (const { pk, project, isCopy, facts } of this.#calls.each(session)) {
      if (isCopy) this.drop(pk);
      else this.#put(pk, session, facts, project, null);
    }
    this.settle(session);
  }

  /** Stores what followed a session's failures, and sums its hooks: takes time in proportion to the session. */
  settle(session: number): void {
    const failed = this.#failed.all(session).filter(needsRecovery);
    if (failed.length > 0) {
      const recovered = callsToRecoverAmong(this.#tried.each(session), failed);
      for (const [{ pk }, took] of recovered) this.#chunk(pk).setOne(pk % SLOTS, 'recovery', recoveryNumber(took));
    }
    this.#hooks.settle(session);
    this.#settled.run(1, session);
  }

  /** The same for a session whose failures were all put with what followed them, and whose hooks are all given. */
  settleFresh(session: number, hooks: Iterable<HookRun>): void {
    this.#hooks.add(session, hooks);
    this.#settled.run(1, session);
  }

  /** What is stored about a session is no longer valid. */
  unsettle(session: number): void {
    this.#settled.run(0, session);
  }

  /** At the end of every transaction that wrote calls. */
  flush(): void {
    for (const [number, chunk] of this.#touched) {
      const body = chunk.pack();
      if (body === undefined) this.#delete.run(number);
      else this.#save.run(number, body);
    }
    this.#touched.clear();
  }

  /** Call after a transaction that was rolled back. */
  reset(): void {
    this.#touched.clear();
  }

  #put(pk: number, session: number, facts: ColumnFacts, project: string | null, recovery: number | null): void {
    this.#chunk(pk).set(pk % SLOTS, callNumbersOf(facts, session, project, this.#words, recovery));
  }

  /** Others may have written since the last transaction: chunks are read again in each. */
  #chunk(pk: number): ColumnChunk {
    const number = pk >> CHUNK_BITS;
    const known = this.#touched.get(number);
    if (known !== undefined) return known;
    const chunk = new ColumnChunk(this.#load.get(number));
    this.#touched.set(number, chunk);
    return chunk;
  }
}
