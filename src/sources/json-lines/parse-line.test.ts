// Tests the way from a line's bytes to its records: whole lines, blank ones, and every way of being broken, with exact places.

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import type { ByteLine } from '../../base/lines.ts';
import { isUnclosed, type ParsedLine, parseLine, trimPadding } from './parse-line.ts';

const OFFSET = 1000;

function line(content: string | Uint8Array, terminated = true): ByteLine {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { bytes, offset: OFFSET, length: bytes.length, line: 7, terminated };
}

function parse(content: string | Uint8Array, terminated = true): ParsedLine {
  return parseLine(line(content, terminated), 3);
}

function place(offset: number, length: number): object {
  return { source: 3, line: 7, offset: OFFSET + offset, length };
}

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => Buffer.from(typeof part === 'string' ? new TextEncoder().encode(part) : part)),
  );
}

describe('a line that is one object', () => {
  it.each([
    ['plain', '{"a":1}'],
    ['with spaces around', '  {"a":1} '],
    ['with a separator that JavaScript takes for a line end', '{"a":"x\u2028y\u2029"}'],
    ['with a byte order mark', '\ufeff{"a":1}'],
    ['with many bytes per character', '{"梨":"🍐"}'],
  ])('%s', (_, text) => {
    const record: unknown = JSON.parse(text.replace('\ufeff', ''));
    expect(parse(text)).toEqual({
      records: [{ record, ref: place(0, Buffer.byteLength(text)) }],
      trouble: null,
      findings: [],
    });
  });

  it('padded with NUL bytes is read, and noticed', () => {
    for (const text of ['\0\0{"a":1}', '{"a":1}\0\0\0', '\ufeff\0{"a":1}\0']) {
      expect(parse(text)).toEqual({
        records: [{ record: { a: 1 }, ref: place(0, Buffer.byteLength(text)) }],
        trouble: null,
        findings: ['nul-padding'],
      });
    }
  });

  it('with bytes that are no UTF-8 is read, and reported', () => {
    const broken = bytes('{"a":"', [0xff], '"}');
    expect(parse(broken)).toEqual({
      records: [{ record: { a: '\ufffd' }, ref: place(0, broken.length) }],
      trouble: {
        kind: 'problem',
        code: 'invalid-utf8',
        message: 'Bytes that are not UTF-8, in the line at byte 1000.',
      },
      findings: [],
    });
  });

  it('with a replacement character of its own is not broken', () => {
    expect(parse('{"a":"\ufffd"}').trouble).toBeNull();
  });

  it('out of a bigger buffer is read from its own bytes only', () => {
    const whole = new TextEncoder().encode('xx{"a":1}yy');
    expect(parse(whole.subarray(2, 9)).records).toMatchObject([{ record: { a: 1 } }]);
  });
});

describe('a line with nothing in it', () => {
  it.each([[''], ['   '], ['\t'], ['\ufeff']])('%j is blank', (text) => {
    expect(parse(text)).toEqual({
      records: [],
      trouble: { kind: 'ignored', code: 'blank line', message: '' },
      findings: [],
    });
  });

  it.each([['\0\0\0'], ['\0 \0'], ['\ufeff\0\0']])('%j is a problem: a hole in the file', (text) => {
    expect(parse(text)).toEqual({
      records: [],
      trouble: { kind: 'problem', code: 'nul-bytes', message: 'Only NUL bytes, at byte 1000.' },
      findings: [],
    });
  });
});

describe('a line that is something else', () => {
  it.each([['[1,2]'], ['"text"'], ['7'], ['null'], ['true']])('%s is JSON but no object', (text) => {
    expect(parse(text)).toEqual({
      records: [],
      trouble: { kind: 'problem', code: 'not-an-object', message: 'A line that is no JSON object, at byte 1000.' },
      findings: [],
    });
  });

  it.each<[string, string, number]>([
    ['broken in the middle', '{"a":1,oops}', 7],
    ['broken behind a byte order mark', '\ufeff{"a":1,oops}', 10],
    ['broken behind NUL bytes', '\0\0{"a":1,oops}', 9],
    ['broken behind wide characters', '{"梨":1,oops}', 9],
    ['cut off', '{"a":', 5],
    ['words', 'hello', 0],
  ])('%s: the message says where', (_, text, at) => {
    const { records, trouble } = parse(text);
    expect(records).toEqual([]);
    expect(trouble).toMatchObject({ kind: 'problem', code: 'invalid-json' });
    expect(trouble?.message).toMatch(new RegExp(`^Not JSON, at byte ${OFFSET + at}: `));
  });

  it('at the end of a file that is still being written is no problem', () => {
    for (const text of ['{"a":', '{"a":"x', 'hello', '{"a":1}{"b']) {
      expect(parse(text, false)).toEqual({
        records: [],
        trouble: { kind: 'ignored', code: 'half-written last line', message: '' },
        findings: [],
      });
    }
    expect(parse('{"a":1}', false)).toMatchObject({ records: [{ record: { a: 1 } }], trouble: null });
  });
});

describe('several objects on one line', () => {
  it.each([
    ['side by side', '{"a":1}{"b":2}', [0, 7]],
    ['with a comma', '{"a":1}, {"b":2}', [0, 9]],
    ['behind a byte order mark', '\ufeff{"a":1}{"b":2}', [3, 10]],
    ['with NUL bytes between them', '{"a":1}\0\0{"b":2}\0', [0, 9]],
  ])('%s: each at its own place', (_, text, [first = 0, second = 0]) => {
    expect(parse(text)).toEqual({
      records: [
        { record: { a: 1 }, ref: place(first, 7) },
        { record: { b: 2 }, ref: place(second, 7) },
      ],
      trouble: null,
      findings: ['several-objects-on-one-line'],
    });
  });

  it('places are those of bytes, also behind bytes that are no UTF-8', () => {
    const broken = bytes('{"a":"', [0xff, 0xfe], '"}{"b":2}');
    expect(parse(broken).records.map(({ ref }) => ref)).toEqual([place(0, 10), place(10, 7)]);
  });

  it('braces and quotes inside strings are text', () => {
    expect(parse('{"a":"}{\\"}"}{"b":["]}",{}]}').records.map(({ record }) => record)).toEqual([
      { a: '}{"}' },
      { b: [']}', {}] },
    ]);
  });

  it('before a broken rest are read, and the line is a problem', () => {
    for (const text of ['{"a":1}{"b":', '{"a":1} oops', '{"a":1}oops{"b":2}', '{"a":1}{oops}']) {
      const { records, trouble } = parse(text);
      expect(records).toEqual([{ record: { a: 1 }, ref: place(0, 7) }]);
      expect(trouble).toMatchObject({ code: 'invalid-json' });
    }
  });
});

describe('any bytes at all', () => {
  it('are read, ignored or a problem, and places always lead to the record', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.json({ maxDepth: 2 }).map((text) => new TextEncoder().encode(text)),
      fc.constantFrom('{', '}', '{"a":1}', '\0', '\ufeff', '"', '\\').map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.boolean(), (pieces, terminated) => {
        const whole = Buffer.concat(pieces);
        const parsed = parse(whole, terminated);
        expect(parsed.records.length > 0 || parsed.trouble !== null).toBe(true);
        for (const { record, ref } of parsed.records) {
          const start = ref.offset - OFFSET;
          const text = trimPadding(whole.subarray(start, start + ref.length).toString('utf8'));
          expect(JSON.parse(text)).toEqual(record);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('trimPadding', () => {
  it.each([
    ['{"a":1}', '{"a":1}'],
    ['\ufeff\0{}\0\0', '{}'],
    ['\0\0', ''],
    ['', ''],
    ['a\0b', 'a\0b'],
  ])('%j: %j', (text, expected) => {
    expect(trimPadding(text)).toBe(expected);
  });

  it('takes millions of NUL characters in the middle calmly', () => {
    const text = `{"a":"${'\0'.repeat(4_000_000)}"}`;
    expect(mustEnd(() => trimPadding(`${text}\0`))).toBe(text);
  });
});

describe('lines that are never parsed', () => {
  it('say what they are by how they begin', () => {
    const codeOf = (text: string): string | undefined => parse(text).trouble?.code;
    expect(codeOf('not json at all')).toBe('invalid-json');
    expect(codeOf('[1,2')).toBe('not-an-object');
    expect(codeOf(`${'['.repeat(1_000_000)}`)).toBe('not-an-object');
    expect(codeOf('{"a":'.repeat(400_000))).toBe('nested-too-deeply');
    expect(parseLine({ ...line(''), length: 5_000_000_000, isTooLong: true }, 3).trouble?.code).toBe('line-too-long');
  });
});

describe('broken lines, of which hostile logs have millions', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(['{"type":', '{"type":}', '{"a":1,"b" 2}'])('are refused by the parser once, without a stack: %s', (text) => {
    const limit = Error.stackTraceLimit;
    const limits: number[] = [];
    const real = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation((given) => {
      limits.push(Error.stackTraceLimit);
      return real(given);
    });
    expect(parse(text).trouble?.code).toBe('invalid-json');
    expect(limits).toEqual([0]);
    expect(Error.stackTraceLimit).toBe(limit);
  });

  it('are told by brackets where that is certain', () => {
    const value = fc.jsonValue().map((given) => JSON.stringify({ given }));
    fc.assert(
      fc.property(value, fc.nat(200), (text, at) => {
        expect(isUnclosed(Buffer.from(text))).toBe(false);
        const part = text.slice(0, at);
        if (isUnclosed(Buffer.from(part))) expect(() => JSON.parse(part)).toThrow();
        else expect(part === '' || part === text).toBe(true);
      }),
    );
  });
});
