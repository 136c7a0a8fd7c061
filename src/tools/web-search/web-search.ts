// Searching the web: WebSearch of Claude Code, the API's own web_search, and Codex's web search.

import { asName, asObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import { shortUrl } from '../http-status.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, listOf, looseNumber, looseText, looseTexts, orJsonText, text } from '../shapes.ts';
import { link, linksOf, results, type SearchEntry, type SearchResults } from './search-results.ts';
import { readSearch } from './search-text.ts';
import { codex } from './web-search.codex.ts';
import { copilot } from './web-search.copilot.ts';
import { cursor } from './web-search.cursor.ts';
import { gemini, qwen } from './web-search.gemini.ts';
import { kimi, kimiCode } from './web-search.kimi.ts';
import { openCode } from './web-search.opencode.ts';

export type { SearchEntry, SearchLink, SearchResults } from './search-results.ts';

export interface SearchInput {
  readonly action: 'search' | 'open' | 'find';
  /** All queries of the call; the first one is the one to show. */
  readonly queries: readonly string[];
  readonly url: string | null;
  /** What to find in the page. */
  readonly pattern: string | null;
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
}

/** Still running: the answer comes with a later turn. */
export interface SearchDetached {
  readonly kind: 'detached';
}

/** It ran; its results are not in the log. */
export interface SearchDone {
  readonly kind: 'done';
  readonly status: string | null;
}

export interface SearchRefused {
  readonly kind: 'refused';
  readonly errorCode: string;
}

export type SearchResult = SearchResults | SearchDetached | SearchDone | SearchRefused;

const group: Shape<SearchEntry> = shape.union([
  shape.string().transform((comment): SearchEntry => ({ type: 'text', text: comment })),
  shape.object({ content: listOf(link) }).transform((raw): SearchEntry => ({ type: 'links', links: raw.content })),
  // A failed group has an error in place of its links.
  shape
    .object({ content: shape.object({ error_code: text }) })
    .transform((raw): SearchEntry => ({ type: 'text', text: `Web search error: ${raw.content.error_code}` })),
]);

const structuredResults = shape
  .object({ query: looseText, results: listOf(group), durationSeconds: looseNumber, searchCount: looseNumber })
  .transform((raw) =>
    results(raw.query ?? null, raw.results, {
      searches: raw.searchCount,
      durationMs: raw.durationSeconds === undefined ? undefined : raw.durationSeconds * 1000,
    }),
  );

/** The API's own search: the list itself is the result. */
const serverResults = shape
  .array(anything)
  .refine((list) => list.length === 0 || list.some((item) => asObject(item)?.['type'] === 'web_search_result'))
  .transform((list) => results(null, [{ type: 'links', links: linksOf(list) }]));

const claudeCode = defineDialect<SearchInput, SearchResult>({
  agent: 'claude-code',
  names: ['WebSearch', 'web_search'],
  input: shape
    .object({
      query: text,
      allowed_domains: orJsonText(looseTexts),
      blocked_domains: orJsonText(looseTexts),
    })
    .transform(
      (raw): SearchInput => ({
        action: 'search',
        queries: [raw.query],
        url: null,
        pattern: null,
        allowedDomains: raw.allowed_domains,
        blockedDomains: raw.blocked_domains,
      }),
    ),
  structured: [
    {
      kind: 'detached',
      schema: shape
        .object({ detachedToolCall: shape.literal(true) })
        .transform((): SearchDetached => ({ kind: 'detached' })),
    },
    { kind: 'results', schema: structuredResults },
    { kind: 'results', schema: serverResults },
    {
      kind: 'refused',
      schema: shape
        .object({ error_code: text })
        .transform((raw): SearchRefused => ({ kind: 'refused', errorCode: raw.error_code })),
    },
  ],
  text: [
    {
      kind: 'results',
      read: (content, { input, blocks }) => {
        const links = blocks.filter((block) => block.type === 'link');
        const query = input?.queries[0] ?? null;
        if (links.length === 0) return readSearch(content, query);
        const found = links.map((block) => ({ title: block.title ?? block.uri, url: block.uri }));
        return results(query, [{ type: 'links', links: found }]);
      },
    },
  ],
});

function askedFor(input: SearchInput | null, result: SearchResult | null): string {
  if (input?.action === 'open') return `open ${clip(shortUrl(input.url ?? ''), 100)}`;
  if (input?.action === 'find') {
    const page = input.url === null ? 'the open page' : clip(shortUrl(input.url), 80);
    return `find "${clip(input.pattern ?? '', 100)}" in ${page}`;
  }
  const query = input?.queries[0] ?? (result?.kind === 'results' ? result.query : null) ?? '';
  const more = (input?.queries.length ?? 0) > 1 ? ` +${(input?.queries.length ?? 1) - 1}` : '';
  return query === '' ? 'no query' : `"${clip(query, 100)}"${more}`;
}

function answerOf(result: SearchResults): string {
  const [first] = result.entries;
  return result.linkCount === 0 && first?.type === 'text' ? clip(first.text, 60) : plural(result.linkCount, 'link');
}

export const webSearch = defineTool<SearchInput, SearchResult>({
  id: 'web-search',
  title: 'Web search',
  family: 'web',
  dialects: [claudeCode, codex, copilot, openCode, gemini, qwen, kimi, kimiCode, cursor],
  failures: [
    {
      code: 'search-unavailable',
      blame: 'environment',
      pattern: /^/,
      when: (_input, _text, result) => result?.kind === 'refused',
      message: (_text, result) => (result?.kind === 'refused' ? result.errorCode : ''),
    },
    {
      code: 'both-domain-lists',
      blame: 'agent',
      pattern: /[Cc]annot specify both allowed_domains and blocked_domains/,
    },
    { code: 'missing-query', blame: 'agent', pattern: /Missing query|query is too (?:short|long)/ },
    {
      code: 'search-unavailable',
      blame: 'environment',
      pattern: /unavailable|overloaded|rate.?limit|too_many_requests|max_uses_exceeded/i,
    },
  ],
  facts: ({ input, result }) => {
    const query = asName(input === null && result?.kind === 'results' ? result.query : input?.queries[0]);
    return {
      ...(query === undefined ? {} : { query: clip(query, 200) }),
      ...(input?.url === null || input?.url === undefined ? {} : { url: input.url }),
      ...(result?.kind === 'results' ? { matches: result.linkCount } : {}),
    };
  },
  summary: ({ input, result }) => {
    const what = askedFor(input, result);
    if (result?.kind === 'results') return `${what} → ${answerOf(result)}`;
    if (result?.kind === 'detached') return `${what} → goes on in the background`;
    return result?.kind === 'refused' ? `${what} → ${result.errorCode}` : what;
  },
  target: (input) => `${input.url ?? ''} ${input.pattern ?? ''} ${input.queries.join(' | ')}`.trim(),
  reportedMs: (result) => (result.kind === 'results' ? result.durationMs : null),
  quietFailure: (result) => {
    if (result.kind === 'refused') {
      return { code: 'search-unavailable', blame: 'environment', message: `The search failed: ${result.errorCode}.` };
    }
    if (result.kind !== 'results' || result.linkCount > 0) return null;
    const [first] = result.entries;
    if (first?.type !== 'text' || !/^Web search error: /.test(first.text)) return null;
    return { code: 'search-unavailable', blame: 'environment', message: first.text };
  },
});
