// Tests the scanner against the parser: both read the same from any line, and the scanner leaves out only what it may.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import type { Unread, UnreadRecord } from '../../src/formats/format.ts';
import { LinePruner } from '../../src/sources/json-lines/line-pruner.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { readRecords } from '../../src/sources/json-lines/read-records.ts';
import { fuzz } from '../support/fuzz.ts';

const UNREAD: UnreadRecord = {
  drop: 'drop',
  a: 'drop',
  text: 'start',
  in: { drop: 'drop', text: 'start', no: 'false', in: { drop: 'drop', head: 'cut' }, b: 'drop' },
  ü: 'drop',
  head: 'cut',
  same: 'same',
  no: 'false',
};
/** A cut text has at least so many characters left: 256 bytes, six for a character at most. */
const HEAD = 40;
const RULES = { unread: UNREAD, isEnough: (record: JsonObject) => !('whole' in record) };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscope-scan-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Strings, also those in lists, without all but their first character. */
function starts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(starts);
  return typeof value === 'string' ? value.slice(0, 1) : value;
}

/**
 * What may be left out, left out, however the record was read; `before` holds the members that may be the same again. By name:
 * a member that is written twice stands where it was first, unless that one was left out.
 */
function essence(value: unknown, rules: Unread | UnreadRecord, before: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((member) => essence(member, rules, before));
  if (!isObject(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === 'drop' || (rule === 'false' && member === false)) continue;
    if (rule === 'same') {
      const text = JSON.stringify(member);
      if (text === before.get(key)) continue;
      before.set(key, text);
    }
    if (rule === 'start') kept.push([key, starts(member)]);
    else if (rule === 'cut') kept.push([key, typeof member === 'string' ? member.slice(0, HEAD) : member]);
    else kept.push([key, typeof rule === 'object' ? essence(member, rule, before) : member]);
  }
  return kept.sort(([a], [b]) => (a < b ? -1 : 1));
}

interface Seen {
  readonly lines: unknown[];
  scanned: number;
}

async function read(path: string, options: { portable: boolean; blockBytes?: number }): Promise<Seen> {
  const seen: Seen = { lines: [], scanned: 0 };
  const before = new Map<string, string>();
  const note = (record: JsonObject, offset: number, length: number, line: number): void => {
    seen.lines.push([line, offset, length, essence(record, UNREAD, before)]);
  };
  const { position, bytes } = await readRecords(
    path,
    RULES,
    {
      record: (record, offset, length, line) => {
        seen.scanned++;
        note(record, offset, length, line);
      },
      line: (line) => {
        const { records, trouble, findings } = parseLine(line, 0);
        for (const { record, ref } of records) note(record, ref.offset, ref.length, ref.line);
        if (trouble !== null || findings.length > 0) seen.lines.push([line.line, line.offset, trouble, findings]);
      },
    },
    { ...options, partial: true },
  );
  seen.lines.push([position, bytes]);
  return seen;
}

async function expectSame(bytes: Uint8Array, blockBytes?: number): Promise<Seen> {
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, bytes);
  const plain = await read(path, { portable: true });
  const seen = await read(path, { portable: false, ...(blockBytes === undefined ? {} : { blockBytes }) });
  expect(seen.lines).toEqual(plain.lines);
  return seen;
}

const KEYS = [
  'drop',
  'a',
  'text',
  'in',
  'b',
  'ü',
  'head',
  'whole',
  'keep',
  'same',
  'no',
  '',
  '__proto__',
  'drop ',
  'dro',
  'длинный',
  'x"y',
  'z\\',
];

const key = fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 5 }));

/** A string as JSON, some of its characters spelled with escapes that they do not need. */
function spelled(text: string, escapes: readonly boolean[]): string {
  const units = [...text].map((unit, i) =>
    escapes[i % Math.max(1, escapes.length)] === true && unit.length === 1
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      : JSON.stringify(unit).slice(1, -1),
  );
  return `"${units.join('')}"`;
}

const space = fc.constantFrom('', '', '', ' ', '\t', '  ', '\r', ' \r\t');
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom('\n', 'é', '😀', '"', 'x\u0001'), fc.integer({ min: 0, max: 9 }))
    .map(([unit, shift]) => 'x'.repeat(shift) + unit.repeat(600)),
  fc.constantFrom('x'.repeat(100), '\\'.repeat(33), '"'.repeat(20), 'a\nb\r\n\u2028', '😀'.repeat(20), '\u0000'),
);
const string = fc
  .tuple(text, fc.array(fc.boolean(), { maxLength: 4 }))
  .map(([value, escapes]) => spelled(value, escapes));
const scalar = fc.oneof(
  string,
  fc.constantFrom('true', 'false', 'null', '0', '-0', '1e5', '-1.5E-3', '12345678901234567890', '0.1'),
);
/** Not JSON, though it looks like it. */
const wrong = fc.constantFrom(
  '01',
  '-',
  '1.',
  '.5',
  '1e',
  '+1',
  'tru',
  'nul',
  'NaN',
  "'x'",
  '"\\x"',
  '"\\u12g4"',
  '"\t"',
  '"',
  '[1,]',
  '{,}',
  '{"a"}',
  '[',
  '',
  'Infinity',
  '"\\',
);

const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 60, arbitrary: scalar },
    { weight: 20, arbitrary: tie('object') },
    { weight: 10, arbitrary: tie('list') },
    { weight: 1, arbitrary: wrong },
  ),
  object: fc
    .array(fc.tuple(space, key, fc.array(fc.boolean(), { maxLength: 2 }), space, space, tie('value'), space), {
      maxLength: 6,
    })
    .map((members) => {
      const parts = members.map(
        ([before, name, escapes, a, b, member, after]) =>
          `${before}${spelled(name, escapes)}${a}:${b}${member}${after}`,
      );
      return `{${parts.join(',')}}`;
    }),
  list: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
    .map((members) => `[${members.map((part) => part.join('')).join(',')}]`),
}));

const object = fc
  .array(fc.tuple(space, key, space, value, space), { maxLength: 8 })
  .map(
    (members) =>
      `{${members.map(([a, name, b, member, c]) => `${a}${JSON.stringify(name)}:${b}${member}${c}`).join(',')}}`,
  );

const line = fc.oneof(
  { weight: 8, arbitrary: object },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.tuple(object, object).map(([a, b]) => a + b) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\u0000\u0000',
      '\ufeff{"a":1}',
      '{"keep":1}\u0000',
      '{}',
      '{ }',
      ' {}',
      '{} x',
    ),
  },
);

const file = fc.tuple(
  fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\r\n')), { maxLength: 12 }),
  fc.constantFrom('', '', '{"half', '{"keep":1}', '{"keep":1}\r'),
);

test('the scanner runs here', () => {
  expect(LinePruner.create()).toBeDefined();
});

test('made-up lines, right and wrong: the same records, problems and places, whatever the blocks', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 300 }), async ([lines, last], blockBytes) => {
      await expectSame(Buffer.from(lines.map((parts) => parts.join('')).join('') + last), blockBytes);
    }),
    fuzz(400),
  );
}, 120_000);

test('members that are written twice, one of them left out', async () => {
  for (const text of ['{"no":false,"x":1,"no":0.1}', '{"no":0.1,"x":1,"no":false}', '{"a":1,"x":1,"a":2}']) {
    expect(await expectSame(Buffer.from(`${text}\n`))).toMatchObject({ scanned: 1 });
  }
});

test('lines with a byte changed, taken out or put in', async () => {
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 2));
  await fc.assert(
    fc.asyncProperty(
      fc.array(object, { minLength: 1, maxLength: 4 }),
      fc.array(change, { maxLength: 3 }),
      async (lines, changes) => {
        let bytes = Buffer.from(`${lines.join('\n')}\n`);
        for (const [place, byte, how] of changes) {
          const at = place % bytes.length;
          bytes = Buffer.concat([
            bytes.subarray(0, at),
            Buffer.of(...(how === 0 ? [] : [byte])),
            bytes.subarray(how === 2 ? at : at + 1),
          ]);
          if (bytes.length === 0) return;
        }
        await expectSame(bytes);
      },
    ),
    fuzz(400),
  );
}, 120_000);

test('what is left out is not there, and what stays is whole', async () => {
  const lines = [
    '{"drop":1,"keep":2}',
    '{"keep":1,"drop":{"x":[1,2]}}',
    '{"drop":1}',
    '{"a":1,"drop":2,"in":{"drop":3,"b":4},"a":5}',
    '{ "in" : [ { "drop" : 1 , "x" : 2 } , { "b" : 3 } ] , "drop" : 4 , "keep" : 5 , "a" : 6 }',
    `{"text":"${'x'.repeat(40)}","keep":"${'y'.repeat(40)}"}`,
    `{"text":["+${'x'.repeat(40)}","",["-${'x'.repeat(40)}","short"],1,{"text":"${'x'.repeat(10)}"}]}`,
    `{"text":"\\n${'x'.repeat(40)}","in":[{"text":"é${'x'.repeat(40)}"},{"text":["\\u00e9${'x'.repeat(40)}"]}]}`,
    '{"no":false,"keep":1}',
    '{"no":null,"in":{"no":false}}',
    '{"no":true,"no":false}',
  ];
  const path = join(folder, 'exact.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const records: JsonObject[] = [];
  const sink = { record: (record: JsonObject): number => records.push(record), line: () => expect.unreachable() };
  await readRecords(path, RULES, sink, {});
  expect(records).toEqual([
    { keep: 2 },
    { keep: 1 },
    {},
    { in: {} },
    { in: [{ x: 2 }, {}], keep: 5 },
    { text: 'x', keep: 'y'.repeat(40) },
    { text: ['+', '', ['-', 'short'], 1, { text: 'x'.repeat(10) }] },
    { text: '\n', in: [{ text: 'é' }, { text: ['é'] }] },
    { keep: 1 },
    { no: null, in: {} },
    { no: false },
  ]);
});

test('what the record before had is left out, as long as the reader has seen it there', async () => {
  const long = 'x'.repeat(300);
  const lines = [
    '{"same":"a"}',
    '{"same":"a","keep":1}',
    '{"keep":2}',
    '{"keep":3,"same":"a"}',
    '{"same":"b","same":"a"}',
    '{"same":{"a":[1]}}',
    '{"same":{"a":[1]}}',
    '{"same":"c",}',
    '{"same":"c"}',
    `{"same":"${long}"}`,
    `{"same":"${long}"}`,
    '{"same":"c"}',
  ];
  const path = join(folder, 'same.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const seen: unknown[] = [];
  const sink = {
    record: (record: JsonObject) => seen.push(record),
    line: ({ line }: { line: number }) => seen.push(line),
  };
  await readRecords(path, RULES, sink, {});
  const expected = [
    { same: 'a' },
    { keep: 1 },
    { keep: 2 },
    { keep: 3 },
    { same: 'a' },
    { same: { a: [1] } },
    {},
    8,
    { same: 'c' },
    { same: long },
    { same: long },
    { same: 'c' },
  ];
  expect(seen).toEqual(expected);
  // Another reading knows nothing of what the first one saw, nor does one that goes on in the middle.
  seen.length = 0;
  await readRecords(path, RULES, sink, {});
  await readRecords(path, RULES, sink, { start: { offset: (lines[0] ?? '').length + 1, line: 2 } });
  expect(seen).toEqual([...expected, { same: 'a', keep: 1 }, ...expected.slice(2)]);
  // Lines that a block ends in are scanned again, whole.
  for (const blockBytes of [1, 5, 12, 30, 100]) await expectSame(Buffer.from(`${lines.join('\n')}\n`), blockBytes);
});

test('a long text is cut between characters, unless the format wants it whole', async () => {
  const smile = '\u{1f600}';
  const lines = [
    `{"head":"${'x'.repeat(510)}"}`,
    `{"head":"${'x'.repeat(511)}","keep":1}`,
    `{"head":"${'x'.repeat(255)}${smile.repeat(200)}"}`,
    `{"head":"${'x'.repeat(255)}\\n\\"${'y'.repeat(300)}"}`,
    `{"head":["${'x'.repeat(600)}"]}`,
    `{"in":{"in":{"head":"${'x'.repeat(600)}"}}}`,
    `{"head":"${'x'.repeat(600)}","whole":true}`,
  ];
  const path = join(folder, 'cut.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const seen: unknown[] = [];
  await readRecords(
    path,
    RULES,
    {
      record: (record, _, __, line, isCut) => seen.push([line, isCut, record]),
      line: ({ line, bytes }) => seen.push([line, 'whole', JSON.parse(Buffer.from(bytes).toString())]),
    },
    {},
  );
  expect(seen).toEqual([
    [1, false, { head: 'x'.repeat(510) }],
    [2, true, { head: 'x'.repeat(256), keep: 1 }],
    [3, true, { head: 'x'.repeat(255) + smile }],
    [4, true, { head: `${'x'.repeat(255)}\n` }],
    [5, false, { head: ['x'.repeat(600)] }],
    [6, true, { in: { in: { head: 'x'.repeat(256) } } }],
    [7, 'whole', { head: 'x'.repeat(600), whole: true }],
  ]);
});

test('characters of every width, few or many of them, anywhere in a line', async () => {
  const wide = fc.constantFrom(
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\u2028',
    '\ud7ff',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  );
  const part = fc
    .tuple(fc.nat({ max: 40 }), fc.array(wide, { maxLength: 3 }))
    .map(([n, units]) => 'x'.repeat(n) + units.join(''));
  const member = fc.tuple(fc.constantFrom('keep', 'head', 'ключ', 'drop'), fc.array(part, { maxLength: 40 }));
  const record = fc
    .array(member, { maxLength: 4 })
    .map((members) => JSON.stringify(Object.fromEntries(members.map(([name, parts]) => [name, parts.join('')]))));
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 6 }),
      fc.integer({ min: 1, max: 900 }),
      async (lines, blockBytes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        expect((await expectSame(bytes)).scanned).toBe(lines.length);
        await expectSame(bytes, blockBytes);
      },
    ),
    fuzz(300),
  );
}, 120_000);

test('keys that are spelled with escapes are read by the parser', async () => {
  expect((await expectSame(Buffer.from('{"dr\\u006fp":1,"keep":2}\n'))).scanned).toBe(0);
});

test('lines of any length, deep ones, and broken bytes among sound lines', async () => {
  const long = (bytes: number): string => `{"keep":"${'k'.repeat(bytes)}","drop":"${'d'.repeat(bytes)}"}`;
  const deep = `{"keep":${'['.repeat(300)}${']'.repeat(300)}}`;
  const lines = [long(10), long(700_000), deep, long(1_500_000), long(3_000_000), long(5_000_000), long(20)];
  const broken = Buffer.concat([Buffer.from('{"keep":"'), Buffer.of(0xff, 0xc3, 0x28), Buffer.from('","drop":1}\n')]);
  const seen = await expectSame(
    Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), broken, Buffer.from('{"keep":"ü"}\n')]),
  );
  expect(seen.scanned).toBeGreaterThan(1);
  const few = await expectSame(Buffer.concat([Buffer.from('{"keep":1}\n'), broken, Buffer.from('{"keep":"ü"}\n')]));
  expect(few.scanned).toBe(2);
});
