// Owns the loose building blocks of tool schemas: vendors drift, so a missing or odd field never costs the whole result.

import { z } from 'zod';

/** A string; absent, null or odd becomes undefined. */
export const looseText = z.string().optional().catch(undefined);

/** A string that must be there for the shape to fit. */
export const text = z.string();

/** A number; numbers as strings are taken. Absent or odd becomes undefined. */
export const looseNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** A flag; "true" and "false" are taken. Absent or odd becomes undefined. */
export const looseFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .optional()
  .catch(undefined);

/** A list of strings; odd members are dropped, an odd list becomes empty. */
export const looseTexts = z
  .array(z.unknown())
  .transform((items) => items.filter((item): item is string => typeof item === 'string'))
  .catch([]);

/** A list whose members must fit; odd members are dropped, an odd list becomes empty. */
export function looseList<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z
    .array(z.unknown())
    .transform((members) => {
      const fitting: Item[] = [];
      for (const member of members) {
        const parsed = item.safeParse(member);
        if (parsed.success) fitting.push(parsed.data);
      }
      return fitting;
    })
    .catch([]);
}

/** Anything at all, kept as it is. */
export const anything = z.unknown();
