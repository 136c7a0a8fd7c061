// SQL fragments with their values, and how they are joined.

import type { Value } from './steps.ts';

export interface Condition<Given extends Value = Value> {
  readonly sql: string;
  readonly values: readonly Given[];
}

export const ALWAYS: Condition<never> = { sql: 'true', values: [] };
export const NEVER: Condition<never> = { sql: 'false', values: [] };

export function condition<Values extends readonly Value[]>(sql: string, ...values: Values): Condition<Values[number]> {
  return { sql, values };
}

export function joinConditions<Given extends Value>(
  parts: readonly Condition<Given>[],
  by: 'AND' | 'OR',
): Condition<Given> {
  const [first] = parts;
  if (first === undefined) return by === 'AND' ? ALWAYS : NEVER;
  if (parts.length === 1) return first;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };
}
