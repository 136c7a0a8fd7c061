// Tests what a shared call keeps of its bodies, and that every cut is noted with the size of the whole.

import { expect, it } from 'vitest';
import type { CallDetail } from '../../api/wire/call.ts';
import { charactersPerMessage, roomFor, shortened } from './shorten.ts';

function detail(bodies: Partial<NonNullable<CallDetail['bodies']>>): CallDetail {
  const none = {
    input: null,
    result: null,
    rawInput: 'raw',
    content: null,
    structured: {},
    shown: null,
    spilled: null,
  };
  return { bodies: { ...none, cuts: [], ...bodies } } as unknown as CallDetail;
}

it('keeps the beginning of long texts and lists, and notes how long the whole was', () => {
  const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);
  const short = shortened(detail({ result: { kind: 'done', out: lines.join('\n'), lines } }), {
    lines: 3,
    characters: 120,
    word: 80,
  });
  expect(short.bodies?.result).toEqual({ kind: 'done', out: 'line 0\nline 1\nline 2', lines: lines.slice(0, 3) });
  expect(short.bodies?.cuts).toEqual([
    { body: 'result', pointer: '/out', characters: lines.join('\n').length },
    { body: 'result', pointer: '/lines', characters: JSON.stringify(lines).length },
  ]);
});

it('has a limit for lists in lists and for many texts', () => {
  const words = 'a long line of words. '.repeat(20);
  const rows = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => words));
  const { bodies } = shortened(detail({ result: { kind: 'table', rows } }), { lines: 10, characters: 400, word: 80 });
  expect(JSON.stringify(bodies?.result).length).toBeLessThan(8000);
  expect(bodies?.cuts[0]).toMatchObject({ body: 'result', pointer: '/rows' });
});

it('goes by the size of the whole where a text was cut before', () => {
  const cuts = [{ body: 'input', pointer: '/a~1b', characters: 9000 }] as const;
  const short = shortened(detail({ input: { 'a/b': 'x'.repeat(500) }, cuts: [...cuts] }), {
    lines: 3,
    characters: 10,
    word: 80,
  });
  expect(short.bodies).toMatchObject({ input: { 'a/b': 'x'.repeat(10) }, cuts });
  expect(short.bodies?.cuts).toHaveLength(1);
});

it('leaves out what no view draws', () => {
  expect(shortened(detail({}), roomFor(1)).bodies).toMatchObject({ rawInput: null, structured: null });
});

it('keeps less of each call the more there are', () => {
  expect(roomFor(10).lines).toBe(40);
  expect(roomFor(1000).lines).toBe(12);
  expect(roomFor(100_000).lines).toBe(6);
  expect([10, 1000, 100_000].map(charactersPerMessage)).toEqual([8000, 800, 600]);
});
