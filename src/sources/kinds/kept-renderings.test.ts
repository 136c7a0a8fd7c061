// Tests that an append-only session is rendered from its last row on, and again when that row changed.
import { expect, test } from 'vitest';
import type { PlacedRecord } from '../../formats/source.ts';
import { KeptRenderings } from './kept-renderings.ts';

const facts = { path: '/x/a.db/s', device: '1', inode: '2', size: 0, modifiedAt: 0 };

function journalOf(...texts: readonly string[]): PlacedRecord[] {
  return texts.map((text, i) => ({ record: { text }, where: `event ${i}`, position: i }));
}

function open(kept: KeptRenderings, rows: readonly PlacedRecord[], inode = '2', stamp: object = {}) {
  const asked: (number | undefined)[] = [];
  const log = kept.open({ ...facts, inode, ...stamp }, (from) => {
    asked.push(from);
    return rows.filter(({ position = 0 }) => position >= (from ?? 0));
  });
  const bytes = Buffer.alloc(log.size);
  log.read(bytes, 0);
  const texts = bytes.toString().split('\n').slice(0, -1);
  return { asked, texts: texts.map((line) => JSON.parse(line).text) };
}

test('one more row costs one more line', () => {
  const kept = new KeptRenderings();
  expect(open(kept, journalOf('a', 'b'))).toEqual({ asked: [undefined], texts: ['a', 'b'] });
  expect(open(kept, journalOf('a', 'b', 'c'))).toEqual({ asked: [1], texts: ['a', 'b', 'c'] });
  expect(open(kept, journalOf('a', 'b', 'c'))).toEqual({ asked: [2], texts: ['a', 'b', 'c'] });
});

test('another row in the place of the last, fewer rows, or another file: all of it is rendered again', () => {
  const kept = new KeptRenderings();
  open(kept, journalOf('a', 'b', 'c'));
  expect(open(kept, journalOf('a', 'b', 'other', 'd'))).toEqual({
    asked: [2, undefined],
    texts: ['a', 'b', 'other', 'd'],
  });
  expect(open(kept, journalOf('a'))).toEqual({ asked: [3, undefined], texts: ['a'] });
  expect(open(kept, journalOf('a', 'b'), '3')).toEqual({ asked: [undefined], texts: ['a', 'b'] });
});

test('rows without positions are rendered as a whole, whenever the session has changed', () => {
  const kept = new KeptRenderings();
  const rows = (...texts: string[]): PlacedRecord[] =>
    journalOf(...texts).map(({ record, where }) => ({ record, where }));
  expect(open(kept, rows('a'))).toEqual({ asked: [undefined], texts: ['a'] });
  expect(open(kept, rows('a'))).toEqual({ asked: [], texts: ['a'] });
  expect(open(kept, rows('b', 'c'), '2', { size: 2 })).toEqual({ asked: [undefined], texts: ['b', 'c'] });
  expect(open(kept, rows('b', 'd'), '2', { size: 2, modifiedAt: 1 })).toEqual({
    asked: [undefined],
    texts: ['b', 'd'],
  });
  expect(open(kept, rows('e'), '3', { size: 2, modifiedAt: 1 })).toEqual({ asked: [undefined], texts: ['e'] });
});
