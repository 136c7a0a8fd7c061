// Tests that compactions report every call they leave behind, whatever order lines are read in, and no call twice.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import { ContextTracker } from './context.ts';
import { SessionFold } from './reduce.ts';

function at(offset: number): LineRef {
  return { source: 0, line: offset + 1, offset, length: 1 };
}

interface Line {
  readonly what: 'call' | 'compaction';
  readonly thread: string;
  readonly offset: number;
}

const lines = fc
  .array(
    fc.record({
      what: fc.constantFrom<Line['what']>('call', 'call', 'compaction'),
      thread: fc.constantFrom('main', 'a1'),
    }),
  )
  .map((all): Line[] => all.map((line, offset) => ({ ...line, offset })));

/** The rule itself: a call is before the last compaction of its thread. */
function leftBehind(read: readonly Line[]): Set<string> {
  const last = (thread: string): number =>
    Math.max(-1, ...read.filter((line) => line.what === 'compaction' && line.thread === thread).map((l) => l.offset));
  const left = read.filter((line) => line.what === 'call' && line.offset < last(line.thread));
  return new Set(left.map(({ offset }) => String(offset)));
}

describe('ContextBook', () => {
  it('tells of the calls that a compaction leaves behind, each once, in any order of reading', () => {
    fc.assert(
      fc.property(
        lines.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
        (read) => {
          const book = new ContextTracker(true);
          const told: string[] = [];
          for (const [i, { what, thread, offset }] of read.entries()) {
            const before = leftBehind(read.slice(0, i));
            const after = leftBehind(read.slice(0, i + 1));
            if (what === 'call') {
              book.requested(String(offset), thread, at(offset));
              continue;
            }
            const left = book.compacted(thread, at(offset));
            told.push(...left);
            expect(new Set(left)).toEqual(new Set([...after].filter((callId) => !before.has(callId))));
          }
          expect(new Set(told).size).toBe(told.length);
          for (const { what, thread, offset } of read) {
            if (what !== 'call') continue;
            expect(book.isLeftBehind(thread, at(offset))).toBe(leftBehind(read).has(String(offset)));
          }
        },
      ),
    );
  });

  it('goes on after a restart as if it had not stopped', () => {
    fc.assert(
      fc.property(lines, fc.nat({ max: 20 }), (all, stop) => {
        const first = all.slice(0, stop);
        const whole = new ContextTracker(true);
        for (const { what, thread, offset } of first) {
          if (what === 'call') whole.requested(String(offset), thread, at(offset));
          else whole.compacted(thread, at(offset));
        }
        const restored = new ContextTracker(true, structuredClone(whole.save()));
        for (const thread of ['main', 'a1']) {
          expect(restored.compacted(thread, at(1000))).toEqual(whole.compacted(thread, at(1000)));
        }
      }),
    );
  });
});

describe('a fold that is compacted again and again', () => {
  it('changes only the calls since the compaction before', () => {
    const fold = new SessionFold();
    let offset = 0;
    const seen = () => ({ ref: at(offset++), at: null, thread: 'main' });
    const call = (callId: string): void =>
      fold.apply({
        kind: 'call-requested',
        ...seen(),
        callId,
        tool: 'Bash',
        input: {},
        pointer: '',
        group: null,
        record: null,
        model: null,
      });
    const compact = (): ReturnType<SessionFold['takeChanged']> => {
      fold.takeChanged();
      fold.apply({ kind: 'context-compacted', ...seen(), trigger: 'auto', preTokens: null, postTokens: null });
      return fold.takeChanged();
    };
    for (const id of ['a', 'b']) call(id);
    expect(compact()).toEqual(new Set(['a', 'b']));
    call('c');
    expect(compact()).toEqual(new Set(['c']));
    expect(compact()).toEqual(new Set());
  });
});
