// Writes what a session says besides its calls and messages: its row, its hooks, its saved state.

import type { HookRun } from '../../../model/tool-call.ts';
import { addUsage, NO_USAGE } from '../../../model/usage.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { blob, flag, integer, integerOrNull, textOrNull } from '../../../sqlite/row.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import type { SessionBatch, SessionKey, SessionState } from '../../session-batch.ts';
import type { Tally } from './call-table.ts';
import type { InternedStrings } from './interned-strings.ts';
import { hookNumber, storedHook } from './stored-hook.ts';

/** Anyone who follows and falls further behind than this looks at everything again. */
const KEPT_CHANGES = 65_536;
const PRUNE_EVERY = 4096;

/** In place of the rules that a session was read by: nothing but its outline is known yet. */
export const UNREAD = '';
const NOTHING_GAINED: Tally = { calls: 0, failures: 0, masked: 0, running: 0 };

export interface KnownSession {
  readonly pk: number;
  readonly lineage: string | null;
  readonly ownAt: number | null;
  /** Null when it was compared with no other. */
  readonly family: number | null;
  /** The folder that relative paths start from. */
  readonly project: string | null;
  /** Nothing but its outline is known. */
  readonly isUnread: boolean;
}

function detailOf({ fields, threads, usage, compactions, sideFiles, problems }: SessionBatch): string {
  const detail: SessionDetail = { fields, threads, usage, compactions, sideFiles, problems };
  return JSON.stringify(detail);
}

/** What a session's detail said when it was written last. Its lists only grow, or are others. */
interface WrittenDetail {
  readonly session: number;
  readonly threads: SessionDetail['threads'];
  readonly compactions: SessionDetail['compactions'];
  readonly compactionCount: number;
  readonly sideFiles: SessionDetail['sideFiles'];
  readonly sideFileCount: number;
  /** The rest as text: it is short. */
  readonly rest: string;
}

function writtenOf(
  session: number,
  { fields, threads, usage, compactions, sideFiles, problems }: SessionBatch,
): WrittenDetail {
  return {
    session,
    threads,
    compactions,
    compactionCount: compactions.length,
    sideFiles,
    sideFileCount: sideFiles.length,
    rest: JSON.stringify([fields, usage, problems]),
  };
}

function saysTheSame(a: WrittenDetail | undefined, b: WrittenDetail): boolean {
  return (
    a?.session === b.session &&
    a.threads === b.threads &&
    a.compactions === b.compactions &&
    a.compactionCount === b.compactionCount &&
    a.sideFiles === b.sideFiles &&
    a.sideFileCount === b.sideFileCount &&
    a.rest === b.rest
  );
}

const UPDATE = `UPDATE sessions SET lineage = ?, project = ?, title = ?, branch = ?, version = ?, model = ?, started_at = ?,
    last_at = ?, live = ?, waits = ?, tokens_input = ?, tokens_output = ?, tokens_cache_read = ?, tokens_cache_write = ?,
    calls = calls + ?, failures = failures + ?, masked = masked + ?, running = running + ?`;

/** The model that was counted most often. */
function modelOf({ usage }: SessionBatch): string | null {
  return usage.reduce((most, next) => (next.messages > (most?.messages ?? 0) ? next : most), usage[0])?.model ?? null;
}

/** Hooks with their number among those of the same line. */
function* numbered(hooks: readonly HookRun[]): Generator<[HookRun, number]> {
  const seen = new Map<string, number>();
  for (const hook of hooks) {
    const place = `${hook.ref.source} ${hook.ref.offset}`;
    const num = seen.get(place) ?? 0;
    seen.set(place, num + 1);
    yield [hook, num];
  }
}

export class SessionTable {
  readonly #words: InternedStrings;
  readonly #find: Query<KnownSession>;
  readonly #insert: Command;
  readonly #update: Command;
  readonly #updateWhole: Command;
  /** By what rules logs are read now. */
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
  /** Of the session that was written last: usually the one that goes on. */
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

  /** A row of a session that has yet to be read. */
  outline(session: number, batch: SessionBatch): void {
    this.describe(session, batch, NOTHING_GAINED);
    this.#noteRules.do(UNREAD, session);
  }

  describe(session: number, batch: SessionBatch, gained: Tally): void {
    if (batch.isWhole) this.#noteOrigin.do(batch.origin ?? null, batch.isOrphan === true ? 1 : 0, session);
    if (batch.isWhole) this.#noteRules.do(this.#rules ?? null, session);
    const usage = batch.usage.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE);
    const { fields } = batch;
    const values = [
      batch.lineage,
      fields.cwd ?? null,
      fields.title ?? null,
      fields.gitBranch ?? null,
      fields.version ?? null,
      modelOf(batch),
      batch.startedAt,
      batch.lastAt,
      batch.live ? 1 : 0,
      batch.waits === true ? 1 : 0,
      usage.input,
      usage.output,
      usage.cacheRead,
      usage.cacheWrite,
      gained.calls,
      gained.failures,
      gained.masked,
      gained.running,
    ];
    // Of a long session the detail takes hundreds of kilobytes, and most lines change nothing of it.
    const detail = writtenOf(session, batch);
    if (!batch.isWhole && saysTheSame(this.#written, detail)) this.#update.run(...values, session);
    else this.#updateWhole.run(...values, detailOf(batch), session);
    this.#written = detail;
  }

  /** What was written is not in: nothing is known of it any more. */
  reset(): void {
    this.#written = undefined;
  }

  hooks(session: number, hooks: readonly HookRun[]): void {
    for (const [hook, num] of numbered(hooks)) {
      const { source, offset } = hook.ref;
      const said = storedHook(hook, hookNumber(hook, this.#words));
      this.#hook.do(session, source, offset, num, JSON.stringify(said));
    }
  }

  saveState(session: number, { format, pieces }: SessionState): void {
    this.#clearState.run(session);
    let num = 0;
    for (const piece of pieces) this.#state.run(session, num++, format, piece);
  }

  loadState(session: number): SessionState | undefined {
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

  /** Everything that was written piece by piece; the row itself stays. */
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
