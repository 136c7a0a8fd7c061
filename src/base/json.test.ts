// Tests that parsed JSON holds whole characters only, and is otherwise what JSON.parse says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

describe('parseJson', () => {
  it.each([
    ['"\\ud83c\\udf50"', '🍐'],
    ['"a\\ud800b"', 'a\ufffdb'],
    ['["\\udc00\\ud800"]', ['\ufffd\ufffd']],
    ['{"\\uD800":{"x":"\\uDfff"},"b":"\\\\ud800"}', { '\ufffd': { x: '\ufffd' }, b: '\\ud800' }],
    ['{"a":"\\u00e4"}', { a: 'ä' }],
    ['"\\\\ud83c\\udf50"', '\\ud83c\ufffd'],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value });
  });

  it('keeps a member that is called like the prototype a member', () => {
    const parsed = parseJson('{"__proto__":{"x":"\\ud800"}}');
    const value = parsed.ok ? parsed.value : undefined;
    expect(Object.entries(value ?? {})).toEqual([['__proto__', { x: '\ufffd' }]]);
  });

  it('agrees with JSON.parse about everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('leaves no half of a character, however escapes, backslashes and pairs follow each other', () => {
    const pieces = fc.constantFrom(
      '\\ud83c',
      '\\uDF50',
      '\\\\',
      '\\n',
      'u',
      'ud83c',
      '\\uD83C\\udf50',
      '🍐',
      'a',
      '\\u00e4',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `"${parts.join('')}"`;
        expect(parseJson(text)).toEqual({ ok: true, value: Buffer.from(String(JSON.parse(text))).toString() });
      }),
      { numRuns: 2000 },
    );
  });

  it('looks as deep as a text goes', () => {
    const parsed = parseJson(`${'['.repeat(5000)}"\\ud800"${']'.repeat(5000)}`);
    let inner = parsed.ok ? parsed.value : undefined;
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe('\ufffd');
    expect(() => parseJson(`${'['.repeat(200_000)}"\\ud800"${']'.repeat(200_000)}`)).not.toThrow();
  });

  it('says why a text is none', () => {
    expect(parseJson('{"\\ud800"')).toMatchObject({ ok: false });
  });
});
