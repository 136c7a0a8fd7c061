// Tests parsing of search texts: quotes in queries, brackets in titles, prose that looks like links.

import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { readSearch } from './search-text.ts';

const LINKS = [
  { title: 'A "quoted" [title]', url: 'https://example.org/a?x=[1]' },
  { title: 'B \\ back', url: 'https://example.org/b' },
];
const head = (query: string) => `Web search results for query: "${query}"\n\n`;

describe('search texts', () => {
  it('reads the query, the links and the prose after them', () => {
    expect(readSearch(`${head('a "b" c')}Links: ${JSON.stringify(LINKS)}\n\nProse [with] brackets.`, null)).toEqual({
      kind: 'results',
      query: 'a "b" c',
      entries: [
        { type: 'links', links: LINKS.map((one) => ({ ...one, snippet: undefined, age: undefined })) },
        { type: 'text', text: 'Prose [with] brackets.' },
      ],
      linkCount: 2,
      searches: null,
      durationMs: null,
    });
  });

  it('takes the query from the input when it spans lines', () => {
    const query = 'one\ntwo "three"';
    expect(readSearch(`${head(query)}No links found.`, query)).toMatchObject({
      query,
      entries: [{ type: 'links', links: [] }],
    });
  });

  it('keeps several groups of links and what stands between them', () => {
    const links = `Links: ${JSON.stringify(LINKS.slice(0, 1))}`;
    const { entries } = readSearch(`${head('q')}First.\n\n${links}\n\nThen.\n${links}\n\n\nREMINDER: cite them.`, null);
    expect(entries.map((entry) => (entry.type === 'text' ? entry.text : entry.links.length))).toEqual([
      'First.',
      1,
      'Then.',
      1,
    ]);
  });

  it('keeps links that are not JSON as prose', () => {
    expect(readSearch(`${head('q')}Links: [see below]\n\nLinks: [`, null)).toMatchObject({
      entries: [{ type: 'text', text: 'Links: [see below]\n\nLinks: [' }],
      linkCount: 0,
    });
  });

  it('reads text without a heading', () => {
    expect(readSearch('Nothing.', 'q')).toMatchObject({ query: 'q', entries: [{ type: 'text', text: 'Nothing.' }] });
  });

  it('stays linear on hostile text', () => {
    mustEnd(() => readSearch(`${head('q')}${'Links: [\n'.repeat(100_000)}`, null));
    mustEnd(() => readSearch(`${head('q')}${'Links: ["\n'.repeat(100_000)}${']'.repeat(100_000)}`, null));
    mustEnd(() => readSearch(`Web search results for query: "${'"\n'.repeat(2_000_000)}`, null));
  });
});
