// Fuzzes the parsers of foreign bytes: lines, records, filters, RAP messages. Each answers by its contract and never throws
// anything else. The scanner, compressed logs and patches have their own tests: property/scan, packed, patch.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteLine, LineCutter } from '../../src/base/lines.ts';
import { explainFilterErrors } from '../../src/model/filter/explain-errors.ts';
import { KEY_SPELLINGS } from '../../src/model/filter/keys.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { parseBody } from '../../src/rap/protocol/parse-body.ts';
import { Malformed, parseCallback } from '../../src/rap/protocol/parse-callback.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { formatFilter } from '../support/format-filter.ts';
import { fuzz } from '../support/fuzz.ts';

/** Bytes in which what matters to a reader of lines and JSON is frequent. */
const byte = fc.oneof(
  { arbitrary: fc.constantFrom(...Buffer.from('\n\n\r{}[]":,\\ \0a1\u00e9')), weight: 9 },
  fc.nat(255),
);
const bytes = fc.array(byte, { maxLength: 120 }).map((list) => Uint8Array.from(list));

function cut(blocks: readonly Uint8Array[], maxBytes: number): ByteLine[] {
  const lines: ByteLine[] = [];
  const cutter = new LineCutter(undefined, maxBytes);
  const keep = (line: ByteLine): number => lines.push({ ...line, bytes: Uint8Array.from(line.bytes) });
  for (const block of blocks) cutter.push(block, keep);
  cutter.finish(keep);
  return lines;
}

describe('lines', () => {
  it('are the same in blocks of any size, and hold every byte', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }), (all, size, maxBytes) => {
        const blocks: Uint8Array[] = [];
        for (let at = 0; at < all.length; at += size) blocks.push(all.slice(at, at + size));
        const lines = cut(blocks, maxBytes);
        expect(lines).toEqual(cut([all], maxBytes));
        let offset = 0;
        for (const [i, line] of lines.entries()) {
          expect([line.offset, line.line]).toEqual([offset, i + 1]);
          const end = all.indexOf(10, offset);
          const whole = all.subarray(offset, end === -1 ? all.length : end);
          const isReturn = whole.at(-1) === 13;
          expect(line.length).toBe(whole.length - Number(isReturn));
          if (line.isTooLong !== true) expect(line.bytes).toEqual(Uint8Array.from(whole.subarray(0, line.length)));
          offset += whole.length + 1;
        }
        expect(offset).toBeGreaterThanOrEqual(all.length);
      }),
      fuzz(1000),
    );
  });

  it('of any bytes become records, or say why not', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (all, terminated) => {
        const line = { bytes: all, offset: 7, length: all.length, line: 3, terminated };
        const { records, trouble } = parseLine(line, 0);
        expect(records.length > 0 || trouble !== null).toBe(true);
        for (const { ref } of records) {
          const text = Buffer.from(all.subarray(ref.offset - 7, ref.offset - 7 + ref.length)).toString();
          expect(() => JSON.parse(text.replace(/^\ufeff/, '').replace(/^\0+|\0+$/g, ''))).not.toThrow();
        }
      }),
      fuzz(1000),
    );
  });
});

const OPTIONS = { now: Date.UTC(2026, 2, 1), offsetMinutesAt: () => 0 };
const filterPart = fc.oneof(
  fc.constantFrom(...KEY_SPELLINGS.keys()).map((key) => `${key}:`),
  fc.constantFrom(
    '(',
    ')',
    '"',
    "'",
    '-',
    'OR',
    'AND',
    'NOT',
    ',',
    '>',
    '<=',
    '..',
    '*',
    '/',
    '\\',
    ' ',
    ':',
    '1h',
    '5kB',
  ),
  fc.string({ maxLength: 6 }),
);

it('filters of any text are read, or explained by a place inside of it', () => {
  fc.assert(
    fc.property(fc.array(filterPart, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const parsed = parseFilter(text, OPTIONS);
      if (parsed.ok) {
        expect(parseFilter(formatFilter(parsed.filter), OPTIONS)).toEqual(parsed);
        return;
      }
      for (const { from, to } of parsed.errors) expect(from >= 0 && from <= to && to <= text.length + 1).toBe(true);
      expect(explainFilterErrors(text, parsed.errors)).not.toBe('');
    }),
    fuzz(1000),
  );
});

const FIELDS = [
  'type',
  'group_id',
  'id',
  'text',
  'content',
  'display_as',
  'response_url',
  'choices',
  'default',
  'view_type',
];
const value = fc.oneof(
  fc.constantFrom('tool_result', 'subscription_event', 'oauth', 'user_choice', 'view_update', 'https://a.example/'),
  fc.constantFrom('__proto__', 'javascript:alert(1)', 'http://[::1', '\ud800', ''),
  fc.jsonValue(),
);
const message = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 10 }).map(Object.fromEntries);

it('RAP messages of any kind are taken, or refused as malformed', () => {
  const taken = (body: Buffer): void => {
    try {
      parseCallback(parseBody(body).value);
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed);
    }
  };
  fc.assert(
    fc.property(message, bytes, fc.nat(200), (fields, noise, at) => {
      const body = Buffer.from(JSON.stringify(fields));
      taken(body);
      taken(Buffer.concat([body.subarray(0, at), noise, body.subarray(at)]));
      taken(Buffer.from(noise));
    }),
    fuzz(1000),
  );
});
