// Tests that search finds every piece of every text, and nothing else, whatever the log: against a slow, obvious search.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortableFilterBuilder } from '../../src/search/text/portable-filter-builder.ts';
import type { TextTerm } from '../../src/search/text/text-query.ts';
import { grownIndex, hitsIn, linesOf, logOf, storedIndex, usable, usualFilters } from './indexed-log.ts';
import { plainSearch, textsOfLine } from './plain-search.ts';
import { anyLine } from './spelling.ts';

interface Asked {
  readonly log: Uint8Array;
  readonly lines: readonly Uint8Array[];
  readonly terms: readonly TextTerm[];
}

/** A term cut out of a text somewhere in the log, by three numbers. */
function cutTerm(
  lines: readonly Uint8Array[],
  [line, from, length]: readonly number[],
  kind: 'substring' | 'prefix' | 'regex',
): TextTerm {
  const texts = textsOfLine(lines[(line ?? 0) % Math.max(1, lines.length)] ?? new Uint8Array(0)).filter(
    (text) => text !== '',
  );
  const text = texts[(from ?? 0) % Math.max(1, texts.length)] ?? 'nothing';
  // Whole characters: no one can type half a surrogate pair.
  const characters = Array.from(text.replace(/\p{Surrogate}/gu, '?'));
  const start = (from ?? 0) % characters.length;
  const piece = characters.slice(start, start + 1 + ((length ?? 0) % 24)).join('');
  return kind === 'regex' ? asRegex(piece) : { kind, text: piece };
}

/** An expression that fits a cut text: some letters as written, others as classes, repeated or not. */
function asRegex(text: string): TextTerm {
  const atoms = Array.from(text, (letter, i) => {
    const isWord = /^\w$/.test(letter);
    if (isWord && i % 5 === 4) return i % 2 === 0 ? '\\w+' : '\\w*';
    if (i % 7 === 6) return '.';
    return letter.replace(/[^\w]/u, (other) => (/[\x20-\x7e]/.test(other) ? `\\${other}` : other));
  });
  return { kind: 'regex', source: atoms.join(''), flags: '' };
}

function withoutLineEnd(log: Uint8Array): Uint8Array {
  let end = log.length;
  while (end > 0 && (log[end - 1] === 10 || log[end - 1] === 13)) end--;
  return log.subarray(0, end);
}

const cut = fc.tuple(fc.nat(10_000), fc.nat(100_000), fc.nat(1000));

const asked: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.array(anyLine, { minLength: 1, maxLength: 12 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.array(
      fc.tuple(cut, fc.constantFrom('substring' as const, 'substring' as const, 'prefix' as const, 'regex' as const)),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    fc.boolean(),
  )
  .map(([parts, lineEnd, cuts, isEnded]) => {
    const whole = logOf(parts, lineEnd);
    const log = isEnded ? whole : withoutLineEnd(whole);
    const lines = linesOf(log);
    return { log, lines, terms: cuts.map(([numbers, kind]) => cutTerm(lines, numbers, kind)) };
  });

async function linesFound(
  log: Uint8Array,
  index: Parameters<typeof hitsIn>[1],
  terms: readonly TextTerm[],
): Promise<number[]> {
  const hits = await hitsIn(log, index, { query: { terms } });
  return hits.map(({ line }) => line);
}

describe('search, against a plain one', () => {
  it('finds the same lines with an index, in any log', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ log, lines, terms }) => {
        for (const filters of [usualFilters(), new PortableFilterBuilder()]) {
          expect(await linesFound(log, usable(storedIndex(log, filters)), terms)).toEqual(plainSearch(lines, terms));
        }
      }),
      { numRuns: 1200 },
    );
  });

  it('finds the same lines without an index', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ log, lines, terms }) => {
        expect(await linesFound(log, null, terms)).toEqual(plainSearch(lines, terms));
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same lines when the log grew and the program was restarted in between', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.array(fc.nat(4000), { maxLength: 4 }), async ({ log, lines, terms }, steps) => {
        const grown = usable(
          grownIndex(
            log,
            steps.sort((a, b) => a - b),
          ),
        );
        expect(await linesFound(log, grown, terms)).toEqual(plainSearch(lines, terms));
      }),
      { numRuns: 500 },
    );
  });

  it('tries what follows a fixed text only behind that text, not behind another of its length', async () => {
    const log = logOf(['{"text":"[1,\\"handleRequest\\"]"}']);
    const terms: TextTerm[] = [{ kind: 'regex', source: '1,"h\\w+n.le', flags: '' }];
    expect(await linesFound(log, usable(storedIndex(log)), terms)).toEqual([1]);
  });
});
