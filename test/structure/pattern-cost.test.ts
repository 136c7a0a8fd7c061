// Tests that every regular expression that may meet log text takes steps in proportion to the text: counted, not timed.

import { describe, expect, it } from 'vitest';
import { type StepCount, stepCounter } from '../support/regex/count-steps.ts';
import { type SourcePattern, sourcePatterns } from '../support/regex/source-patterns.ts';
import { hostileTexts, ORDINARY_TEXTS, type TextOfLength } from '../support/regex/trying-texts.ts';

const FOLDERS = [
  'base',
  'model',
  'formats',
  'lifecycle',
  'commands',
  'tools',
  'parse',
  'insights',
  'sources',
  'reading',
  'search',
  'library',
  'archive',
  'net-diff',
  'hooks',
].map((layer) => `src/${layer}`);

/** Patterns that never meet a long text, and why. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'src/base/units.ts: /\\B(?=(\\d{3})+$)/g': 'the digits of one of our own numbers',
  'src/search/text/tame-regex.ts: /\\\\(?:[1-9]|k<)|\\\\[\\s\\S]|\\[(?:[^\\]\\\\]|\\\\[\\s\\S])*\\]|\\)?(?:[*+?]|\\{\\d+(?:,\\d*)?\\})|[\\s\\S]/g':
    'an expression that a person typed',
  'src/model/filter/parse-value.ts: /[a-zµ]+$/i': 'a quantity that a person typed',
};

/**
 * Files with patterns made of what a person searches for, where `tame-regex` decides which run under a watch; of what they
 * wrote into their configuration; and of a rule's own pattern, made global.
 */
const TYPED = [
  'src/commands/rule-match.ts',
  'src/search/text/folded-finder.ts',
  'src/search/text/regex-tail.ts',
  'src/search/text/scoped-query.ts',
  'src/search/text/term-matcher.ts',
  'src/search/text/term-matcher.ts',
  'src/tools/own-tool-shape.ts',
  'src/tools/own-tool.ts',
];

/** Repeats of up to a few hundred characters, tried at every place, are in proportion to the text from about here on. */
const LENGTH = 400;
/** Four times the text: work in proportion takes four times the steps, a square sixteen times. */
const GROWTH_MAX = 8;
/** And a repeat that is limited, but to thousands, is as bad as one that is not. */
const STEPS_PER_CHARACTER_MAX = 500;

const { patterns, unknown } = sourcePatterns(process.cwd(), FOLDERS);

interface Growth {
  readonly times: number;
  readonly perCharacter: number;
  readonly text: string;
}

function isTooMuch({ times, perCharacter }: Growth): boolean {
  return times > GROWTH_MAX || perCharacter > STEPS_PER_CHARACTER_MAX;
}

/** The text on which the pattern fares worst, where that is too much. */
function runaway(regex: RegExp, texts: readonly TextOfLength[]): Growth | null {
  const count = stepCounter(regex);
  for (const make of texts) {
    const short = count(make(LENGTH), LENGTH * 10_000);
    const text = make(LENGTH * 4);
    const long = count(text, LENGTH * 40_000);
    expectSameMatches(regex, text, long);
    // What costs next to nothing on the short text may grow by its first real try.
    const growth = {
      times: long.steps / Math.max(short.steps, LENGTH * 4),
      perCharacter: long.steps / text.length,
      text: text.slice(0, 80),
    };
    if (isTooMuch(growth)) return growth;
  }
  return null;
}

/** The counter is right about the steps only if it is right about the matches. */
function expectSameMatches(regex: RegExp, text: string, counted: StepCount): void {
  if (counted.cut || regex.sticky) return;
  const found: [number, number][] = [];
  for (const match of text.matchAll(new RegExp(regex.source, `${regex.flags.replace('g', '')}g`))) {
    found.push([match.index, match.index + match[0].length]);
    if (!regex.global) break;
  }
  expect(counted.matches, `${regex} on ${JSON.stringify(text.slice(0, 80))}`).toEqual(found);
}

describe('patterns that meet log text', () => {
  it('are all known', () => {
    expect(patterns.length).toBeGreaterThan(500);
    expect([...unknown].sort()).toEqual(TYPED);
    const names = new Set(patterns.map(({ name }) => name));
    expect(Object.keys(SHORT_TEXTS).filter((name) => !names.has(name))).toEqual([]);
  });

  const byFolder = new Map<string, SourcePattern[]>();
  for (const pattern of patterns) {
    if (pattern.name in SHORT_TEXTS) continue;
    const folder = pattern.name.split('/').slice(0, 3).join('/');
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), pattern]);
  }
  for (const [folder, inside] of byFolder) {
    it(`take steps in proportion to the text: ${folder}`, { timeout: 300_000 }, () => {
      const found = inside.flatMap(({ name, regex }) => {
        const growth = runaway(regex, [...hostileTexts(regex), ...Object.values(ORDINARY_TEXTS)]);
        return growth === null ? [] : [{ name, ...growth }];
      });
      expect(found).toEqual([]);
    });
  }
});

describe('the count of steps', () => {
  it.each([
    ['a trailing run', /\s+$/],
    ['a loop in a loop', /(?:a+)+b/],
    ['two loops over the same letters', /^[\w.]+\.[\w.]+:$/],
    ['a lookbehind that goes far', /(?<=<report>[^<]{0,2000})deny/],
    ['a tag that never ends', /<a>[\s\S]*?<\/a>/g],
    ['a limit of thousands', /error[^\n]{0,4000}at/],
  ])('finds %s', (_, regex) => {
    expect(runaway(regex, [...hostileTexts(regex), ...Object.values(ORDINARY_TEXTS)])).not.toBeNull();
  });

  it.each([
    ['a bounded loop', /\berror[^\n]{0,100}at/],
    ['a loop whose end is not in it', /"[^"]*"/g],
    ['an anchored beginning', /^\s+at (.*)$/],
  ])('passes %s', (_, regex) => {
    expect(runaway(regex, [...hostileTexts(regex), ...Object.values(ORDINARY_TEXTS)])).toBeNull();
  });
});
