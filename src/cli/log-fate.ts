// The fate of a session's logs: already gone, or deleted by their agent in some days.

import { homedir } from 'node:os';
import { type Retention, retentions, vanishing } from '../library/retention.ts';
import type { LocalIndex } from '../store/local-index.ts';

interface LogFate {
  /** None of its logs is left. */
  readonly logsGone: boolean;
  /** Null when they are never deleted, or already gone. */
  readonly deletedInDays: number | null;
}

export class LogFates {
  readonly #index: LocalIndex;
  readonly #kept: readonly Retention[];
  readonly #now: number;

  constructor(index: LocalIndex, now: number) {
    this.#index = index;
    this.#kept = retentions({ env: process.env, home: homedir() });
    this.#now = now;
  }

  of(agent: string, session: string): LogFate {
    const logs = this.#index.stampsOf(agent, session).filter(({ isSide }) => !isSide);
    const present = logs.filter(({ goneAt }) => goneAt === null);
    const [next] = vanishing(present, this.#kept, this.#now);
    return { logsGone: logs.length > 0 && present.length === 0, deletedInDays: next?.inDays ?? null };
  }
}

/** For a column: "12 d", "now", "gone". */
export function fateText({ logsGone, deletedInDays }: LogFate): string {
  if (logsGone) return 'gone';
  if (deletedInDays === null) return '';
  return deletedInDays === 0 ? 'now' : `${deletedInDays} d`;
}
