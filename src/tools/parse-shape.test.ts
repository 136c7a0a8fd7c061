// Tests parsing by shapes: the results are those of the same zod schemas, for every kind of part.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { misfitOf } from './misfit.ts';
import { MISFIT, madeBy, parseShape, takenBy } from './parse-shape.ts';
import type { Shape } from './shape.ts';
import * as shape from './shape.ts';
import {
  idText,
  listOf,
  looseElapsedMs,
  looseFlag,
  looseList,
  looseNumber,
  looseText,
  looseTexts,
  orJsonText,
} from './shapes.ts';

const zText = z.string().optional().catch(undefined);
const zNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);
const zFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .optional()
  .catch(undefined);
const zTexts = z
  .array(z.unknown())
  .transform((items) => items.filter((item) => typeof item === 'string'))
  .catch([]);

function zList<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((one) => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

const LAMP = { colour: shape.string(), watts: looseNumber };
const Z_LAMP = z.object({ colour: z.string(), watts: zNumber });

const PAIRS: Readonly<Record<string, readonly [Shape, z.ZodType]>> = {
  looseText: [looseText, zText],
  looseNumber: [looseNumber, zNumber],
  looseFlag: [looseFlag, zFlag],
  looseTexts: [looseTexts, zTexts],
  looseElapsedMs: [
    looseElapsedMs,
    z
      .object({ secs: z.number(), nanos: z.number() })
      .transform(({ secs, nanos }) => Math.round(secs * 1e6 + nanos / 1e3) / 1e3)
      .optional()
      .catch(undefined),
  ],
  idText: [idText, z.union([z.string().min(1), z.number().transform(String)])],
  null: [shape.literal(null), z.null()],
  nullable: [shape.string().nullable(), z.string().nullable()],
  nullish: [shape.object({ a: shape.string().nullish() }), z.object({ a: z.string().nullish() })],
  literal: [shape.literal('on', 7), z.literal(['on', 7])],
  'text of some length': [shape.string().min(1).max(3), z.string().min(1).max(3)],
  'list of some length': [shape.array(shape.number()).min(1).max(2), z.array(z.number()).min(1).max(2)],
  list: [listOf(shape.object(LAMP)), zList(Z_LAMP)],
  'loose list': [looseList(shape.number()), zList(z.number()).catch([])],
  record: [shape.record(looseNumber), z.record(z.string(), zNumber)],
  'loose object': [
    shape.looseObject({ a: shape.unknown(), b: looseText }),
    z.looseObject({ a: z.unknown(), b: zText }),
  ],
  'object with a key that must be there': [shape.object({ a: shape.unknown() }), z.object({ a: z.unknown() })],
  'object with a made field': [
    shape.object({ a: looseTexts, b: shape.string().transform((word) => word.length) }),
    z.object({ a: zTexts, b: z.string().transform((word) => word.length) }),
  ],
  'object with a choice of fields': [
    shape.object({ a: shape.union([shape.string().optional(), shape.number()]), b: shape.number().optional() }),
    z.object({ a: z.union([z.string().optional(), z.number()]), b: z.number().optional() }),
  ],
  refined: [
    shape.object({ a: looseNumber, b: looseText }).refine(({ a, b }) => a !== undefined || b !== undefined),
    z.object({ a: zNumber, b: zText }).refine(({ a, b }) => a !== undefined || b !== undefined),
  ],
  'transformed and piped': [
    shape
      .looseObject({})
      .transform((raw) => raw['a'])
      .pipe(shape.string())
      .transform((word) => word.toUpperCase()),
    z
      .looseObject({})
      .transform((raw) => raw['a'])
      .pipe(z.string())
      .transform((word) => word.toUpperCase()),
  ],
  union: [
    shape.union([
      shape.object({ a: shape.literal(1) }),
      shape.object({ a: shape.string() }),
      shape.array(shape.unknown()),
    ]),
    z.union([z.object({ a: z.literal(1) }), z.object({ a: z.string() }), z.array(z.unknown())]),
  ],
  preprocessed: [
    shape.object({
      a: shape.preprocess((value) => (typeof value === 'string' ? [value] : value), shape.array(shape.string())),
    }),
    z.object({ a: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string())) }),
  ],
  'refusing transform': [
    shape.string().transform((word) => (word === '' ? MISFIT : word.length)),
    z.string().transform((word, context) => {
      if (word === '') context.addIssue('empty');
      return word.length;
    }),
  ],
};

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('on', 7, 'true', '12', '', 'long text', [], [1], [1, 2, 3], {}, null),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'colour', 'watts', 'secs', 'nanos', '__proto__', 'constructor', 'toString', 'z'),
    fc.oneof(fc.constantFrom<unknown>(1, '1', 'x', '', null, true, [], ['x', 1], {}), fc.jsonValue({ maxDepth: 1 })),
  ),
  fc.array(fc.record({ colour: fc.string(), watts: fc.oneof(fc.integer(), fc.string()) }, { requiredKeys: [] })),
);

describe('fitTo', () => {
  it.each(Object.entries(PAIRS))('gives what zod gives, and says where it does not: %s', (_name, [ours, theirs]) => {
    fc.assert(
      fc.property(value, (given) => {
        const parsed = theirs.safeParse(given);
        const made = parseShape(ours, given);
        if (parsed.success) expect(made).toStrictEqual(parsed.data);
        else expect(made).toBe(MISFIT);
        expect(misfitOf(ours, given) === null).toBe(parsed.success);
        // Options of a union are distinguished only by their constants, and a list's length is checked last.
        if (!parsed.success && ours.kind !== 'union' && ours.kind !== 'check')
          expect(misfitOf(ours, given)?.path).toEqual(parsed.error.issues[0]?.path);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.entries(PAIRS))('takes what fits, other keys and all: %s', (_name, [ours]) => {
    fc.assert(
      fc.property(value, (given) => {
        const made = madeBy(ours, given);
        const taken = takenBy(ours, given);
        if (typeof made === 'object' && made !== null) expect(taken).toMatchObject(made);
        else expect(taken).toBe(made);
      }),
      { numRuns: 500 },
    );
  });

  it('reads a list that came as a JSON text', () => {
    const list = shape.object({ a: orJsonText(shape.array(shape.number())) });
    expect(parseShape(list, { a: '[1,2]' })).toEqual({ a: [1, 2] });
    expect(parseShape(list, { a: [3] })).toEqual({ a: [3] });
    for (const odd of ['[1', '"x"', 4, undefined]) expect(parseShape(list, { a: odd })).toBe(MISFIT);
  });

  it('does not touch the value it is given', () => {
    const given = Object.freeze({ a: Object.freeze(['x', 1]), b: 'word' });
    expect(parseShape(shape.object({ a: shape.array(shape.unknown()), b: shape.string() }), given)).toEqual(given);
  });
});
