// Tests the line cutter: any chunking gives the same lines, and only \n ends one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCutter } from './lines.ts';

interface Seen {
  text: string;
  offset: number;
  line: number;
  terminated: boolean;
}

/** Cuts the bytes in blocks of the given sizes, through one reused buffer as a reader would. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Seen[] {
  const seen: Seen[] = [];
  const cutter = new LineCutter();
  const reused = Buffer.alloc(Math.max(1, ...sizes, bytes.length));
  let at = 0;
  let turn = 0;
  const note = (line: { bytes: Uint8Array; offset: number; line: number; terminated: boolean }): void => {
    seen.push({
      text: Buffer.from(line.bytes).toString('utf8'),
      offset: line.offset,
      line: line.line,
      terminated: line.terminated,
    });
  };
  while (at < bytes.length) {
    const size = Math.max(1, sizes[turn++ % sizes.length] ?? 1);
    const part = bytes.subarray(at, at + size);
    reused.set(part);
    cutter.push(reused.subarray(0, part.length), note);
    reused.fill(0x7a);
    at += size;
  }
  cutter.finish(note);
  return seen;
}

describe('LineCutter', () => {
  it('splits on \\n only, strips \\r, and keeps byte offsets', () => {
    const text = 'one\r\ntwo \u2028 still two\n\nlast';
    expect(cut(Buffer.from(text), [1024])).toEqual([
      { text: 'one', offset: 0, line: 1, terminated: true },
      { text: 'two \u2028 still two', offset: 5, line: 2, terminated: true },
      { text: '', offset: 23, line: 3, terminated: true },
      { text: 'last', offset: 24, line: 4, terminated: false },
    ]);
  });

  it('gives the same lines for every chunking, even when the block is reused', () => {
    const lines = fc.array(
      fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\r\n]/g, '')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        lines,
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (texts, ended, sizes) => {
          const bytes = Buffer.from(texts.join('\n') + (ended ? '\n' : ''));
          expect(cut(bytes, sizes)).toEqual(cut(bytes, [1 << 20]));
        },
      ),
    );
  });

  it('joins a line of many blocks once', () => {
    const long = 'x'.repeat(3_000_000);
    const seen = cut(Buffer.from(`${long}\nshort\n`), [4096]);
    expect(seen.map(({ text, offset }) => [text.length, offset])).toEqual([
      [3_000_000, 0],
      [5, 3_000_001],
    ]);
  });

  it('says where to go on after a half-written line', () => {
    const cutter = new LineCutter();
    cutter.push(Buffer.from('a\nbc'), () => undefined);
    expect(cutter.position).toEqual({ offset: 2, line: 2 });
  });
});
