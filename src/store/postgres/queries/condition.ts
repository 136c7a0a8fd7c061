// Conditions on facts and texts in PostgreSQL's words. A value's place is a question mark, numbered when all pieces are together.

import type { Row } from '../../../base/row.ts';
import { type Condition, condition, joinConditions as join, NEVER } from '../../sql/condition.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Given, Statements } from '../database/statement.ts';

export interface FactCondition extends Condition {
  /** The same of facts, where it holds for those of few sessions alone: these are gone through one by one. */
  readonly driven?: Driven;
}

export interface Driven {
  /** Of rows `s` of sessions. */
  readonly sessions: FactCondition;
  /** What else it asks of their facts. */
  readonly rest: FactCondition;
}

export const NO_JOIN: FactCondition = { sql: '', values: [] };
/** The session of each. */
export const WITH_SESSIONS: FactCondition = { sql: 'JOIN sessions s ON s.pk = f.session_pk', values: [] };

export function joinConditions(parts: readonly FactCondition[], by: 'AND' | 'OR'): FactCondition {
  const joined = join(parts, by);
  const driver = by === 'AND' && parts.length > 1 ? parts.find(({ driven }) => driven !== undefined) : undefined;
  if (driver?.driven === undefined) return joined;
  const { sessions, rest } = driver.driven;
  const others = parts.map((part) => (part === driver ? rest : condition(part.sql, ...part.values)));
  return { ...joined, driven: { sessions, rest: joinConditions(others, 'AND') } };
}

/** What comes after FROM: rows `f` of facts that fit, and what they are joined with. */
export function factsWhere(where: FactCondition, join: FactCondition = NO_JOIN): FactCondition {
  if (where.driven === undefined) {
    return condition(`facts f ${join.sql} WHERE ${where.sql}`, ...join.values, ...where.values);
  }
  const { sessions, rest } = where.driven;
  // OFFSET 0 keeps it a loop over sessions, each of which looks into one partition. Planned as a join it reads all facts.
  const sql = `(SELECT s.week, s.pk FROM sessions s WHERE ${sessions.sql}) o
    CROSS JOIN LATERAL (SELECT * FROM facts x WHERE x.week = o.week AND x.session_pk = o.pk OFFSET 0) f ${join.sql} WHERE ${rest.sql}`;
  return condition(sql, ...sessions.values, ...join.values, ...rest.values);
}

export function numbered(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${++number}`);
}

export async function ask(on: Statements, sql: string, ...values: readonly Given[]): Promise<Row[]> {
  return on.all(numbered(sql), ...values);
}

export async function askOne(on: Statements, sql: string, ...values: readonly Given[]): Promise<Row | undefined> {
  return on.get(numbered(sql), ...values);
}

/** More numbers than this are joined with rather than looked through. */
const FEW = 100;

/** The column is known and one of these. */
export function isAmong(column: string, type: 'int4' | 'int8', numbers: readonly number[]): FactCondition {
  if (numbers.length === 0) return NEVER;
  const list = numbers.length > FEW ? `${column} IN (SELECT unnest(?::${type}[]))` : `${column} = ANY(?::${type}[])`;
  return condition(`(${column} IS NOT NULL AND ${list})`, numbers);
}

/** The column is one of these texts, or unknown where null is among them. Never null. */
export function isOneOf(column: string, texts: readonly (string | null)[]): FactCondition {
  const known = texts.filter((text) => text !== null);
  const parts =
    known.length === 0 ? [] : [condition(`(${column} IS NOT NULL AND ${column} IN (SELECT unnest(?::text[])))`, known)];
  if (known.length < texts.length) parts.push(condition(`${column} IS NULL`));
  return joinConditions(parts, 'OR');
}

/** Texts from one up to another: an index has how they begin. */
export function isBetween(column: string, from: string, to: string): FactCondition {
  const head = `left(${column}, ${ID_HEAD})`;
  return condition(
    `(${head} >= left(?, ${ID_HEAD}) AND ${head} <= left(?, ${ID_HEAD}) AND ${column} >= ? AND ${column} < ?)`,
    from,
    to,
    from,
    to,
  );
}

/** Texts that begin so. */
export function beginsWith(column: string, prefix: string): FactCondition {
  const head = `left(${column}, ${ID_HEAD})`;
  const from = condition(`${head} >= left(?, ${ID_HEAD})`, prefix);
  // One text before the last character of all: no prefix of an id is that.
  const to = condition(`${head} <= left(?, ${ID_HEAD}) || '\u{10fffe}'`, prefix);
  return joinConditions([from, to, condition(`starts_with(${column}, ?)`, prefix)], 'AND');
}

/** Equal texts, where an index has their beginnings. */
export function isText(column: string, text: string): FactCondition {
  return condition(`(left(${column}, ${ID_HEAD}) = left(?, ${ID_HEAD}) AND ${column} = ?)`, text, text);
}
