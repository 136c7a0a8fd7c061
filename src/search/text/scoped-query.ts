// What a person types to search: the filter language, split into texts to look for and the scope to look in.

import { AppError } from '../../base/app-error.ts';
import { explainFilterErrors } from '../../model/filter/explain-errors.ts';
import { type Filter, type FilterError, joined, type RegexNode, type TextNode } from '../../model/filter/filter.ts';
import { parseFilter } from '../../model/filter/parse-filter.ts';
import { type Token, tokenise } from '../../model/filter/tokenise.ts';
import type { TextQuery, TextTerm } from './text-query.ts';

export interface ScopedQuery {
  readonly text: TextQuery;
  /** Holds no texts. */
  readonly scope: Filter;
}

const MOST_TERMS = 32;

function termOf(node: TextNode | RegexNode): TextTerm {
  if (node.type === 'text') return { kind: node.mode === 'prefix' ? 'prefix' : 'substring', text: node.value };
  // In filters `^` and `$` are ends of lines.
  return { kind: 'regex', source: node.source, flags: `${node.flags}m` };
}

function holdsText(filter: Filter): boolean {
  if (filter.type === 'text' || filter.type === 'regex') return true;
  if (filter.type === 'not') return holdsText(filter.item);
  return (filter.type === 'and' || filter.type === 'or') && filter.items.some(holdsText);
}

function isText(token: Token | undefined): boolean {
  return token?.type === 'text' || token?.type === 'regex' || (token?.type === 'term' && token.key.name === 'text');
}

/** A choice between texts, or a text inside one: which of them was found cannot be told, so they are refused. */
function choiceError(text: string): FilterError {
  const tokens = tokenise(text);
  const at = tokens.findIndex(({ type }, i) => type === 'or' && (isText(tokens[i - 1]) || isText(tokens[i + 1])));
  const token = tokens[at] ??
    tokens.find(({ type }) => type === 'or' || type === 'open') ?? { from: 0, to: text.length };
  return {
    from: token.from,
    to: token.to,
    message: 'A search cannot combine texts with OR.',
    hint: 'Search for each on its own, or for a regular expression: /one|other/.',
  };
}

/** Patterns that fit nothing at all fit everywhere. */
function emptyError(text: string): FilterError | undefined {
  for (const token of tokenise(text)) {
    if (token.type !== 'regex' || !new RegExp(token.source, `${token.flags.replace(/[^ims]/g, '')}m`).test(''))
      continue;
    const message = 'This matches the empty text, and so everything.';
    return { from: token.from, to: token.to, message, hint: 'Make some part of it required.' };
  }
  return undefined;
}

function split(filter: Filter): { terms: TextTerm[]; without: TextTerm[]; scope: Filter } | undefined {
  const terms: TextTerm[] = [];
  const without: TextTerm[] = [];
  const scope: Filter[] = [];
  for (const item of filter.type === 'and' ? filter.items : [filter]) {
    if (item.type === 'text' || item.type === 'regex') terms.push(termOf(item));
    else if (item.type === 'not' && (item.item.type === 'text' || item.item.type === 'regex')) {
      without.push(termOf(item.item));
    } else if (holdsText(item)) return undefined;
    else scope.push(item);
  }
  return { terms, without, scope: joined('and', scope) };
}

function refuse(text: string, errors: readonly FilterError[]): AppError {
  return new AppError('bad-filter', `The search cannot be read.\n${explainFilterErrors(text, errors)}`);
}

/** Throws an AppError that points at the wrong words. */
export function parseScopedQuery(text: string, now: number): ScopedQuery {
  const parsed = parseFilter(text, { now });
  if (!parsed.ok) throw refuse(text, parsed.errors);
  const parts = split(parsed.filter);
  if (parts === undefined) throw refuse(text, [choiceError(text)]);
  const empty = emptyError(text);
  if (empty !== undefined) throw refuse(text, [empty]);
  const { terms, without, scope } = parts;
  if (terms.length === 0) {
    throw new AppError('bad-filter', 'There is no text to look for.', {
      hint: 'Write words, "a phrase", a prefix*, or /a regular expression/; terms such as tool:Bash only say where to look.',
    });
  }
  if (terms.length + without.length > MOST_TERMS) {
    throw new AppError('bad-filter', `A search may have at most ${MOST_TERMS} texts; this one has more.`);
  }
  return { text: without.length === 0 ? { terms } : { terms, without }, scope };
}
