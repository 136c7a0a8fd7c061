// Folds sessions whose best hits say the same into one: copies in forked and resumed sessions, and the same prompt given
// to many sessions.

import type { Ranked } from './session-search.ts';

export interface FoldedSession {
  readonly agent: string;
  readonly session: string;
  readonly title: string | null;
  readonly lastAt: number;
}

export interface Folded {
  readonly ranked: Ranked;
  readonly alike: readonly FoldedSession[];
}

/** Copies keep the time of their record: of these the original stands for all. Of others the one that ranks first. */
function comesFirst(a: Ranked, b: Ranked): boolean {
  return (
    a.best.hit.at !== null && a.best.hit.at === b.best.hit.at && a.log.agent === b.log.agent && a.log.rank < b.log.rank
  );
}

/** `ranked` in its order, which stays. */
export function foldAlike(ranked: readonly Ranked[]): Folded[] {
  const groups = new Map<string, Ranked[]>();
  for (const one of ranked) {
    const key = `${one.textClass} ${one.best.hit.snippet.text}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const [first, ...others] = group.toSorted((a, b) => (comesFirst(a, b) ? -1 : comesFirst(b, a) ? 1 : 0));
    if (first === undefined) throw new RangeError('a group without sessions');
    const alike = others.map(({ log: { agent, session, title, newestAt } }) => ({
      agent,
      session,
      title,
      lastAt: newestAt,
    }));
    return { ranked: first, alike };
  });
}
