// What may be asked in SQL of PostgreSQL: one statement that reads the documented views. Finds the words of a statement, refuses what
// would look past the views, and says where an error lies.

import { AppError } from '../../../base/app-error.ts';
import { checkReads, checkSingle, hintFor, pointAt, type Token, tokensIn } from '../../sql/statement-words.ts';
import { SQL_VIEWS } from './sql-views.ts';

// Comments and blanks are told by the first group. A quoted part that does not end goes on to the end of the text.
const TOKEN =
  /(\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|[\s\S]/gu;

function tokensOf(sql: string): Token[] {
  return tokensIn(sql, TOKEN);
}

/** A name as it is meant, without its quotes; undefined for what is no name. */
function nameOf(text: string): string | undefined {
  if (text.startsWith('"')) return text.replaceAll(/^"|"$/g, '').replaceAll('""', '"');
  return /^[\p{L}_]/u.test(text) ? text.toLowerCase() : undefined;
}

/** PostgreSQL's own tables and functions, and functions that run SQL or change settings. */
const HIDDEN =
  /^(?:pg_|lo_|dblink|txid_|set_config$|current_setting$|nextval$|setval$|lastval$|currval$|ts_stat$|ts_rewrite$|(?:query|table|schema|database|cursor)_to_xml)/;

/** Ways to write texts and comments that hide words from the check below. */
const HIDING = /\b[eE]'|\b[uU]&["']|\$[\p{L}_]*[\p{L}\p{N}_]*\$|\/\*(?:(?!\*\/)[\s\S])*\/\*/u;

export interface CheckedStatement {
  /** Without what ends it. */
  readonly sql: string;
  /** How far into the whole text it begins. */
  readonly from: number;
  readonly isExplained: boolean;
  /** Everything that is named in it. */
  readonly names: ReadonlySet<string>;
}

/** `schemas` are those of the database: no one is asked about here. */
export function checkStatement(sql: string, schemas: ReadonlySet<string>): CheckedStatement {
  const tokens = tokensOf(sql);
  const first = checkReads(sql, tokens);
  const hiding = HIDING.exec(sql);
  if (hiding !== null) {
    const place = { from: hiding.index, to: hiding.index + hiding[0].length };
    throw pointAt(sql, place, 'Texts are written in plain quotes here, and comments not inside of others.');
  }
  const end = checkSingle(sql, tokens);
  for (const [i, token] of tokens.entries()) {
    const name = nameOf(token.text);
    if (name === undefined) continue;
    const isSchema = schemas.has(name) && tokens[i + 1]?.text === '.';
    if (isSchema || HIDDEN.test(name)) throw pointAt(sql, token, 'Only the documented views can be asked here.');
  }
  const isExplained = first.text.toUpperCase() === 'EXPLAIN';
  const from = isExplained ? (tokens[1]?.from ?? sql.length) : first.from;
  const names = new Set(tokens.flatMap(({ text }) => nameOf(text) ?? []));
  return { sql: sql.slice(from, end?.from ?? sql.length), from, isExplained, names };
}

/** What is not known, by the code of the error. */
const UNKNOWN: Readonly<Record<string, string>> = { '42P01': 'table', '42703': 'column' };

/** PostgreSQL's words about a statement; `at` is the place they mean, -1 when there is none. */
export function explainSqlError(sql: string, code: string, message: string, at: number): AppError {
  if (code === '25006') {
    return new AppError('bad-usage', 'The query would change something.', { hint: 'toolscope sql only reads.' });
  }
  if (code === '53200' || code === '54000') {
    return new AppError('refused', 'The query needs more memory than it is allowed.', {
      hint: 'Ask for less at once.',
    });
  }
  const token = tokensOf(sql).find(({ from, to }) => at >= from && at < to);
  const said = `PostgreSQL says: ${message}.`;
  if (token !== undefined)
    return pointAt(sql, token, said, hintFor(SQL_VIEWS, UNKNOWN[code], nameOf(token.text) ?? ''));
  return new AppError('bad-usage', `The query cannot be run. ${said}`);
}
