// What SQL is allowed: one statement that reads. Finds the words of a statement, and the place of an error in it.

import { AppError } from '../../../base/app-error.ts';
import { SESSION_COLUMNS } from '../../rows/sql-views.ts';
import { checkReads, checkSingle, hintFor, pointAt, type Token, tokensIn } from '../../sql/statement-words.ts';
import { SQL_VIEWS } from './sql-views.ts';

// The first group matches comments and blanks. An unclosed quote extends to the end of the text.
const TOKEN =
  /(\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[\s\S]/gu;

function tokensOf(sql: string): Token[] {
  return tokensIn(sql, TOKEN);
}

/** Rejects everything but a single statement that reads. SQLite refuses to write, too: this says it better. */
export function checkStatement(sql: string): void {
  const tokens = tokensOf(sql);
  checkReads(sql, tokens);
  checkSingle(sql, tokens);
}

/** Tables behind the views, and SQLite's own: they have no scope. */
const UNSCOPED = /^(?:sqlite_|pragma_|dbstat$)/;

/** Rejects what would bypass the views, for queries that may see only some sessions. */
export function checkStaysInViews(sql: string): void {
  const tokens = tokensOf(sql);
  for (const [i, token] of tokens.entries()) {
    const name = bare(token.text);
    const isSchema = (name === 'main' || name === 'temp') && tokens[i + 1]?.text === '.';
    if (isSchema || UNSCOPED.test(name)) throw pointAt(sql, token, 'Only the documented views can be asked here.');
  }
}

/** A name without its quotes. */
function bare(text: string): string {
  return text.replace(/^["'`[]|["'`\]]$/g, '').toLowerCase();
}

/**
 * Whether a statement may ask for columns that calls have from their session: by name, as all columns, to join by them, or to learn
 * which columns there are.
 */
export function asksForSession(sql: string): boolean {
  const tokens = tokensOf(sql);
  return tokens.some(({ text }, i) => {
    if (text === '*') return tokens[i - 1]?.text !== '(';
    const name = bare(text);
    return name === 'natural' || SESSION_COLUMNS.has(name) || UNSCOPED.test(name);
  });
}

/** What the indexes by tool hold. */
const BY_TOOL: ReadonlySet<string> = new Set(['tool', 'tool_id', 'status', 'blame', 'failure', 'duration_ms']);
const OF_CALLS: ReadonlySet<string> = new Set(
  SQL_VIEWS.flatMap(({ name, columns }) => (/^(?:calls|errors)$/.test(name) ? columns : [])).map(({ name }) => name),
);

/**
 * Whether a statement groups calls and asks for more than the indexes by tool hold. To read calls in the order of such an index
 * then takes a look-up for each of them, where the index by time would take one for each of some.
 */
export function groupsBeyondTools(sql: string): boolean {
  const names = tokensOf(sql).map(({ text }) => bare(text));
  return names.includes('group') && names.some((name) => OF_CALLS.has(name) && !BY_TOOL.has(name));
}

const NAMED = [
  /^no such (?<what>column|table|function): (?<name>.+)$/,
  /^(?<what>ambiguous column) name: (?<name>.+)$/,
  /^wrong number of arguments to (?<what>function) (?<name>.+)\(\)$/,
  /^misuse of (?<what>aggregate|window)(?: function)?:? (?<name>.+)\(\)$/,
];

function aboutName(sql: string, message: string): AppError | undefined {
  for (const pattern of NAMED) {
    const { what, name } = pattern.exec(message)?.groups ?? {};
    if (name === undefined) continue;
    const last = bare(name.split('.').at(-1) ?? name);
    const token = tokensOf(sql).find(({ text }) => bare(text) === last);
    if (token !== undefined) return pointAt(sql, token, `SQLite says: ${message}.`, hintFor(SQL_VIEWS, what, last));
  }
  return undefined;
}

/** Which of several equal words is meant: the first one where the statement cannot continue. */
function wrongWord(sql: string, word: string, complaint: (sql: string) => string | null): Token | undefined {
  const same = tokensOf(sql).filter(({ text }) => text === word);
  return same.find(({ to }) => complaint(sql.slice(0, to))?.startsWith(`near "${word}"`) === true) ?? same[0];
}

/**
 * SQLite's error about a statement, with the place it means. `complaint` returns SQLite's error for another statement; null if
 * there is none.
 */
export function explainStatementError(
  sql: string,
  message: string,
  complaint: (sql: string) => string | null,
): AppError {
  if (/readonly database|because it is a view/.test(message)) {
    return new AppError('bad-usage', 'The query would change something.', { hint: 'toolscope sql only reads.' });
  }
  if (message === 'not authorized') {
    return new AppError('bad-usage', 'The query uses a function that is not allowed here.');
  }
  if (/out of memory|too big/.test(message)) {
    return new AppError('refused', 'The query needs more memory than it is allowed.', {
      hint: 'Ask for less at once.',
    });
  }
  if (/too large to be represented/.test(message)) {
    const hint = 'Turn it into text: cast(… AS TEXT).';
    return new AppError('bad-usage', 'A number in the answer is larger than can be shown exactly.', { hint });
  }
  const near = /^near "(.*)": syntax error$/s.exec(message)?.[1];
  const token = near === undefined ? undefined : wrongWord(sql, near, complaint);
  if (token !== undefined) return pointAt(sql, token, 'This word does not belong here.');
  if (message === 'incomplete input') {
    const end = sql.trimEnd().length;
    return pointAt(sql, { from: end, to: end + 1 }, 'Something is missing at the end.');
  }
  const odd = /^unrecognized token: "(.*)"$/s.exec(message)?.[1];
  const from = odd === undefined ? -1 : sql.indexOf(odd);
  if (odd !== undefined && from !== -1) return pointAt(sql, { from, to: from + odd.length }, 'This is no SQL.');
  return aboutName(sql, message) ?? new AppError('bad-usage', `The query cannot be run. SQLite says: ${message}.`);
}
