// JSON written in every way it may be: letters as escapes, blanks anywhere, JSON inside strings, data that is no text.

import fc from 'fast-check';

/** Pieces that are easy to get wrong, between ordinary ones. */
const PIECES = [
  'the quick brown fox',
  'handleRequest',
  'src/lib/x.ts',
  'foo_bar',
  'Ärger über Öl',
  '日本語のログ',
  '😀 ok 👩‍👩‍👧',
  '\ud83d',
  '\udc00x',
  'line\nnext\r\ntab\t',
  '\u2028\u2029',
  '\u0000\u001b[31mred\u001b[0m',
  'C:\\Users\\u0041dmin\\new',
  '"type":"user"',
  '\\"quoted\\"',
  '\ufffd?',
  'K\u212a ſs İı',
  '{"command":"npm run build\\n","path":"a\\/b","note":"caf\\u00e9 \\ud83d\\ude00"}',
  '["x", {"deep": "\\u005c\\u0041"}]',
  `iVBOR${'w0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg'.repeat(8)}`,
  'a'.repeat(511),
  `${'b'.repeat(512)} after data`,
  '',
];

export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 20 })),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const anyKey = fc.oneof(
  fc.constantFrom(
    'type',
    'message',
    'content',
    'text',
    'data',
    'signature',
    'handleRequest',
    'ключ',
    'k"q',
    '__proto__',
  ),
  fc.string({ maxLength: 6 }),
);

export const anyRecord: fc.Arbitrary<{ [key: string]: Json }> = fc.letrec<{
  value: Json;
  object: { [key: string]: Json };
}>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyText,
    fc.integer(),
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
    anyText.map((text) => JSON.stringify({ inner: text, list: [text, 1] })),
  ),
  object: fc.dictionary(anyKey, tie('value'), { maxKeys: 4 }),
})).object;

const SHORT: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
};

/** A small generator of numbers, so that one number decides a whole spelling. */
function dice(seed: number): (sides: number) => number {
  let state = seed | 1;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function spellString(text: string, roll: (sides: number) => number, strangeness: number): string {
  let out = '"';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const code = unit.charCodeAt(0);
    const short = SHORT[unit];
    const isLone = code >= 0xd800 && code <= 0xdfff;
    const mustEscape = code < 0x20 || unit === '"' || unit === '\\' || isLone;
    const hex = `\\u${code.toString(16).padStart(4, '0')}`;
    if (roll(100) < strangeness)
      out += short !== undefined && roll(2) === 0 ? short : roll(2) === 0 ? hex.toUpperCase().replace('U', 'u') : hex;
    else if (isLone && isPair(text, i)) {
      out += text.slice(i, i + 2);
      i++;
    } else out += mustEscape ? (short ?? hex) : unit;
  }
  return `${out}"`;
}

function isPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at, at + 2));
}

/** The value as JSON, with this share (in percent) of letters as escapes, and blanks where they may be. */
export function spell(value: Json, seed: number, strangeness: number): string {
  const roll = dice(seed);
  const gap = (): string => (strangeness > 0 ? (['', ' ', '  ', '\t'][roll(4)] ?? '') : '');
  const write = (here: Json): string => {
    if (typeof here === 'string') return spellString(here, roll, strangeness);
    if (Array.isArray(here)) return `[${gap()}${here.map(write).join(`${gap()},${gap()}`)}${gap()}]`;
    if (typeof here === 'object' && here !== null) {
      const entries = Object.entries(here).map(
        ([key, item]) => `${spellString(key, roll, strangeness)}${gap()}:${gap()}${write(item)}`,
      );
      return `{${gap()}${entries.join(`${gap()},${gap()}`)}${gap()}}`;
    }
    return JSON.stringify(here);
  };
  return write(value);
}

/** Lines of a log: mostly records, some of them broken, blank, or not even text. */
export const anyLine: fc.Arbitrary<Uint8Array> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(anyRecord, fc.integer(), fc.constantFrom(0, 0, 3, 40))
      .map(([record, seed, strangeness]) => Buffer.from(spell(record, seed, strangeness))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyRecord, fc.integer(), fc.nat(200))
      .map(([record, seed, cut]) => Buffer.from(spell(record, seed, 3).slice(0, cut).replaceAll('\n', ''))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.filter((byte) => byte !== 10)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '   ', '[1,"handleRequest"]', '"text"', 'null').map((line) => Buffer.from(line)),
  },
);
