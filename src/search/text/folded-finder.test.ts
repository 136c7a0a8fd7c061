// Tests that folded bytes are found where a plain comparison finds them, in the memory of WebAssembly and outside of it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMemory } from '../../sources/json-lines/find-memory.ts';
import { FOLD } from './byte-classes.ts';
import { FoldedFinder } from './folded-finder.ts';

function folded(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (FOLD[byte] ?? 0) & 0xff);
}

/** Every place, one comparison at a time. */
function placesOf(needle: Uint8Array, bytes: Uint8Array, from: number, end: number): number[] {
  const text = folded(bytes);
  const places: number[] = [];
  for (let at = from; at + needle.length <= end; at++) {
    if (needle.every((byte, i) => text[at + i] === byte)) places.push(at);
  }
  return places;
}

function placesFound(finder: FoldedFinder, bytes: Uint8Array, from: number, end: number): number[] {
  const places: number[] = [];
  for (let at = finder.find(bytes, from, end); at !== -1; at = finder.find(bytes, at + 1, end)) places.push(at);
  return places;
}

function placesOver(finder: FoldedFinder, bytes: Uint8Array): number[] {
  const places: number[] = [];
  const next = finder.over(bytes);
  for (let at = next(0); at !== -1; at = next(at + 1)) places.push(at);
  return places;
}

// Few different bytes, so that needles nearly stand in many places: letters of both cases, and what OR 32 could confuse
// with others ([ and {, @ and `, bytes above 0x80).
const LETTERS = Uint8Array.from([0x61, 0x41, 0x62, 0x42, 0x5b, 0x7b, 0x40, 0x60, 0x20, 0xc3, 0xe3, 0x2f, 0x30]);
const bytesOf = (least: number, most: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.nat({ max: LETTERS.length - 1 }), { minLength: least, maxLength: most })
    .map((places) => Uint8Array.from(places, (place) => LETTERS[place] ?? 0));

const searches = fc.record({
  bytes: bytesOf(0, 200),
  needle: bytesOf(1, 9),
  from: fc.nat({ max: 40 }),
  cut: fc.nat({ max: 40 }),
  /** Where in the room the bytes lie: they need not begin at a multiple of sixteen. */
  at: fc.nat({ max: 40 }),
});

test('finds what a plain comparison finds', () => {
  const room = findMemory()?.room;
  expect(room).toBeDefined();
  fc.assert(
    fc.property(searches, ({ bytes, needle, from, cut, at }) => {
      const finder = new FoldedFinder(folded(needle));
      const end = Math.max(0, bytes.length - cut);
      const expected = placesOf(folded(needle), bytes, from, end);
      expect(placesFound(finder, bytes, from, end)).toEqual(expected);
      if (room === undefined) return;
      room.fill(0x61, 0, 400);
      room.set(bytes, at);
      const inRoom = room.subarray(at, at + bytes.length);
      expect(placesFound(finder, inRoom, from, end)).toEqual(expected);
      const all = placesOf(folded(needle), bytes, 0, bytes.length);
      expect(placesOver(finder, inRoom)).toEqual(all);
      expect(placesOver(finder, bytes)).toEqual(all);
    }),
    { numRuns: 400 },
  );
});

test('finds a needle that is longer than the memory has room for', () => {
  const room = findMemory()?.room ?? Buffer.alloc(1024 * 1024);
  const needle = new Uint8Array(40_000).fill(0x61);
  needle[needle.length - 1] = 0x7a;
  const bytes = room.subarray(0, 100_000).fill(0x41);
  bytes[70_000] = 0x5a;
  expect(new FoldedFinder(needle).find(bytes, 0, bytes.length)).toBe(30_001);
});
