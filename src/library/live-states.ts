// What sessions of the index are doing right now: from what hooks told last, and from the log.

import { hookSignals } from '../hooks/hook-signals.ts';
import { type LiveState, liveState, SILENCE_MS } from '../model/live-state.ts';
import { lastSignAt } from '../reading/live-window.ts';
import type { Database, Query } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';
import { LiveFactsQuery } from '../store/sqlite/queries/live-facts.ts';
import { waitTraits } from '../tools/traits.ts';

/** Hooks that have been silent for longer say nothing of the present. */
const HEARD_WITHIN_MS = 24 * 3600_000;

export class LiveStates {
  readonly #facts: LiveFactsQuery;
  readonly #key: Query<number>;
  readonly #paths: Query<string>;
  readonly #modified: Query<number>;
  readonly #now: number;

  constructor(database: Database, now: number) {
    this.#facts = new LiveFactsQuery(database, waitTraits);
    this.#key = database.query('SELECT pk FROM sessions WHERE agent = ? AND id = ?', (row) => integer(row, 'pk'));
    this.#paths = database.query('SELECT path FROM sources WHERE session_pk = ? AND gone_at IS NULL', (row) =>
      text(row, 'path'),
    );
    this.#modified = database.query(
      `SELECT coalesce(max(f.modified_at), 0) AS at FROM sources f JOIN sessions s ON s.pk = f.session_pk
       WHERE s.agent = ? AND s.id = ? AND f.ledger IS NOT NULL`,
      (row) => integer(row, 'at'),
    );
    this.#now = now;
  }

  of({
    agent,
    id,
    lastAt,
  }: {
    readonly agent: string;
    readonly id: string;
    readonly lastAt: number | null;
  }): LiveState {
    const signAt = lastSignAt(lastAt, this.#now, () => this.#modified.get(agent, id) ?? 0);
    const silentMs = signAt === null ? Number.POSITIVE_INFINITY : this.#now - signAt;
    // What has long been silent needs no further looks.
    const key = silentMs < HEARD_WITHIN_MS ? this.#key.get(agent, id) : undefined;
    const log =
      key === undefined || silentMs >= SILENCE_MS
        ? { lastAt: signAt, openCalls: [], lastMessage: null, lastResult: null }
        : this.#facts.of(key, signAt);
    const hooks = key === undefined ? [] : hookSignals(this.#paths.all(key));
    return liveState({ log, hooks }, this.#now);
  }
}
