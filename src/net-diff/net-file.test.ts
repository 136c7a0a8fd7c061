// The checks of net diffs: whatever the log holds of each step, the diff leads from the first file to the last.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hunk } from '../tools/hunks.ts';
import { splitLines } from '../tools/line-diff.ts';
import { type ChangeStep, ELSEWHERE, NetFileMaker, netFile } from './net-file.ts';

const NOTHING = {
  change: 'modified',
  isCertain: true,
  hunks: [],
  replacements: [],
  before: null,
  after: null,
} as const;

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** One hunk from one list of lines to another, with up to three lines around it, made without the code under test. */
function hunkBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (head === before.length && head === after.length) return [];
  const from = Math.max(0, head - 3);
  const behind = Math.min(3, tail);
  const lines = [
    ...before.slice(from, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...before.slice(before.length - tail, before.length - tail + behind).map((line) => ` ${line}`),
  ];
  const oldLines = before.length - tail + behind - from;
  const newLines = after.length - tail + behind - from;
  const start = (count: number) => (count === 0 ? from : from + 1);
  return [{ oldStart: start(oldLines), oldLines, newStart: start(newLines), newLines, lines }];
}

/** Applies hunks strictly: a line that does not match throws. */
function applied(before: readonly string[], hunks: readonly Hunk[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? (oldStart ?? 0) : (oldStart ?? 0) - 1;
    made.push(...before.slice(at, start));
    at = start;
    for (const line of lines) {
      if (line.startsWith('+')) made.push(line.slice(1));
      else if (!line.startsWith('\\')) {
        expect(before[at]).toBe(line.slice(1));
        if (line.startsWith(' ')) made.push(line.slice(1));
        at++;
      }
    }
  }
  return [...made, ...before.slice(at)];
}

const word = fc.constantFrom('', 'a', 'b', 'c', 'let x = 1;', '}', 'return x;');
const file = fc.array(word, { maxLength: 30 });
const change = fc.record({ at: fc.nat(30), remove: fc.nat(4), add: fc.array(word, { maxLength: 4 }) });

function changed(
  lines: readonly string[],
  { at, remove, add }: { at: number; remove: number; add: string[] },
): string[] {
  const from = Math.min(at, lines.length);
  return [...lines.slice(0, from), ...add, ...lines.slice(from + remove)];
}

describe('a net diff', () => {
  it('leads from the first file to the last, whatever each record holds', () => {
    const how = fc.constantFrom('hunks', 'hunks and before', 'before and after', 'elsewhere');
    fc.assert(
      fc.property(file, fc.array(fc.tuple(change, how), { minLength: 1, maxLength: 8 }), (first, changes) => {
        const steps: ChangeStep[] = [];
        let now: string[] = first;
        let isElsewhere = false;
        changes.forEach(([one, kind], call) => {
          const next = changed(now, one);
          // An unrecorded change shows when a later record contains the file, so the first and the last are recorded.
          if (kind === 'elsewhere' && call > 0 && call < changes.length - 1) isElsewhere = true;
          else if (kind === 'before and after' || isElsewhere || kind === 'elsewhere' || call === 0) {
            steps.push({ ...NOTHING, call, before: textOf(now), after: textOf(next) });
            isElsewhere = false;
          } else {
            const before = kind === 'hunks' ? null : textOf(now);
            steps.push({ ...NOTHING, call, before, hunks: hunkBetween(now, next) });
          }
          now = next;
        });
        const net = netFile(steps);
        expect(net.doubt).toBeNull();
        expect(applied(first, net.hunks)).toEqual(now);
        expect(net.change).toBe(textOf(first) === textOf(now) ? 'same' : 'modified');
      }),
    );
  });

  it('is told from hunks alone, and learns the lines around them on the way', () => {
    fc.assert(
      fc.property(file, fc.array(change, { minLength: 1, maxLength: 8 }), (first, changes) => {
        let now: string[] = first;
        const steps = changes.map((one, call): ChangeStep => {
          const next = changed(now, one);
          const hunks = hunkBetween(now, next);
          now = next;
          return { ...NOTHING, call, hunks };
        });
        const net = netFile(steps);
        expect(net.doubt).toBeNull();
        expect(applied(first, net.hunks)).toEqual(now);
      }),
    );
  });

  it('names the calls whose lines are in a hunk, and no others', () => {
    const first = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const second = first.with(2, 'two');
    const third = second.with(30, 'thirty');
    const fourth = third.with(2, 'line 2');
    const steps = [first, second, third, fourth].slice(0, -1).map(
      (before, call): ChangeStep => ({
        ...NOTHING,
        call,
        hunks: hunkBetween(before, [second, third, fourth][call] ?? []),
      }),
    );
    expect(netFile(steps.slice(0, 2)).hunks.map(({ by, oldStart }) => ({ by, oldStart }))).toEqual([
      { by: [0], oldStart: 1 },
      { by: [1], oldStart: 28 },
    ]);
    expect(netFile(steps).hunks).toEqual([
      {
        oldStart: 28,
        oldLines: 7,
        newStart: 28,
        newLines: 7,
        lines: [' line 27', ' line 28', ' line 29', '-line 30', '+thirty', ' line 31', ' line 32', ' line 33'],
        by: [1],
      },
    ]);
  });
});

describe('what the log does not hold', () => {
  const seen = { ...NOTHING, call: 0, before: 'a\nb\n', hunks: hunkBetween(['a', 'b'], ['a', 'c']) };

  it('is somebody else’s change where a later record shows the file', () => {
    const later = { ...NOTHING, call: 1, before: 'z\na\nc\n', hunks: hunkBetween(['z', 'a', 'c'], ['z', 'a', 'd']) };
    const net = netFile([seen, later]);
    expect(net.notes).toEqual([{ code: 'changed-elsewhere', call: 1 }]);
    expect(net.hunks).toEqual([
      {
        oldStart: 1,
        oldLines: 2,
        newStart: 1,
        newLines: 3,
        lines: ['+z', ' a', '-b', '+d'],
        by: [ELSEWHERE, 0, 1],
      },
    ]);
  });

  it('is a doubt where no record shows it, and names the call', () => {
    const net = netFile([seen, { ...NOTHING, call: 1, hunks: hunkBetween(['z', 'y'], ['z', 'x']) }]);
    expect(net).toEqual({
      change: 'modified',
      hunks: [],
      linesAdded: null,
      linesRemoved: null,
      notes: [],
      doubt: { code: 'other-lines', call: 1 },
    });
  });

  it('is a doubt that a later record of the whole file removes', () => {
    const unreadable = { ...NOTHING, call: 1, hunks: [{ ...NO_LINES }] };
    expect(netFile([seen, unreadable]).doubt).toEqual({ code: 'lines-missing', call: 1 });
    const later = { ...NOTHING, call: 2, before: 'a\nq\n', after: 'a\nr\n' };
    const net = netFile([seen, unreadable, later]);
    expect(net.doubt).toBeNull();
    expect(net.hunks.map(({ lines, by }) => ({ lines, by }))).toEqual([{ lines: [' a', '-b', '+r'], by: [0, 2] }]);
  });

  it('may be more than is shown, when a call’s end is not on record', () => {
    const net = netFile([seen, { ...NOTHING, call: 1, isCertain: false, hunks: hunkBetween(['a', 'c'], ['a']) }]);
    expect({ notes: net.notes, added: net.linesAdded }).toEqual({
      notes: [{ code: 'perhaps-more', call: 1 }],
      added: 1,
    });
  });

  it('is what a file held before it was written over: only what came is shown', () => {
    const net = netFile([{ ...NOTHING, call: 0, after: 'a\n' }]);
    expect(net.notes).toEqual([{ code: 'before-unknown', call: 0 }]);
    expect(net.hunks.map(({ lines, oldStart }) => ({ lines, oldStart }))).toEqual([{ lines: ['+a'], oldStart: null }]);
  });
});

const NO_LINES: Hunk = { oldStart: null, oldLines: 0, newStart: null, newLines: 0, lines: [] };

describe('changes without places', () => {
  const unplaced = (lines: readonly string[]): Hunk => ({ ...NO_LINES, lines });

  it('are found in a file that is known', () => {
    const made = { ...NOTHING, call: 0, change: 'added' as const, after: 'a\nb\n}\nc\n}\n' };
    const net = netFile([made, { ...NOTHING, call: 1, hunks: [unplaced([' c', '-}', '+};'])] }]);
    expect(net.hunks.map(({ lines, by }) => ({ lines, by }))).toEqual([
      { lines: ['+a', '+b', '+}', '+c', '+};'], by: [0, 1] },
    ]);
    expect(net.change).toBe('added');
  });

  it('are made as replacements inside a line, once or everywhere, or doubted', () => {
    const made = { ...NOTHING, call: 0, before: 'x = 1;\ny = 1;\n', after: 'x = 1;\ny = 1;\nz = 1;\n' };
    const step = (oldText: string, newText: string, everywhere: boolean): ChangeStep => ({
      ...NOTHING,
      call: 1,
      replacements: [{ oldText, newText, everywhere }],
      hunks: [unplaced([`-${oldText}`, `+${newText}`])],
    });
    expect(
      netFile([made, step('z = 1', 'z = $&', false)])
        .hunks.at(-1)
        ?.lines.at(-1),
    ).toBe('+z = $&;');
    expect(netFile([made, step('1;', '2;', true)]).hunks[0]?.lines).toEqual([
      '-x = 1;',
      '-y = 1;',
      '+x = 2;',
      '+y = 2;',
      '+z = 2;',
    ]);
    expect(netFile([made, step('1;', '2;', false)]).doubt).toEqual({ code: 'other-lines', call: 1 });
  });

  it('stay apart while they do not meet, and grow together where one lies in the other', () => {
    const one = { ...NOTHING, call: 0, hunks: [unplaced([' a', '-b', '+B', ' c'])] };
    const other = { ...NOTHING, call: 1, hunks: [unplaced([' x', '-y'])] };
    const inside = { ...NOTHING, call: 2, hunks: [unplaced(['-B', '+b'])] };
    expect(netFile([one, other]).hunks.map(({ lines, by }) => ({ lines, by }))).toEqual([
      { lines: [' a', '-b', '+B', ' c'], by: [0] },
      { lines: [' x', '-y'], by: [1] },
    ]);
    expect(netFile([one, other, inside]).hunks.map(({ by }) => by)).toEqual([[1]]);
    expect(netFile([one, { ...NOTHING, call: 1, hunks: [unplaced([' B', ' q', '-r'])] }]).doubt).toEqual({
      code: 'place-unknown',
      call: 1,
    });
  });
});

describe('hunks drawn for people', () => {
  const step: ChangeStep = {
    ...NOTHING,
    call: 0,
    before: 'func a() {\n\treturn 1\n}\n',
    hunks: [
      {
        oldStart: 1,
        oldLines: 3,
        newStart: 1,
        newLines: 3,
        lines: [' func a() {', '-  return 1', '+  return 2', ' }'],
      },
    ],
  };

  it('show tabs as blanks: the file says what they are', () => {
    const replacements = [{ oldText: 'return 1', newText: 'return 2', everywhere: false }];
    expect(netFile([{ ...step, replacements }]).hunks[0]?.lines).toEqual([
      ' func a() {',
      '-\treturn 1',
      '+\treturn 2',
      ' }',
    ]);
    expect(netFile([step, { ...NOTHING, call: 1, before: 'func a() {\n\treturn 2\n}\n', after: '' }]).doubt).toBeNull();
    expect(netFile([step]).hunks[0]?.lines[1]).toBe('-\treturn 1');
  });

  it('win over what was asked for where the two do not agree', () => {
    const replacements = [{ oldText: 'return 1', newText: 'return 3', everywhere: false }];
    expect(netFile([{ ...step, replacements }]).hunks[0]?.lines[2]).toBe('+  return 2');
  });

  it('tell that the end of a line went with its text', () => {
    const removed: ChangeStep = {
      ...NOTHING,
      call: 0,
      before: 'a\nb\nc\n',
      replacements: [{ oldText: 'b', newText: '', everywhere: false }],
      hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 2, lines: [' a', '-b', ' c'] }],
    };
    expect(netFile([removed])).toMatchObject({ linesAdded: 0, linesRemoved: 1 });
  });
});

describe('files that come and go', () => {
  it('name the command that removed them last, and none that found nothing to remove', () => {
    const maker = new NetFileMaker();
    const come = (call: number) => maker.add({ ...NOTHING, call, change: 'added', after: 'a' });
    come(0);
    expect([maker.remove(1), maker.remove(2)]).toEqual([true, false]);
    come(3);
    expect(maker.made().notes).toEqual([]);
    expect(maker.remove(4)).toBe(true);
    expect(maker.made()).toMatchObject({ change: 'same', notes: [{ code: 'removed', call: 4 }] });
  });

  it('are new, gone, or as if nothing had been', () => {
    const come = { ...NOTHING, call: 0, change: 'added' as const, after: 'a' };
    const go = { ...NOTHING, call: 1, change: 'deleted' as const };
    expect(netFile([come])).toEqual({
      change: 'added',
      hunks: [
        { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+a', '\\ No newline at end of file'], by: [0] },
      ],
      linesAdded: 1,
      linesRemoved: 0,
      notes: [],
      doubt: null,
    });
    expect(netFile([come, go])).toMatchObject({ change: 'same', hunks: [], doubt: null });
    expect(netFile([{ ...go, before: 'a\nb\n' }])).toMatchObject({ change: 'deleted', linesRemoved: 2 });
    expect(
      netFile([
        { ...go, before: 'a\nb\n' },
        { ...come, after: 'a\nc\n' },
      ]),
    ).toMatchObject({
      change: 'modified',
      linesAdded: 1,
      linesRemoved: 1,
    });
  });

  it('show a changed end of the last line', () => {
    const step = { ...NOTHING, call: 0, before: 'a\nb', after: 'a\nb\n' };
    expect(netFile([step]).hunks.map(({ lines }) => lines)).toEqual([
      [' a', '-b', '\\ No newline at end of file', '+b'],
    ]);
  });
});

it('files of very many lines are followed', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at % 977} ${at}`);
  const next = lines.flatMap((line, at) => (at % 100 === 7 ? [`${line} changed`, 'more'] : [line]));
  const net = netFile([{ ...NOTHING, call: 0, before: textOf(lines), after: textOf(next) }]);
  expect({ added: net.linesAdded, removed: net.linesRemoved }).toEqual({ added: 1000, removed: 500 });
  expect(applied(splitLines(textOf(lines)), net.hunks)).toEqual(next);
});
