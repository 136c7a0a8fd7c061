// Codex's web search: a self-contained call, its end event, and the items of newer logs.

import { asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, listOf, looseText } from '../shapes.ts';
import { link, results } from './search-results.ts';
import type { SearchDone, SearchInput, SearchResult } from './web-search.ts';

const ACTIONS = new Map<string, SearchInput['action']>([
  ['search', 'search'],
  ['open_page', 'open'],
  ['openPage', 'open'],
  ['find_in_page', 'find'],
  ['findInPage', 'find'],
]);

function queriesOf(action: JsonObject, whole: JsonObject): readonly string[] {
  const several = Array.isArray(action['queries']) ? action['queries'].filter((one) => typeof one === 'string') : [];
  const one = asName(action['query']) ?? asName(whole['query']);
  return several.length > 0 ? several : one === undefined ? [] : [one];
}

/** The action itself, or an object that contains one (an end event, an item, a call). */
function readInput(raw: JsonObject): SearchInput {
  const action = asObject(raw['action']) ?? raw;
  const kind = ACTIONS.get(asString(action['type']) ?? '') ?? 'search';
  return {
    action: kind,
    queries: kind === 'search' ? queriesOf(action, raw) : [],
    url: asName(action['url']) ?? null,
    pattern: asName(action['pattern']) ?? null,
    allowedDomains: [],
    blockedDomains: [],
  };
}

const found = shape
  .object({ query: looseText, results: listOf(link) })
  .transform((raw) => results(raw.query ?? null, [{ type: 'links', links: raw.results }]));

const done = shape
  .object({ query: looseText, status: looseText, action: anything.optional() })
  .transform((raw): SearchDone => ({ kind: 'done', status: raw.status ?? null }));

export const codex = defineDialect<SearchInput, SearchResult>({
  agent: 'codex',
  names: ['web_search', 'web/search'],
  input: shape
    .record(anything)
    .nullish()
    .transform((raw) => readInput(raw ?? {})),
  structured: [
    { kind: 'results', schema: found },
    { kind: 'done', schema: done },
  ],
  text: [
    {
      kind: 'done',
      read: (content) => (content.trim() === '' ? { kind: 'done', status: null } : undefined),
    },
    {
      kind: 'results',
      read: (content, { input }) => results(input?.queries[0] ?? null, [{ type: 'text', text: content }]),
    },
  ],
});
