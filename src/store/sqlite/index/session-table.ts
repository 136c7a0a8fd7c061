// Writes a session's facts besides its calls and messages: its row, its hooks, its saved state.

import { blob, flag, integer, integerOrNull, textOrNull } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import {
  detailOf,
  type KnownSession,
  numberedHooks,
  saysTheSame,
  sessionValues,
  UNREAD,
  type WrittenDetail,
  writtenOf,
} from '../../rows/session-row.ts';
import { hookNumber, storedHook } from '../../rows/stored-hook.ts';
import { NO_TALLY, type Tally } from '../../rows/tally.ts';
import type { SessionBatch, SessionKey, StoredState } from '../../session-batch.ts';
import type { InternedStrings } from './interned-strings.ts';

/** Followers that fall further behind than this load everything again. */
const KEPT_CHANGES = 65_536;
const PRUNE_EVERY = 4096;

const UPDATE = `UPDATE sessions SET lineage = ?, project = ?, title = ?, branch = ?, version = ?, model = ?, started_at = ?,
    last_at = ?, live = ?, waits = ?, tokens_input = ?, tokens_output = ?, tokens_cache_read = ?, tokens_cache_write = ?,
    calls = calls + ?, failures = failures + ?, masked = masked + ?, running = running + ?`;

export class SessionTable {
  readonly #words: InternedStrings;
  readonly #find: Query<KnownSession>;
  readonly #insert: Command;
  readonly #update: Command;
  readonly #updateWhole: Command;
  /** The current rules for reading logs. */
  readonly #rules: string | undefined;
  readonly #noteRules: Command;
  readonly #noteOrigin: Command;
  readonly #delete: Command;
  readonly #hook: Command;
  readonly #clearHooks: Command;
  readonly #state: Command;
  readonly #clearState: Command;
  readonly #stateFormat: Query<number>;
  readonly #statePiece: Query<Uint8Array>;
  readonly #change: Command;
  readonly #prune: Command;
  /** Of the session written last: usually the one that goes on. */
  #written: WrittenDetail | undefined;

  constructor(database: Database, words: InternedStrings, rules?: string) {
    this.#words = words;
    this.#find = database.query(
      `SELECT pk, lineage, own_at, family, project, rules IS '${UNREAD}' AS unread FROM sessions WHERE agent = ? AND id = ?`,
      (row) => ({
        pk: integer(row, 'pk'),
        lineage: textOrNull(row, 'lineage'),
        ownAt: integerOrNull(row, 'own_at'),
        family: integerOrNull(row, 'family'),
        project: textOrNull(row, 'project'),
        isUnread: flag(row, 'unread'),
      }),
    );
    this.#insert = database.command(`INSERT INTO sessions (agent, id, live, detail) VALUES (?, ?, 0, '')`);
    this.#update = database.command(`${UPDATE} WHERE pk = ?`);
    this.#updateWhole = database.command(`${UPDATE}, own_title = NULL, detail = ? WHERE pk = ?`);
    this.#rules = rules;
    this.#noteRules = database.command(
      `UPDATE sessions SET rules = coalesce(?, nullif(rules, '${UNREAD}')) WHERE pk = ?`,
    );
    this.#noteOrigin = database.command('UPDATE sessions SET origin = ?, is_orphan = ? WHERE pk = ?');
    this.#delete = database.command('DELETE FROM sessions WHERE pk = ?');
    this.#hook = database.command('INSERT OR REPLACE INTO session_hooks VALUES (?, ?, ?, ?, ?)');
    this.#clearHooks = database.command('DELETE FROM session_hooks WHERE session_pk = ?');
    this.#state = database.command('INSERT INTO states VALUES (?, ?, ?, ?)');
    this.#clearState = database.command('DELETE FROM states WHERE session_pk = ?');
    this.#stateFormat = database.query('SELECT format FROM states WHERE session_pk = ? AND num = 0', (row) =>
      integer(row, 'format'),
    );
    this.#statePiece = database.query('SELECT body FROM states WHERE session_pk = ? AND num = ?', (row) =>
      blob(row, 'body'),
    );
    this.#change = database.command('INSERT INTO changes (agent, session, call_id) VALUES (?, ?, ?)');
    this.#prune = database.command('DELETE FROM changes WHERE seq <= ?');
  }

  find({ agent, id }: SessionKey): KnownSession | undefined {
    return this.#find.get(agent, id);
  }

  create({ agent, id }: SessionKey): number {
    return this.#insert.run(agent, id).lastId;
  }

  /** The row of a session that is not read yet. */
  outline(session: number, batch: SessionBatch): void {
    this.describe(session, batch, NO_TALLY);
    this.#noteRules.do(UNREAD, session);
  }

  describe(session: number, batch: SessionBatch, gained: Tally): void {
    if (batch.isWhole) this.#noteOrigin.do(batch.origin ?? null, batch.isOrphan === true ? 1 : 0, session);
    if (batch.isWhole) this.#noteRules.do(this.#rules ?? null, session);
    const values = sessionValues(batch, gained);
    // A long session's detail takes hundreds of kilobytes, and most lines change nothing in it.
    const detail = writtenOf(session, batch);
    if (!batch.isWhole && saysTheSame(this.#written, detail)) this.#update.run(...values, session);
    else this.#updateWhole.run(...values, detailOf(batch), session);
    this.#written = detail;
  }

  /** The transaction was rolled back: nothing is known about what was written. */
  reset(): void {
    this.#written = undefined;
  }

  hooks(session: number, hooks: readonly HookRun[]): void {
    for (const [hook, num] of numberedHooks(hooks)) {
      const { source, offset } = hook.ref;
      const said = storedHook(hook, hookNumber(hook, this.#words));
      this.#hook.do(session, source, offset, num, JSON.stringify(said));
    }
  }

  saveState(session: number, { format, pieces }: StoredState): void {
    this.#clearState.run(session);
    let num = 0;
    for (const piece of pieces) this.#state.run(session, num++, format, piece);
  }

  loadState(session: number): StoredState | undefined {
    const format = this.#stateFormat.get(session);
    return format === undefined ? undefined : { format, pieces: this.#statePieces(session) };
  }

  *#statePieces(session: number): Generator<Uint8Array> {
    let piece = this.#statePiece.get(session, 0);
    for (let num = 1; piece !== undefined; num++) {
      yield piece;
      piece = this.#statePiece.get(session, num);
    }
  }

  /** Deletes everything that was written piece by piece; the row itself stays. */
  clear(session: number): void {
    this.#clearHooks.run(session);
    this.#clearState.run(session);
  }

  delete(session: number): void {
    this.#delete.run(session);
  }

  noteChange({ agent, id }: SessionKey, callId: string | null): void {
    const { lastId } = this.#change.run(agent, id, callId);
    if (lastId % PRUNE_EVERY === 0) this.#prune.run(lastId - KEPT_CHANGES);
  }
}
