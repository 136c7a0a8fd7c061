// Tests the tree of records: which records are on the active branch, gap by gap and branch by branch.

import { describe, expect, it } from 'vitest';
import type { RecordNode } from '../model/observation.ts';
import { RecordTree } from './tree.ts';

/** `id<parent` as a record, `*` for one that cannot be a leaf, `#m` for its message, `@t` for its thread. */
function record(text: string): RecordNode {
  const [, id = '', parent, group, thread] = /^(\w+)(?:<(\w+))?\*?(?:#(\w+))?(?:@(\w+))?$/.exec(text) ?? [];
  return {
    id,
    parent: parent ?? null,
    thread: thread ?? 'main',
    canBeLeaf: !text.includes('*'),
    compaction: false,
    group: group ?? null,
  };
}

function tree(texts: string): RecordTree {
  const made = new RecordTree();
  for (const [i, text] of texts.split(' ').entries())
    made.add(record(text), { source: 0, line: i + 1, offset: i, length: 1 });
  made.settle();
  return made;
}

function active(texts: string): string {
  const made = tree(texts);
  return texts
    .split(' ')
    .map((text) => record(text).id)
    .filter((id) => made.standingOf(id, null) === 'held')
    .join(' ');
}

describe('the active branch', () => {
  it.each([
    ['a straight line', 'a b<a c<b', 'a b c'],
    ['a rewind leaves the old branch behind', 'a b<a c<b d<a e<d', 'a d e'],
    ['the last leaf counts, not the longest branch', 'a b<a c<b d<c e<a', 'a e'],
    ['records that cannot be leaves are passed through', 'a p<a* b<p q<b*', 'a p b'],
    ['a parent that is not in the log: the record before it', 'a b<a c<gone d<c', 'a b c d'],
    ['a record without a parent: the record before it', 'a b<a c d<c', 'a b c d'],
    ['a parent that stands later', 'a b<c c<a', 'a c'],
    ['a circle of parents', 'a<c b<a c<b', 'a b c'],
    ['a record that is its own parent', 'a b<b', 'a b'],
    ['nothing that could be a leaf', 'a* b<a*', ''],
  ])('%s', (_, texts, expected) => {
    expect(active(texts)).toBe(expected);
  });

  it('is one per thread, and parents in another thread count for nothing', () => {
    expect(active('a b<a x@t y<x@t z<a@t c<b')).toBe('a b x y z c');
    expect(active('a x<a@t y<a@t')).toBe('a x y');
  });
});

describe('a message', () => {
  it('stands as a whole when one of its records does', () => {
    const made = tree('a u<a#m v<u#m r<u s<r');
    expect([
      made.standingOf('v', null) === 'held',
      made.standingOf('v', 'm') === 'held',
      made.standingOf('u', 'm') === 'held',
    ]).toEqual([false, true, true]);
  });

  it('that was left behind is left behind as a whole', () => {
    const made = tree('a u<a#m v<u#m b<a');
    expect([made.standingOf('u', 'm') === 'held', made.standingOf('v', 'm') === 'held']).toEqual([false, false]);
  });
});

describe('the tree', () => {
  it('takes a record once, and knows what it took', () => {
    const made = new RecordTree();
    const ref = { source: 0, line: 1, offset: 0, length: 1 };
    expect([made.add(record('a'), ref), made.add(record('a<b'), { ...ref, offset: 9 })]).toEqual([true, false]);
    expect([made.standingOf('a', null) !== 'unknown', made.standingOf('b', null) !== 'unknown']).toEqual([true, false]);
  });

  it('orders records by file and place, not by when they came', () => {
    const made = new RecordTree();
    made.add(record('c<a'), { source: 1, line: 1, offset: 0, length: 1 });
    made.add(record('b<a'), { source: 0, line: 2, offset: 5, length: 1 });
    made.add(record('a'), { source: 0, line: 1, offset: 0, length: 1 });
    made.settle();
    expect(['a', 'b', 'c'].filter((id) => made.standingOf(id, null) === 'held')).toEqual(['a', 'c']);
  });

  it('tells what changed sides since it was last asked', () => {
    const made = tree('a b<a#m');
    expect(made.settle()).toEqual({ records: new Set(), groups: new Set() });
    made.add(record('c<a'), { source: 0, line: 9, offset: 9, length: 1 });
    const { records, groups } = made.settle();
    expect([records.size, groups.size]).toEqual([2, 1]);
  });

  it('goes on after being saved', () => {
    const restored = new RecordTree(structuredClone(tree('a b<a#m c<b#m').save()));
    restored.add(record('d<a'), { source: 0, line: 9, offset: 9, length: 1 });
    restored.settle();
    expect(['a', 'b', 'c', 'd'].filter((id) => restored.standingOf(id, null) === 'held')).toEqual(['a', 'd']);
    expect([
      restored.standingOf('c', 'm') === 'held',
      restored.add(record('b'), { source: 0, line: 10, offset: 10, length: 1 }),
    ]).toEqual([false, false]);
  });
});
