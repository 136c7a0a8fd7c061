// Tests the times added to lines: nothing else changes, and the chunking does not matter.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineStamper } from './stamp-lines.ts';

const AT = Date.UTC(2026, 2, 1, 9);
const MARK = '"@received":"2026-03-01T09:00:00.000Z"';

function stamped(text: string, cuts: readonly number[] = [], heldMs = 0): string {
  const bytes = Buffer.from(text);
  const stamper = new LineStamper();
  const arrival = { at: AT, heldMs };
  const pieces: Buffer[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length].toSorted((a, b) => a - b)) {
    pieces.push(stamper.add(bytes.subarray(from, cut), arrival));
    from = Math.max(from, Math.min(cut, bytes.length));
  }
  pieces.push(stamper.end(arrival));
  return Buffer.concat(pieces).toString();
}

it.each([
  ['{"a":1}\n', `{"a":1,${MARK}}\n`],
  ['{"a":{"b":"}"}}\r\n', `{"a":{"b":"}"},${MARK}}\r\n`],
  ['{}\n', `{${MARK}}\n`],
  [' { } \n', ` { ${MARK}} \n`],
  ['{"a":1}', `{"a":1,${MARK}}`],
  ['{"a":"ü\u2028}', '{"a":"ü\u2028}'.replace(/}$/, `,${MARK}}`)],
  ['[{"a":1}]\n', '[{"a":1}]\n'],
  ['not JSON }\n', 'not JSON }\n'],
  ['{"half":\n', '{"half":\n'],
  ['\n\n', '\n\n'],
  ['', ''],
])('%j', (line, expected) => {
  expect(stamped(line)).toBe(expected);
});

it('records for how long it could not read', () => {
  expect(stamped('{"a":1}\n', [], 12.2)).toBe(`{"a":1,${MARK},"@held":13}\n`);
});

it('is the same for any chunking, and leaves every value as it was', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), fc.array(fc.nat(400), { maxLength: 12 }), (values, cuts) => {
      const text = values.map((one) => `${JSON.stringify(one)}\n`).join('');
      const whole = stamped(text);
      expect(stamped(text, cuts)).toBe(whole);
      const read = whole
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown);
      const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one);
      const expected = values.map((one): unknown => {
        const plain: unknown = JSON.parse(JSON.stringify(one));
        return isObject(plain) ? { ...plain, '@received': '2026-03-01T09:00:00.000Z' } : plain;
      });
      expect(read).toEqual(expected);
    }),
  );
});
