// Parses one value of a term by its key's kind: a choice, a name, a path, a number, a time.

import { suggest } from '../../base/suggest.ts';
import { MAX_GLOB_LENGTH } from './automaton/glob.ts';
import type { CompareOp, FilterError, TermValue } from './filter.ts';
import { HAS_VALUES } from './flags.ts';
import { type AnyKey, type FilterKey, type KeyKind, type KeySpec, specOf } from './keys.ts';
import { parseQuantity, QUANTITY_EXAMPLES, type QuantityKind } from './quantity.ts';
import type { Word } from './scan-word.ts';
import { parseSpan, TIME_EXAMPLES, type TimeContext, type TimeKey, windowOf } from './time-window.ts';
import { COMPARISON_SPELLINGS, type ValueToken } from './tokenise.ts';

export type ValueRead = { readonly value: TermValue } | { readonly error: FilterError };

function wrong({ from, to }: { from: number; to: number }, message: string, hint?: string): ValueRead {
  return { error: { from, to, message, ...(hint === undefined ? {} : { hint }) } };
}

/** Messages quote values as the user wrote them, up to a length. */
export function shown(text: string): string {
  return text.length > 40 ? `“${text.slice(0, 40)}…”` : `“${text}”`;
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
}

function readChoice(key: FilterKey, spec: KeySpec, token: ValueToken): ValueRead {
  const values = Object.keys(spec.values ?? {});
  const value = token.word.value.toLowerCase();
  if (values.includes(value)) return { value: { type: 'exact', value } };
  const near = suggest(value, values);
  const hint = near === undefined ? `Use ${listed(values)}.` : `Did you mean ${key}:${near}?`;
  return wrong(token, `${shown(token.word.value)} is no value of ${key}:.`, hint);
}

function readName(key: FilterKey, token: ValueToken): ValueRead {
  const { word } = token;
  if (word.value.length > MAX_GLOB_LENGTH) {
    return wrong(
      token,
      `A value of ${key}: may have ${MAX_GLOB_LENGTH} characters; this one has ${word.value.length}.`,
    );
  }
  if (word.wildcards.length === 0) return { value: { type: 'exact', value: word.value } };
  return { value: { type: 'glob', pattern: word.pattern } };
}

/** How to ask for "any number". */
function anyHint(key: FilterKey): string {
  if (Object.hasOwn(HAS_VALUES, key)) return `Use has:${key} to find calls that have one.`;
  return `Write for example ${specOf(key).examples[0]}.`;
}

function numberTrouble(key: FilterKey, kind: QuantityKind, text: string, token: ValueToken): ValueRead {
  if (parseQuantity(text, kind) === 'no-unit') {
    return wrong(
      token,
      `${shown(text)} has no unit.`,
      `Did you mean ${key}:${token.op}${text}s or ${key}:${token.op}${text}ms?`,
    );
  }
  if (token.word.wildcards.length > 0) {
    return wrong(token, `${key}: compares numbers; wildcards mean nothing to it.`, anyHint(key));
  }
  return wrong(
    token,
    `${shown(text)} is not ${QUANTITY_EXAMPLES[kind]}.`,
    `Write for example ${specOf(key).examples[0] ?? key}.`,
  );
}

function readRange(key: FilterKey, kind: QuantityKind, low: string, high: string, token: ValueToken): ValueRead {
  // A duration needs a unit: in 1..5s the second number's unit applies to both.
  const unit = kind === 'duration' && /^\d+(?:\.\d+)?$/.test(low) ? (/[a-zµ]+$/i.exec(high)?.[0] ?? '') : '';
  const [min, max] = [
    low === '' ? null : parseQuantity(`${low}${unit}`, kind),
    high === '' ? null : parseQuantity(high, kind),
  ];
  if (typeof min !== 'number' && min !== null) return numberTrouble(key, kind, low, token);
  if (typeof max !== 'number' && max !== null) return numberTrouble(key, kind, high, token);
  if (min === null && max === null) return wrong(token, 'A range needs a number on one side at least.', anyHint(key));
  if (min !== null && max !== null && min > max) {
    return wrong(token, 'The range ends before it begins.', `Did you mean ${key}:${high}..${low}?`);
  }
  return { value: { type: 'range', min, max } };
}

function readNumber(key: FilterKey, kind: QuantityKind, token: ValueToken): ValueRead {
  const text = token.word.value;
  const op: CompareOp = COMPARISON_SPELLINGS[token.op] ?? '=';
  const range = /^(.*?)\.\.\.?(.*)$/s.exec(text);
  if (range !== null && token.op === '') return readRange(key, kind, range[1] ?? '', range[2] ?? '', token);
  const value = parseQuantity(text, kind);
  return typeof value === 'number' ? { value: { type: 'compare', op, value } } : numberTrouble(key, kind, text, token);
}

function timeTrouble(
  text: string,
  token: ValueToken,
  known: readonly string[] = ['today', 'yesterday', 'now'],
): ValueRead {
  const near = suggest(text, known);
  const hint = near === undefined ? `Write for example ${TIME_EXAMPLES}.` : `Did you mean ${near}?`;
  return wrong(token, `${shown(text)} is not a time.`, hint);
}

function readTimeRange(low: string, high: string, token: ValueToken, context: TimeContext): ValueRead {
  const first = low === '' ? null : parseSpan(low, context);
  const last = high === '' ? null : parseSpan(high, context);
  if (first === undefined) return timeTrouble(low, token);
  if (last === undefined) return timeTrouble(high, token);
  if (first === null && last === null) return wrong(token, 'A span needs a time on one side at least.');
  const fromMs = first?.fromMs ?? null;
  const toMs = last === null ? null : (windowOf('until', last).toMs ?? null);
  if (fromMs !== null && toMs !== null && fromMs >= toMs) {
    return wrong(token, 'The span ends before it begins.', `Did you mean on:${high}..${low}?`);
  }
  return { value: { type: 'window', text: token.word.value, fromMs, toMs } };
}

function readTime(key: TimeKey, token: ValueToken, context: TimeContext): ValueRead {
  const text = token.word.value;
  if (token.op !== '') {
    const other = token.op.startsWith('<') || token.op === '≤' ? 'before' : 'since';
    return wrong(token, `${key}: takes a time, not a comparison.`, `Did you mean ${other}:${text}?`);
  }
  const range = /^(.*?)\.\.\.?(.*)$/s.exec(text);
  if (range !== null && key === 'on') return readTimeRange(range[1] ?? '', range[2] ?? '', token, context);
  if (range !== null) return wrong(token, `${key}: takes one time, not a span.`, `Did you mean on:${text}?`);
  const span = parseSpan(text, context);
  if (span === undefined) return timeTrouble(text, token);
  if (key === 'on' && span.fromMs === span.toMs) {
    return wrong(
      token,
      `${shown(text)} is a moment, and on: needs a day or a longer span.`,
      `Did you mean since:${text}?`,
    );
  }
  return { value: { type: 'window', text, ...windowOf(key, span) } };
}

function isTimeKey(key: AnyKey): key is TimeKey {
  return specOf(key).kind === 'time';
}

function readKind(key: FilterKey, kind: KeyKind, token: ValueToken, context: TimeContext): ValueRead {
  if (isTimeKey(key)) return readTime(key, token, context);
  switch (kind) {
    case 'count':
    case 'duration':
    case 'bytes':
      return readNumber(key, kind, token);
    default:
  }
  if (token.op !== '' && !token.word.isQuoted) {
    const hint =
      token.op === '!=' ? `Did you mean -${key}:${token.word.value}?` : 'Put the value in quotes if that is its name.';
    return wrong(token, `${key}: cannot be compared with ${token.op}.`, hint);
  }
  return kind === 'choice' || kind === 'flag' ? readChoice(key, specOf(key), token) : readName(key, token);
}

/** What is wrong with the spelling of a word, whatever it means. */
export function wordTrouble({ from, to, trouble }: Word): FilterError | undefined {
  if (trouble === 'unclosed') {
    const hint = 'Add the closing quote, or write \\" for the character itself.';
    return { from, to, message: 'This quote is never closed.', hint };
  }
  if (trouble === 'glued') {
    return {
      from,
      to,
      message: 'There is no space after the closing quote.',
      hint: 'Put a space or a comma after it.',
    };
  }
  if (trouble === 'group') {
    return { from, to, message: 'A value cannot be a group.', hint: 'Use commas, as in tool:Bash,Read, or quotes.' };
  }
  return undefined;
}

export function parseValue(key: FilterKey, token: ValueToken, context: TimeContext): ValueRead {
  const { word } = token;
  const error = wordTrouble(word);
  if (error !== undefined) return { error };
  if (word.value === '') return wrong(token, `${key}: needs a value.`, `Write for example ${specOf(key).examples[0]}.`);
  return readKind(key, specOf(key).kind, token, context);
}
