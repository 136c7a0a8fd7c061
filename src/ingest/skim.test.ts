// Tests skimming: what is left of a line is the same record with the named strings emptied, whatever the strings hold.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyNeedles, skim } from './skim.ts';

const needles = keyNeedles(['originalFile', 'originalFileContents']);
const filler = 'x'.repeat(5000);

describe('skim', () => {
  it('empties the named strings and nothing else', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('"', '\\', '\n', 'a', ',', '}', ':', '"originalFile":"', 'é', '😀', '\u2028'),
    });
    fc.assert(
      fc.property(nasty, nasty, nasty, fc.boolean(), (before, hidden, after, isLast) => {
        const original = hidden.repeat(1 + Math.ceil(1100 / Math.max(1, hidden.length))) + hidden;
        const record = {
          before: before + filler,
          toolUseResult: { originalFile: original, ...(isLast ? {} : { after }) },
          after,
        };
        const text = skim(Buffer.from(JSON.stringify(record)), needles);
        expect(text === undefined ? record : JSON.parse(text)).toEqual(
          text === undefined ? record : { ...record, toolUseResult: { ...record.toolUseResult, originalFile: '' } },
        );
        expect(text === undefined).toBe(original.length === 0);
      }),
    );
  });

  it('leaves alone what is short, spelt with spaces, or never ends', () => {
    expect(skim(Buffer.from(JSON.stringify({ originalFile: 'short', filler })), needles)).toBeUndefined();
    expect(skim(Buffer.from(`{"originalFile": "${filler}"}`), needles)).toBeUndefined();
    expect(skim(Buffer.from(`{"originalFile":"${filler}`), needles)).toBeUndefined();
    expect(skim(Buffer.from(JSON.stringify({ text: `"originalFile":"${filler}` })), needles)).toBeUndefined();
  });
});
