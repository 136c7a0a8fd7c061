// Whether a filter is valid, and completions for it.

import { knownAgents, knownTools } from '../../library/catalogue.ts';
import { completions, type Vocabulary } from '../../model/filter/completions.ts';
import { describeFilter } from '../../model/filter/describe-filter.ts';
import { parseFilter } from '../../model/filter/parse-filter.ts';
import type { HandlerOf } from '../handler.ts';
import type { ServedLibrary } from '../served-library.ts';

/** Scanning the whole index for every letter typed would be slow: results are cached for a while. */
const KEPT_MS = 10_000;

const kept = new WeakMap<ServedLibrary, { readonly at: number; readonly words: Vocabulary }>();

async function vocabulary(library: ServedLibrary, now: number): Promise<Vocabulary> {
  const known = kept.get(library);
  if (known !== undefined && now - known.at < KEPT_MS) return known.words;
  const seen = await library.questions.filterValues(library.places);
  const families = new Set(knownTools().map(({ family }) => family));
  const ids = knownTools().map(({ id }) => id);
  const words = {
    tool: [...new Set([...seen.tools, ...ids, ...families])],
    toolid: ids,
    agent: knownAgents().map(({ id }) => id),
    code: seen.codes,
    model: seen.models,
    project: seen.projects,
    branch: seen.branches,
  };
  kept.set(library, { at: now, words });
  return words;
}

export const filterCheck: HandlerOf<'filterCheck'> = async ({ library, query, now }) => {
  const { text } = query;
  const at = Math.min(text.length, query.at === undefined ? text.length : Number(query.at));
  const parsed = parseFilter(text, { now });
  const offered = completions(text, at, await vocabulary(library, now));
  return {
    ok: parsed.ok,
    errors: parsed.ok
      ? []
      : parsed.errors.map(({ from, to, message, hint, isUnfinished = false }) => ({
          from,
          to,
          message,
          hint: hint ?? null,
          unfinished: isUnfinished,
        })),
    completions: { ...offered, items: [...offered.items] },
    meaning: parsed.ok ? describeFilter(parsed.filter) : '',
  };
};
