// Tests the filters that the scanner fills: against those of portable code.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCutter } from '../../src/base/lines.ts';
import { mayHold } from '../../src/search/text/gram-filter.ts';
import { GramMemory } from '../../src/search/text/gram-memory.ts';
import { bitOf } from '../../src/search/text/grams.ts';
import { PortableFilterBuilder } from '../../src/search/text/portable-filter-builder.ts';
import { hashesOf, longHashesOf, runsOf } from '../../src/search/text/query-runs.ts';
import { ScannedFilterBuilder } from '../../src/search/text/scanned-filter-builder.ts';
import { searchedAs } from '../../src/search/text/searched-as.ts';
import { BLOCK_BYTES } from '../../src/search/text/text-index-builder.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { logOf } from './indexed-log.ts';
import { anyLine } from './spelling.ts';

function memory(): GramMemory {
  const created = GramMemory.create();
  if (created === undefined) throw new Error('there is no scanner on this machine');
  return created;
}

const scanner = memory();

/** Filters of one size, before they shrink: nothing is lost by comparing them. */
const WHOLE = 1 << 30;

function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.slice().buffer);
}

function filtersOf(log: Uint8Array): { scanned: Int32Array; portable: Int32Array } {
  const builders = [new ScannedFilterBuilder(scanner), new PortableFilterBuilder()] as const;
  for (const builder of builders) builder.reset(BLOCK_BYTES);
  new LineCutter().push(log, (line) => {
    for (const builder of builders) builder.add(line.bytes, searchedAs(parseLine(line, 0)));
  });
  const [scanned, portable] = builders.map((builder) => builder.filter(WHOLE));
  if (scanned === undefined || portable === undefined) throw new Error('no filters');
  expect(scanned.hasSpelledLetters).toBe(portable.hasSpelledLetters);
  return {
    scanned: wordsOf(scanned.bytes),
    portable: wordsOf(portable.bytes),
  };
}

/** Of every eight letters in a row in the bytes of a log. */
function eightsOf(log: Uint8Array): Int32Array {
  return longHashesOf([log.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte))]);
}

function drop(filter: Int32Array, hash: number): void {
  const bit = bitOf(hash, Math.log2(filter.length));
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) & ~(1 << bit);
}

/** Asks a filter for a gram. */
function asking(filter: Uint8Array): (hash: number) => boolean {
  return (hash) => mayHold(filter, 0, Math.log2(filter.length / 4), hash);
}

const anyLog = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, lineEnd]) => logOf(lines, lineEnd));

describe('filters by the scanner', () => {
  it('hold hardly more than those of portable code', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const { scanned, portable } = filtersOf(log);
        scanned[0] = (scanned[0] ?? 0) & ~1;
        for (const hash of eightsOf(log)) drop(scanned, hash);
        // Filters of different sizes would be compared by their first words only.
        if (scanned.length === portable.length) {
          expect(scanned.map((word, i) => word & ~(portable[i] ?? 0)).every((extra) => extra === 0)).toBe(true);
        }
      }),
      // The same texts each time: to hold more costs reading a block, never a hit, and where data is broken off by half a
      // character the scanner does hold more.
      { numRuns: 1000, seed: 7 },
    );
  });

  it('hold the words at every place of a long text, whatever lies around them', () => {
    // Longer than what is gathered at a time, with and without breaks, and with data between texts.
    const words = Array.from({ length: 4000 }, (_, i) => `ab${(i * 7919) % 100_003}x${i}cd`);
    const data = 'QUJD'.repeat(200);
    for (const between of [' ', '\n', '"', '\\', '\u001b[0m', ` ${data} `]) {
      const text = words.join(between);
      const builder = new ScannedFilterBuilder(scanner);
      const line = Buffer.from(JSON.stringify({ type: 'user', text }));
      builder.reset(line.length);
      builder.add(line, 'records');
      const isHeld = asking(builder.filter(WHOLE).bytes);
      // With the next one where nothing but a blank is between them.
      const pieces = between === ' ' ? words.map((word, i) => `${word} ${words[i + 1] ?? ''}`.trimEnd()) : words;
      expect(pieces.filter((piece) => !hashesOf(runsOf(piece)).every(isHeld))).toEqual([]);
    }
  });

  it('hold the eights of long names, and tell names apart that are made of the same words', () => {
    const parts = [
      'measure',
      'idle',
      'drawbridge',
      'resolve',
      'distant',
      'nozzle',
      'quiet',
      'lantern',
      'empty',
      'meadow',
    ];
    const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    const names = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => `${a}${capital(b)}${capital(c)}`)));
    const builder = new ScannedFilterBuilder(scanner);
    builder.reset(BLOCK_BYTES);
    const held = names.filter((_, i) => i % 97 === 0);
    // Longer than what is gathered at a time, so that a name lies across its end.
    for (const name of held) builder.add(Buffer.from(JSON.stringify({ text: `${name}(); `.repeat(120) })), 'records');
    const { bytes, hasLongGrams } = builder.filter(WHOLE);
    const mayName = (name: string): boolean => longHashesOf(runsOf(name)).every(asking(bytes));
    expect(hasLongGrams).toBe(true);
    expect(held.filter((name) => !mayName(name))).toEqual([]);
    const others = names.filter((_, i) => i % 97 !== 0);
    expect(others.filter(mayName).length).toBeLessThan(others.length / 2);
  });

  it('are not asked for eights where portable code had a part in them', () => {
    const builder = new ScannedFilterBuilder(scanner);
    builder.reset(BLOCK_BYTES);
    builder.add(Buffer.from('{"text":"measure\\u0049dleDrawbridge"}'), 'records');
    expect(builder.filter(WHOLE).hasLongGrams).toBe(false);
  });

  it('take lines from where they were read to, and longer ones than there is room for', () => {
    const text = 'needleInHaystack';
    const long = Buffer.from(JSON.stringify({ text: `${'lorem ipsum '.repeat(120_000)}${text}` }));
    const short = Buffer.from(`${JSON.stringify({ text })}\n`);
    const builder = new ScannedFilterBuilder(scanner);
    const { room } = scanner;
    room.set(short);
    for (const line of [long, room.subarray(0, short.length - 1)]) {
      builder.reset(BLOCK_BYTES);
      builder.add(line, 'records');
      expect(hashesOf(runsOf(text.toLowerCase())).every(asking(builder.filter(WHOLE).bytes))).toBe(true);
    }
  });
});
