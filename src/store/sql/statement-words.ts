// Tokenizes a user's SQL statement: whether it only reads, and where in it an error is. Each engine provides its token pattern,
// because they quote names in different ways.

import { AppError } from '../../base/app-error.ts';
import { suggest } from '../../base/suggest.ts';
import { explainFilterErrors } from '../../model/filter/explain-errors.ts';
import type { View } from '../rows/sql-views.ts';

export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const READING = new Set(['SELECT', 'WITH', 'VALUES', 'EXPLAIN']);

/** The first group of `pattern` matches comments and blanks. */
export function tokensIn(sql: string, pattern: RegExp): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(pattern)) {
    if (match[1] !== undefined) continue;
    tokens.push({ text: match[0], from: match.index, to: match.index + match[0].length });
  }
  return tokens;
}

export function pointAt(sql: string, place: { from: number; to: number }, message: string, hint?: string): AppError {
  const error = { ...place, message, ...(hint === undefined ? {} : { hint }) };
  return new AppError('bad-usage', `The query cannot be run.\n${explainFilterErrors(sql, [error])}`);
}

/** Returns the first word, which must begin a reading statement. */
export function checkReads(sql: string, tokens: readonly Token[]): Token {
  const [first] = tokens;
  if (first === undefined) throw new AppError('bad-usage', 'There is no query.', { hint: 'See toolscope sql --help.' });
  if (READING.has(first.text.toUpperCase())) return first;
  const hint = 'Begin with SELECT, WITH, VALUES or EXPLAIN.';
  throw pointAt(sql, first, `Only read-only queries are allowed: ${first.text} is refused.`, hint);
}

/** Returns the word that ends the statement; undefined if the text ends it. */
export function checkSingle(sql: string, tokens: readonly Token[]): Token | undefined {
  const end = tokens.find(({ text }) => text === ';');
  const next = end === undefined ? undefined : tokens.find(({ text, from }) => from > end.from && text !== ';');
  if (next !== undefined) throw pointAt(sql, next, 'Only one statement can be run at a time.');
  return end;
}

/** What else exists, when a view or a column is not known. */
export function hintFor(
  views: readonly Pick<View, 'name' | 'columns'>[],
  what: string | undefined,
  name: string,
): string | undefined {
  if (what !== 'table' && what !== 'column') return undefined;
  const known = what === 'table' ? views : views.flatMap(({ columns }) => columns);
  const names = [...new Set(known.map((one) => one.name))];
  const near = suggest(name, names);
  if (near !== undefined) return `Did you mean ${near}?`;
  return what === 'table' ? `There are ${names.join(', ')}.` : 'toolscope sql without a query lists the columns.';
}
