// Writes calls: the same call is the same row, and the changes of a session's counts are returned.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { CALL_COLUMNS, callValues, NOWHERE, type RowHome } from '../../rows/call-row.ts';
import { hookNumber } from '../../rows/stored-hook.ts';
import { addToTally, type Counted, countedOf, isReplayed, noTally, type Tally } from '../../rows/tally.ts';
import type { CallFiles } from '../../session-batch.ts';
import { IS_MASKED } from './call-conditions.ts';
import type { CallFileTable } from './call-file-table.ts';
import type { ColumnChunks } from './column-chunks.ts';
import type { InternedStrings } from './interned-strings.ts';

interface Known extends Counted {
  readonly pk: number;
  readonly occurrence: number;
}

/** What is needed to write a session's calls. */
export interface CallHome {
  /** Key of the session's row. */
  readonly session: number;
  /** The base folder of its relative paths. */
  readonly project: string | null;
  /** The session's logs by number. */
  numberOf(path: string): number;
  /** The files of a call that changed several. */
  filesOf?(call: ToolCall): CallFiles | undefined;
  /** What followed a failure, if known: see `recoveryNumber`. */
  recoveryOf?(call: ToolCall): number | null;
}

export class CallTable {
  readonly #chunks: ColumnChunks;
  readonly #files: CallFileTable;
  readonly #words: InternedStrings;
  readonly #known: Query<Known>;
  readonly #last: Query<number>;
  readonly #insert: Command;
  readonly #update: Command;
  readonly #setNowhere: Command;
  readonly #delete: Command;
  readonly #clear: Command;
  readonly #twin: Query<number>;
  readonly #recount: Command;
  /** The key of the last call, if it was needed in this transaction. */
  #lastPk: number | undefined;

  constructor(database: Database, words: InternedStrings, chunks: ColumnChunks, files: CallFileTable) {
    this.#chunks = chunks;
    this.#files = files;
    this.#words = words;
    this.#known = database.query(
      `SELECT c.pk, c.occurrence, c.status, c.blame, ${IS_MASKED} AS is_masked, c.copy_of FROM calls c
       WHERE c.call_id = ? AND c.session_pk = ?`,
      (row) => ({
        pk: integer(row, 'pk'),
        occurrence: integer(row, 'occurrence'),
        status: text(row, 'status'),
        blame: textOrNull(row, 'blame'),
        isMasked: row['is_masked'] === 1,
        isCopy: integerOrNull(row, 'copy_of') !== null,
      }),
    );
    this.#last = database.query('SELECT coalesce(max(pk), 0) AS pk FROM calls', (row) => integer(row, 'pk'));
    this.#insert = database.command(
      `INSERT INTO calls (pk, session_pk, ${CALL_COLUMNS.join(', ')}) VALUES (?, ?${', ?'.repeat(CALL_COLUMNS.length)})`,
    );
    this.#update = database.command(
      `UPDATE calls SET ${CALL_COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE pk = ?`,
    );
    this.#setNowhere = database.command('UPDATE calls SET copy_of = ? WHERE pk = ?');
    this.#delete = database.command('DELETE FROM calls WHERE pk = ?');
    this.#clear = database.command('DELETE FROM calls WHERE session_pk = ?');
    this.#twin = database.query(
      'SELECT 1 AS found FROM calls WHERE call_id = ? AND session_pk <> ? AND identity = ? LIMIT 1',
      (row) => integer(row, 'found'),
    );
    this.#recount = database.command(
      `UPDATE sessions SET (calls, failures, masked, running) = (
         SELECT count(*), coalesce(sum(status = 'error' AND blame IS NOT 'expected'), 0),
           coalesce(sum(${IS_MASKED}), 0), coalesce(sum(status = 'running'), 0)
         FROM calls c WHERE session_pk = sessions.pk AND copy_of IS NULL)
       WHERE pk = ?`,
    );
  }

  /** Before a transaction: others may have added calls since the last one. */
  begin(): void {
    this.#lastPk = undefined;
  }

  /** The first time: nothing of the session is there yet. */
  insertAll(home: CallHome, calls: readonly ToolCall[]): Tally {
    const tally = noTally();
    const rowHome = this.#rowHome(home);
    for (const call of calls) {
      this.#add(home, call, rowHome);
      addToTally(tally, countedOf(call, isReplayed(call)), 1);
    }
    return tally;
  }

  /** Updates calls. `calls` holds all occurrences of each id in it. */
  putAll(home: CallHome, calls: readonly ToolCall[]): Tally {
    const tally = noTally();
    const byId = new Map<string, ToolCall[]>();
    for (const call of calls) {
      const same = byId.get(call.callId);
      if (same === undefined) byId.set(call.callId, [call]);
      else same.push(call);
    }
    const rowHome = this.#rowHome(home);
    for (const [callId, same] of byId) this.#put(home, callId, same, tally, rowHome);
    return tally;
  }

  #put(home: CallHome, callId: string, calls: readonly ToolCall[], tally: Tally, rowHome: RowHome): void {
    const known = new Map(this.#known.all(callId, home.session).map((row) => [row.occurrence, row]));
    for (const call of calls) {
      const row = known.get(call.occurrence);
      const isCopy = row?.isCopy ?? isReplayed(call);
      if (row === undefined) this.#add(home, call, rowHome);
      else {
        this.#update.run(...callValues(call, rowHome), row.pk);
        if (!isCopy) this.#chunks.put(row.pk, home.session, call, home.project);
        this.#putFiles(row.pk, home, call);
        addToTally(tally, row, -1);
        known.delete(call.occurrence);
      }
      addToTally(tally, countedOf(call, isCopy), 1);
    }
    // Two calls under one id can turn out to be one.
    for (const row of known.values()) {
      this.#delete.run(row.pk);
      this.#chunks.drop(row.pk);
      addToTally(tally, row, -1);
    }
  }

  #add(home: CallHome, call: ToolCall, rowHome: RowHome): void {
    const pk = (this.#lastPk ?? this.#last.get() ?? 0) + 1;
    this.#insert.do(pk, home.session, ...callValues(call, rowHome));
    this.#lastPk = pk;
    if (isReplayed(call)) this.#setNowhere.run(NOWHERE, pk);
    else this.#chunks.put(pk, home.session, call, home.project, home.recoveryOf?.(call) ?? null);
    this.#putFiles(pk, home, call);
  }

  #rowHome({ numberOf }: CallHome): RowHome {
    return {
      numberOf,
      frameNumber: (parts, frame) => this.#words.numberOfParts('frame', parts, frame),
      hookNumber: (run) => hookNumber(run, this.#words),
    };
  }

  #putFiles(pk: number, home: CallHome, call: ToolCall): void {
    const files = home.filesOf?.(call);
    if (files !== undefined) this.#files.put(pk, files, home.project);
  }

  /** Whether one of the calls is in another session too. */
  hasTwin(session: number, calls: readonly ToolCall[]): boolean {
    return calls.some(({ callId, identity }) => this.#twin.get(callId, session, identity) !== undefined);
  }

  clear(session: number): void {
    this.#chunks.dropSession(session);
    this.#clear.run(session);
  }

  recount(session: number): void {
    this.#recount.run(session);
  }
}
