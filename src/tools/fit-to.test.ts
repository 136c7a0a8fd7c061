// Owns the checks of fitting: it gives what the schema library gives, for every kind of part a schema can have.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitTo, MISFIT, planOf } from './fit-to.ts';
import { madeBy, takenBy } from './run-plan.ts';
import { idText, listOf, looseElapsedMs, looseFlag, looseList, looseNumber, looseText, looseTexts } from './shapes.ts';

const lamp = z.object({ colour: z.string(), watts: looseNumber });

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  looseText,
  looseNumber,
  looseFlag,
  looseTexts,
  looseElapsedMs,
  idText,
  null: z.null(),
  nullable: z.string().nullable(),
  literal: z.literal(['on', 7]),
  'text of some length': z.string().min(1).max(3),
  'list of some length': z.array(z.number()).min(1).max(2),
  list: listOf(lamp),
  'loose list': looseList(z.number()),
  record: z.record(z.string(), looseNumber),
  'loose object': z.looseObject({ a: z.unknown(), b: looseText }),
  'object with a key that must be there': z.object({ a: z.unknown() }),
  'object with odd names': z.object({ constructor: looseText, toString: z.unknown().optional() }),
  'object with a made field': z.object({ a: looseTexts, b: z.string().transform((word) => word.length) }),
  refined: z.object({ a: looseNumber, b: looseText }).refine(({ a, b }) => a !== undefined || b !== undefined),
  'transformed and piped': z
    .looseObject({})
    .transform((raw) => raw['a'])
    .pipe(z.string())
    .transform((word) => word.toUpperCase()),
  union: z.union([z.object({ a: z.literal(1) }), z.object({ a: z.string() }), z.array(z.unknown())]),
  preprocessed: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string())),
  'left to the library': z
    .object({ a: z.string().default('x'), b: z.email().optional() })
    .and(z.object({ c: z.coerce.number().catch(({ issues }) => issues.length) })),
  'reporting transform': z.string().transform((word, context) => {
    if (word === '') context.addIssue('empty');
    return word.length;
  }),
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
  it.each(Object.entries(SCHEMAS))('gives what the library gives: %s', (_name, schema) => {
    fc.assert(
      fc.property(value, (given) => {
        const parsed = schema.safeParse(given);
        const made = fitTo(schema, given);
        if (parsed.success) expect(made).toStrictEqual(parsed.data);
        else expect(made).toBe(MISFIT);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.entries(SCHEMAS))('takes what fits, other keys and all: %s', (_name, schema) => {
    const plan = planOf(schema);
    fc.assert(
      fc.property(value, (given) => {
        const made = madeBy(plan, given);
        const taken = takenBy(plan, given);
        if (typeof made === 'object' && made !== null) expect(taken).toMatchObject(made);
        else expect(taken).toBe(made);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves only unknown parts to the library', () => {
    const left = Object.entries(SCHEMAS).filter(([, schema]) => planOf(schema).kind === 'library');
    expect(left.map(([name]) => name)).toEqual(['object with odd names', 'left to the library']);
  });

  it('runs a schema that contains itself', () => {
    const tree = z.object({
      name: z.string(),
      get leaves(): z.ZodType {
        return z.array(tree).optional();
      },
    });
    const grown = { name: 'a', leaves: [{ name: 'b', leaves: [] }] };
    expect(fitTo(tree, grown)).toEqual(grown);
    expect(fitTo(tree, { name: 'a', leaves: [{ name: 1 }] })).toBe(MISFIT);
  });

  it('does not touch the value it is given', () => {
    const given = Object.freeze({ a: Object.freeze(['x', 1]), b: 'word' });
    expect(fitTo(z.object({ a: z.array(z.unknown()), b: z.string() }), given)).toEqual(given);
  });
});
