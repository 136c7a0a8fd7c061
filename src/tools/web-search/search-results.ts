// Search results: links and comments, in their original order.

import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';

export interface SearchLink {
  readonly title: string;
  readonly url: string | null;
  readonly snippet?: string | undefined;
  readonly age?: string | undefined;
}

/** Links and comments, in their original order. */
export type SearchEntry =
  | { readonly type: 'links'; readonly links: readonly SearchLink[] }
  | { readonly type: 'text'; readonly text: string };

export interface SearchResults {
  readonly kind: 'results';
  readonly query: string | null;
  readonly entries: readonly SearchEntry[];
  readonly linkCount: number;
  readonly searches: number | null;
  readonly durationMs: number | null;
}

export function results(
  query: string | null,
  entries: readonly SearchEntry[],
  told: { searches?: number | undefined; durationMs?: number | undefined } = {},
): SearchResults {
  return {
    kind: 'results',
    query,
    entries,
    linkCount: entries.reduce((sum, entry) => sum + (entry.type === 'links' ? entry.links.length : 0), 0),
    searches: told.searches ?? null,
    durationMs: told.durationMs ?? null,
  };
}

export const link: Shape<SearchLink> = shape
  .object({ title: looseText, url: looseText, snippet: looseText, page_age: looseText })
  .refine((raw) => raw.title !== undefined || raw.url !== undefined)
  .transform((raw) => ({
    title: raw.title ?? raw.url ?? '',
    url: raw.url ?? null,
    snippet: raw.snippet,
    age: raw.page_age,
  }));

/** The members of a list that are links. */
export function linksOf(list: readonly unknown[]): readonly SearchLink[] {
  return list.map((item) => fitted(link, item)).filter((item) => item !== undefined);
}
