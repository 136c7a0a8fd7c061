// Pieces of SQL with the values they need, and how they are joined.

import type { Value } from './steps.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export const ALWAYS: Condition = { sql: 'true', values: [] };
export const NEVER: Condition = { sql: 'false', values: [] };

export function condition(sql: string, ...values: readonly Value[]): Condition {
  return { sql, values };
}

export function joinConditions(parts: readonly Condition[], by: 'AND' | 'OR'): Condition {
  const [first] = parts;
  if (first === undefined) return by === 'AND' ? ALWAYS : NEVER;
  if (parts.length === 1) return first;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };
}
