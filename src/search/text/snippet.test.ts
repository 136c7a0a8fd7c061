// Tests snippets: around the match, on one line, harmless, with everything found in them marked.

import { describe, expect, it } from 'vitest';
import { type Snippet, snippetOf } from './snippet.ts';
import { TermMatcher } from './term-matcher.ts';

function snippet(text: string, ...words: string[]): Snippet {
  const matchers = words.map((word) => new TermMatcher({ kind: 'substring', text: word }));
  const match = matchers[0]?.find(text);
  if (match === undefined) throw new Error('no match');
  return snippetOf(text, match, matchers);
}

function marked({ text, highlights }: Snippet): string[] {
  return highlights.map(([start, end]) => text.slice(start, end));
}

describe('snippetOf', () => {
  it('shows a short text whole', () => {
    expect(snippet('run the Build now', 'build')).toEqual({ text: 'run the Build now', highlights: [[8, 13]] });
  });

  it('shows a piece of a long text, with the match in it', () => {
    const shown = snippet(`${'before '.repeat(50)}needle${' after'.repeat(50)}`, 'needle');
    expect(shown.text.length).toBeLessThanOrEqual(162);
    expect(shown.text).toMatch(/^….*needle.*…$/);
    expect(marked(shown)).toEqual(['needle']);
  });

  it('marks every term, and joins marks that overlap', () => {
    const shown = snippet('abcd x abcd', 'abc', 'cd');
    expect(shown).toEqual({
      text: 'abcd x abcd',
      highlights: [
        [0, 4],
        [7, 11],
      ],
    });
  });

  it('puts lines on one line and takes out control sequences', () => {
    const shown = snippet('one\n\ttwo \u001b[31mred\u001b[0m\u202e three\u2028four', 'two');
    expect(shown).toEqual({ text: 'one two red three four', highlights: [[4, 7]] });
  });

  it('marks a match that runs over a line end', () => {
    expect(snippet('foo\nbar', 'o\nb')).toEqual({ text: 'foo bar', highlights: [[2, 5]] });
  });

  it('cuts a match that is longer than the snippet', () => {
    const shown = snippet('x'.repeat(400), 'x'.repeat(300));
    expect(shown).toEqual({ text: `${'x'.repeat(160)}…`, highlights: [[0, 160]] });
  });

  it('never cuts a surrogate pair', () => {
    const shown = snippet(`${'😀'.repeat(100)}needle${'😀'.repeat(100)}`, 'needle');
    expect(shown.text).not.toMatch(/\p{Surrogate}/u);
  });
});
