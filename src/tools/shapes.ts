// Loose building blocks for tools' shapes: vendors' formats drift, so a missing or odd field never costs the whole result.

import type { Shape } from './shape.ts';
import * as shape from './shape.ts';

export { listOf, orJsonText } from './shape.ts';

/** A string; absent, null or odd becomes undefined. */
export const looseText = shape.looseString();

/** A required string. */
export const text = shape.string();

/** A number, also as a string. Absent or odd becomes undefined. */
export const looseNumber = shape
  .union([
    shape.number(),
    shape
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** A flag, also as "true" or "false". Absent or odd becomes undefined. */
export const looseFlag = shape
  .union([shape.boolean(), shape.literal('true', 'false').transform((word) => word === 'true')])
  .optional()
  .catch(undefined);

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Lists are long, and few have an odd member. */
function onlyTexts(items: unknown[]): string[] {
  return items.every(isText) ? items : items.filter(isText);
}

/** A list of strings; odd members are dropped, an odd list becomes empty. */
export const looseTexts = shape.array(shape.unknown()).transform(onlyTexts).catch([]);

/** A list whose members must match; odd members are dropped, an odd list becomes empty. */
export function looseList<Item>(item: Shape<Item>): Shape<Item[], false> {
  return shape.listOf(item).catch([]);
}

/** An id; vendors write some as numbers. */
export const idText = shape.union([shape.string().min(1), shape.number().transform(String)]);

/** An id; absent or odd becomes undefined. */
export const looseId = idText.optional().catch(undefined);

/** A duration as `{secs, nanos}`, in milliseconds; absent or odd becomes undefined. */
export const looseElapsedMs = shape
  .object({ secs: shape.number(), nanos: shape.number() })
  .transform(({ secs, nanos }) => Math.round(secs * 1e6 + nanos / 1e3) / 1e3)
  .optional()
  .catch(undefined);

/** Anything at all, kept as it is. */
export const anything = shape.unknown();
