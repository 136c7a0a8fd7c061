// Which sessions have to be read together, because they may hold copies of each other's calls.

import { sessionKey } from '../base/session-key.ts';
import { earliest } from './group-sessions.ts';
import type { SessionFiles } from './read-session.ts';
import { SessionFamilies, SharedCalls } from './shared-calls.ts';

/** Numbers for names, in the order they come. */
class Numbers {
  readonly #byName = new Map<string, number>();

  of(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    this.#byName.set(name, this.#byName.size);
    return this.#byName.size - 1;
  }
}

/**
 * Sessions that hold the same calls, begin alike, or name each other: they may hold copies of each other's calls, and are read
 * together. In order of their start.
 */
export function familiesOf(sessions: readonly SessionFiles[]): SessionFiles[][] {
  const families = new SessionFamilies();
  const numbers = new Numbers();
  const numberOf = ({ agent, session }: SessionFiles): number => numbers.of(sessionKey(agent, session));
  const shared = new SharedCalls(families);
  for (const files of sessions) numberOf(files);
  for (const files of sessions) {
    const number = numberOf(files);
    if (files.lineage !== null) families.join(number, numbers.of(`${files.agent} ${files.lineage}`));
    if (sessions.length > 1) for (const log of files.logs) shared.look(log, number);
  }
  const byFamily = new Map<number, SessionFiles[]>();
  for (const files of sessions) {
    const number = families.of(numberOf(files));
    const family = byFamily.get(number);
    if (family === undefined) byFamily.set(number, [files]);
    else family.push(files);
  }
  const start = (family: readonly SessionFiles[]): number =>
    family.reduce<number | null>((first, { startedAt }) => earliest(first, startedAt), null) ??
    Number.POSITIVE_INFINITY;
  return [...byFamily.values()].sort((a, b) => {
    const order = start(a) - start(b);
    return Number.isNaN(order) ? 0 : order;
  });
}
