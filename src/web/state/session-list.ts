// The list of sessions in memory: loaded page by page, kept up to date.

import { type Signal, signal } from '@preact/signals';
import { FIRST_ROWS } from '../../api/first-sessions.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { sessionKey } from '../../base/session-key.ts';
import { api } from './api.ts';
import { asError } from './as-error.ts';
import { onChange } from './live.ts';

interface SessionList {
  readonly sessions: readonly SessionRow[];
  /** How many match on the server, loaded or not. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
}

const PAGE = '500';
/** More rows than this are not loaded: no one reads that far. */
const MOST = 20_000;
const PAUSE_MS = 250;
/** While logs are being read, rows beyond the first page are reloaded this often. */
const FILL_MS = 5000;

function keyOf({ agent, id }: SessionRow): string {
  return sessionKey(agent, id);
}

function newestFirst(a: SessionRow, b: SessionRow): number {
  return (b.lastAt ?? 0) - (a.lastAt ?? 0);
}

export class LoadedSessions {
  readonly state: Signal<SessionList> = signal({ sessions: [], total: undefined, error: undefined });
  readonly #filter: string;
  readonly #rows = new Map<string, SessionRow>();
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #filling: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next load is of all pages. */
  #isWhole = false;
  #isLoading = false;
  /** What is due after the load under way, which may be past a row that has changed since. */
  #due: 'first page' | 'everything' | undefined;

  constructor(filter: string) {
    this.#filter = filter;
    this.#forget = onChange((news) => this.#soon(news === 'resync'));
    this.again();
  }

  again(): void {
    void this.#loadInTurn(true);
  }

  close(): void {
    this.#controller.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#filling);
    this.#forget();
  }

  #soon(everything: boolean): void {
    this.#isWhole ||= everything;
    // An empty list is reloaded without a pause.
    const pause = this.#rows.size === 0 ? 0 : PAUSE_MS;
    this.#timer ??= setTimeout(() => {
      const isWhole = this.#isWhole;
      this.#timer = undefined;
      this.#isWhole = false;
      void this.#loadInTurn(isWhole);
    }, pause);
  }

  /** One load at a time: a row that a short one brings would be missing from what a whole one has seen, and go again. */
  async #loadInTurn(everything: boolean): Promise<void> {
    if (this.#isLoading) {
      if (everything || this.#due === undefined) this.#due = everything ? 'everything' : 'first page';
      return;
    }
    this.#isLoading = true;
    await this.#load(everything);
    this.#isLoading = false;
    const due = this.#due;
    this.#due = undefined;
    if (due !== undefined && !this.#controller.signal.aborted) void this.#loadInTurn(due === 'everything');
  }

  /** The first page holds what changed last; the others are needed only once. */
  async #load(everything: boolean): Promise<void> {
    const { signal: stop } = this.#controller;
    let cursor: string | undefined;
    let total = 0;
    const seen = new Set<string>();
    try {
      do {
        const limit = this.#rows.size === 0 ? FIRST_ROWS : PAGE;
        const query = { filter: this.#filter, limit, cursor };
        const page = await api.get('sessions', { query }, stop);
        for (const row of page.sessions) {
          this.#rows.set(keyOf(row), row);
          seen.add(keyOf(row));
        }
        total = page.total;
        this.#tell(total, undefined);
        cursor = page.next ?? undefined;
      } while (everything && cursor !== undefined && this.#rows.size < MOST);
      if (this.#isIncomplete(total)) this.#fillLater();
      if (!everything || cursor !== undefined) return;
      for (const key of this.#rows.keys()) if (!seen.has(key)) this.#rows.delete(key);
      this.#tell(seen.size, undefined);
    } catch (error) {
      if (stop.aborted) return;
      this.#tell(this.state.value.total, asError(error));
    }
  }

  /** Rows are missing, or not read yet. */
  #isIncomplete(total: number): boolean {
    return this.#rows.size < Math.min(total, MOST) || [...this.#rows.values()].some(({ unread }) => unread);
  }

  #fillLater(): void {
    this.#filling ??= setTimeout(() => {
      this.#filling = undefined;
      this.again();
    }, FILL_MS);
  }

  #tell(total: number | undefined, error: Error | undefined): void {
    this.state.value = { sessions: [...this.#rows.values()].sort(newestFirst), total, error };
  }
}
