// Pieces of SQL with the values they need, and how they are joined.

import type { SqlValue } from '../../../sqlite/driver.ts';

/** Values as the driver takes them. */
export type Bound = Exclude<SqlValue, bigint>;

export interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

export const ALWAYS: Condition = { sql: '1', values: [] };
export const NEVER: Condition = { sql: '0', values: [] };

export function condition(sql: string, ...values: readonly Bound[]): Condition {
  return { sql, values };
}

export function joinConditions(parts: readonly Condition[], by: 'AND' | 'OR'): Condition {
  const [first] = parts;
  if (first === undefined) return by === 'AND' ? ALWAYS : NEVER;
  if (parts.length === 1) return first;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };
}
