// The sessions that a search may have to look into: their logs together, and which of these may hold the words.

import type { SearchableLog } from '../store/questions/search.ts';
import { closenessIn } from './text/closeness.ts';
import type { CompiledQuery } from './text/compiled-query.ts';
import type { SearchBudget } from './text/search-budget.ts';
import type { LibrarySource } from './text/search-library.ts';

export interface Candidate {
  readonly log: SearchableLog;
  readonly sources: LibrarySource<SearchableLog>[];
  /** How well its title fits, 0 where not all words stand in it. */
  readonly titleFit: number;
}

function titleFit({ title }: SearchableLog, { matchers }: CompiledQuery): number {
  const close = title === null ? undefined : closenessIn(title, matchers);
  return close !== undefined && close.terms === matchers.length ? close.fit : 0;
}

/** The session's logs together, sessions newest first. */
export function candidatesOf(sources: Iterable<LibrarySource<SearchableLog>>, whole: CompiledQuery): Candidate[] {
  const sessions = new Map<number, Candidate>();
  for (const source of sources) {
    const { id: log } = source;
    const known = sessions.get(log.sessionKey);
    if (known !== undefined) known.sources.push(source);
    else sessions.set(log.sessionKey, { log, sources: [source], titleFit: titleFit(log, whole) });
  }
  return [...sessions.values()];
}

/** The logs of a session that may hold the query, from one of them on. Most answers are at hand, and nothing waits for these. */
export function holding(
  { sources }: Pick<Candidate, 'sources'>,
  query: CompiledQuery,
  budget: SearchBudget,
  found: Candidate['sources'] = [],
  from = 0,
): Candidate['sources'] | Promise<Candidate['sources']> {
  for (const [i, source] of sources.slice(from).entries()) {
    const mayHold = source.mayHold?.(query, budget) ?? true;
    if (typeof mayHold !== 'boolean') {
      return mayHold.then((isHeld) => {
        if (isHeld) found.push(source);
        return holding({ sources }, query, budget, found, from + i + 1);
      });
    }
    if (mayHold) found.push(source);
  }
  return found;
}

export async function beginsIn(sources: Candidate['sources'], query: CompiledQuery): Promise<boolean> {
  for (const source of sources) if (await source.mayBegin?.(query)) return true;
  return false;
}
