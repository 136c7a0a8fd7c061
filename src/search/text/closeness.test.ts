// Tests how well a text fits a query: terms together before terms apart, words before pieces of words.

import { describe, expect, it } from 'vitest';
import { closenessIn } from './closeness.ts';
import { TermMatcher } from './term-matcher.ts';

function close(text: string, ...terms: readonly string[]) {
  return closenessIn(
    text,
    terms.map((term) => new TermMatcher({ kind: 'substring', text: term })),
  );
}

function fitOf(text: string, ...terms: readonly string[]): number {
  return close(text, ...terms)?.fit ?? 0;
}

describe('closenessIn', () => {
  it('is best where terms stand together as words', () => {
    expect(fitOf('a red gate', 'red', 'gate')).toBe(1);
    expect(fitOf('red and a gate', 'red', 'gate')).toBeLessThan(1);
    expect(fitOf('red gatekeeper', 'red', 'gate')).toBeLessThan(1);
    expect(fitOf('hatred gate', 'red', 'gate')).toBeLessThan(fitOf('red gatekeeper', 'red', 'gate'));
  });

  it('finds the best of several places', () => {
    expect(close('red. And then much later: the red gate', 'red', 'gate')).toEqual({
      first: { start: 30, end: 33 },
      terms: 2,
      fit: 1,
    });
  });

  it('counts the terms that are there', () => {
    expect(close('only a gate', 'red', 'gate')?.terms).toBe(1);
    expect(close('nothing', 'red', 'gate')).toBeUndefined();
  });

  it('survives a text that repeats a term without end', () => {
    expect(fitOf('gate '.repeat(100_000), 'gate', 'ate')).toBeGreaterThan(0);
  });
});
