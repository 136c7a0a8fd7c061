// Owns the loose building blocks of tool schemas: vendors drift, so a missing or odd field never costs the whole result.

import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import { fitTo, MISFIT } from './fit-to.ts';

/** Names under which a shape is described once in the generated JSON Schemas. */
export const shapeNames = z.registry<{ id: string }>();

/** What the members of a loose list should look like, and which shapes also come as a JSON text. For JSON Schemas. */
export const listItems = new WeakMap<z.ZodType, z.ZodType>();
export const jsonTexts = new WeakSet<z.ZodType>();

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

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Lists are long, and hardly any has an odd member. */
function onlyTexts(items: unknown[]): string[] {
  return items.every(isText) ? items : items.filter(isText);
}

/** A list of strings; odd members are dropped, an odd list becomes empty. */
export const looseTexts = z.array(z.unknown()).transform(onlyTexts).catch([]);

/** A list that must be there for the shape to fit; members that do not fit are dropped. */
export function listOf<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  const list = z.array(z.unknown()).transform((members) => {
    const fitting: Item[] = [];
    for (const member of members) {
      const made = fitTo(item, member);
      if (made !== MISFIT) fitting.push(made);
    }
    return fitting;
  });
  listItems.set(list, item);
  return list;
}

/** A list whose members must fit; odd members are dropped, an odd list becomes empty. */
export function looseList<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return listOf(item).catch([]);
}

/** The shape itself, or a text that holds it as JSON: old versions wrote lists and objects that way. */
export function orJsonText<Value>(shape: z.ZodType<Value>): z.ZodType<Value> {
  const either = z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const parsed = parseJson(value);
    return parsed.ok ? parsed.value : value;
  }, shape);
  jsonTexts.add(either);
  return either;
}

/** An id; vendors write some as numbers. */
export const idText = z.union([z.string().min(1), z.number().transform(String)]);

/** An id; absent or odd becomes undefined. */
export const looseId = idText.optional().catch(undefined);

/** A span of time as `{secs, nanos}`, given out in milliseconds; absent or odd becomes undefined. */
export const looseElapsedMs = z
  .object({ secs: z.number(), nanos: z.number() })
  .transform(({ secs, nanos }) => Math.round(secs * 1e6 + nanos / 1e3) / 1e3)
  .optional()
  .catch(undefined);

/** Anything at all, kept as it is. */
export const anything = z.unknown();

shapeNames.add(looseText, { id: 'loose-text' });
shapeNames.add(looseNumber, { id: 'loose-number' });
shapeNames.add(looseFlag, { id: 'loose-flag' });
shapeNames.add(looseTexts, { id: 'loose-texts' });
shapeNames.add(looseId, { id: 'loose-id' });
shapeNames.add(looseElapsedMs, { id: 'loose-elapsed' });
