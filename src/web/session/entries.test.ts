// Tests entries in memory: new ones are added, changed ones replaced, in the order of the files.

import { expect, it } from 'vitest';
import { Entries, endOf, isUnexpectedError } from './entries.ts';
import { call, chunk, said } from './made-up-chunk.ts';

it('adds what is new and replaces what is known, calls by key and messages by position', () => {
  const entries = new Entries();
  expect(entries.take(chunk(said('prompt', 5, { text: 'go' }), call(1, { status: 'running' })))).toBe(2);
  expect(entries.take(chunk(said('prompt', 5, { text: 'go' }), call(1, { status: 'ok' }), call(2)))).toBe(1);
  expect(entries.columns.status).toEqual(['', 'ok', 'ok']);
  expect(entries.reach()).toBe('0:20');
});

it('keeps the order of the files when something arrives late', () => {
  const entries = new Entries();
  entries.take(chunk(call(3), call(4, { source: 1, offset: 2 })));
  entries.take(chunk(call(1)));
  expect([...entries.order()].map((i) => entries.columns.key[i])).toEqual([1, 3, 4]);
});

it('keeps the order of the blocks of one line, by their numbers', () => {
  const entries = new Entries();
  const at = (key: number, block: number): ReturnType<typeof call> =>
    call(key, { offset: 7, pointer: `/message/content/${block}/input` });
  entries.take(chunk(at(1, 10), at(2, 11)));
  entries.take(chunk(at(3, 2)));
  expect([...entries.order()].map((i) => entries.columns.key[i])).toEqual([3, 1, 2]);
});

it('finds calls by id and occurrence, and messages by position', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { callId: 'x' }), call(2, { callId: 'x', occurrence: 2 }), said('answer', 90)));
  expect([entries.find('x', 1), entries.find('x', 2), entries.find('x', 3), entries.find('y', 1)]).toEqual([
    0,
    1,
    undefined,
    undefined,
  ]);
  expect(entries.said(0, 90, '/text')).toBe(2);
});

it('takes any id there is', () => {
  const entries = new Entries();
  entries.take(chunk(call(1, { callId: '__proto__' }), call(2, { callId: 'constructor' })));
  expect(entries.find('__proto__', 1)).toBe(0);
  expect(entries.find('toString', 1)).toBeUndefined();
});

it('knows when an entry ended', () => {
  const { columns } = ((): Entries => {
    const entries = new Entries();
    entries.take(
      chunk(
        call(1, { at: 100, ms: 50 }),
        call(2, { at: 100, endedAt: 130 }),
        call(3, { at: 100, status: 'running' }),
        call(4, { at: 100, endedAt: 90 }),
      ),
    );
    return entries;
  })();
  expect([0, 1, 2, 3].map((i) => endOf(columns, i, 1000))).toEqual([150, 130, 1000, 100]);
});

it('separates unexpected errors from expected ones', () => {
  const entries = new Entries();
  entries.take(
    chunk(
      call(1, { status: 'error', blame: 'agent' }),
      call(2, { status: 'error', blame: 'expected' }),
      call(3, { status: 'rejected' }),
    ),
  );
  expect([0, 1, 2].map((i) => isUnexpectedError(entries.columns, i))).toEqual([true, false, false]);
});

it('forgets everything when the session was read again', () => {
  const entries = new Entries();
  entries.take(chunk(call(7), said('answer', 90)));
  entries.clear();
  expect([entries.size, entries.find('c7', 1), entries.said(0, 90, '/text'), entries.reach()]).toEqual([
    0,
    undefined,
    undefined,
    '',
  ]);
  entries.take(chunk(call(2), call(1)));
  expect([...entries.order()].map((i) => entries.columns.key[i])).toEqual([1, 2]);
});
