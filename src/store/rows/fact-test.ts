// A filter as a test of a call's facts, which is true for every call that matches the filter, and whether it is exact. Plain data
// except for the test of one word, which an engine runs once for each distinct word: after that it compares numbers.

import type { Filter, TermNode, TermValue } from '../../model/filter/filter.ts';
import { fittingNames } from '../../model/filter/term-test.ts';
import type { ToolFamilies } from '../questions/call-question.ts';
import { type CallColumn, COLUMN_FLAGS } from './call-numbers.ts';
import { type OutcomeWord, outcomeWordOf, type ToolWord, toolWordOf } from './fact-words.ts';
import { WORD_BREAK } from './interned.ts';

export type WordColumn = 'tool' | 'outcome' | 'masked' | 'model' | 'path' | 'permission';
export type NumberColumn = 'ms' | 'exit' | 'tokens' | 'added' | 'removed' | 'bytes';

/** Columns that distinguish sessions. */
export type SessionColumn = 'agent' | 'project' | 'title' | 'branch' | 'version' | 'id';

export type FactTest =
  | { readonly type: 'all' }
  | { readonly type: 'and' | 'or'; readonly parts: readonly FactTest[] }
  | { readonly type: 'not'; readonly part: FactTest }
  /** The call's word is known and matches. */
  | { readonly type: 'word'; readonly column: WordColumn; fits(word: string): boolean }
  /** The number is known and matches one of the values. */
  | { readonly type: 'number'; readonly column: NumberColumn; readonly values: readonly TermValue[] }
  /** The time is known and in one of the spans. */
  | { readonly type: 'time'; readonly values: readonly TermValue[] }
  | { readonly type: 'known'; readonly column: CallColumn }
  /** The number is known and larger than 0. */
  | { readonly type: 'some'; readonly column: NumberColumn }
  | { readonly type: 'bit'; readonly bit: number }
  /** The value in a column of the call's session matches. */
  | { readonly type: 'session'; readonly column: SessionColumn; fits(value: string | null): boolean }
  | { readonly type: 'live' };

export interface FilterTest {
  readonly test: FactTest;
  /** Nothing is left to decide. */
  readonly isExact: boolean;
}

const UNDECIDED: FilterTest = { test: { type: 'all' }, isExact: false };

const NUMBERS: Readonly<Record<string, NumberColumn>> = {
  duration: 'ms',
  exit: 'exit',
  tokens: 'tokens',
  added: 'added',
  removed: 'removed',
  bytes: 'bytes',
};

const HAS_COLUMNS: Readonly<Record<string, CallColumn>> = {
  duration: 'ms',
  file: 'path',
  exit: 'exit',
  tokens: 'tokens',
  model: 'model',
  time: 'at',
  permission: 'permission',
};

/** Filter keys about a column of the session. */
export const SESSION_KEYS: Readonly<Record<string, SessionColumn>> = {
  project: 'project',
  title: 'title',
  branch: 'branch',
  version: 'version',
  session: 'id',
};

type OutcomeTest = (outcome: OutcomeWord) => boolean;

function hasStatus(...statuses: readonly string[]): OutcomeTest {
  return ({ status }) => statuses.includes(status);
}

const OUTCOME_FLAGS: Readonly<Record<string, OutcomeTest>> = {
  ok: hasStatus('ok'),
  error: hasStatus('error'),
  failed: ({ status, blame }) => status === 'error' && blame !== 'expected',
  expected: ({ blame }) => blame === 'expected',
  rejected: hasStatus('rejected'),
  denied: hasStatus('denied'),
  refused: hasStatus('rejected', 'denied'),
  cancelled: hasStatus('cancelled'),
  interrupted: hasStatus('interrupted'),
  running: hasStatus('running'),
  lost: hasStatus('lost'),
  unknown: hasStatus('unknown'),
  unfinished: hasStatus('running', 'lost', 'background'),
};

function word(column: WordColumn, fits: (word: string) => boolean): FactTest {
  return { type: 'word', column, fits };
}

/** A word that is a list, of which one must match. */
function list(column: 'path' | 'permission', fits: (word: string) => boolean): FactTest {
  return word(column, (words) => words.split(WORD_BREAK).some(fits));
}

function tool(fits: (tool: ToolWord) => boolean): FactTest {
  return word('tool', (text) => fits(toolWordOf(text)));
}

function outcome(fits: OutcomeTest): FactTest {
  return word('outcome', (text) => fits(outcomeWordOf(text)));
}

function bit(name: keyof typeof COLUMN_FLAGS): FactTest {
  return { type: 'bit', bit: COLUMN_FLAGS[name] };
}

function isTest(value: string): FactTest | undefined {
  const ended = OUTCOME_FLAGS[value];
  if (ended !== undefined) return outcome(ended);
  switch (value) {
    case 'background':
      return { type: 'or', parts: [outcome(hasStatus('background')), bit('background')] };
    case 'masked':
      return { type: 'known', column: 'masked' };
    case 'main':
      return bit('main');
    case 'subagent':
      return { type: 'not', part: bit('main') };
    case 'live':
      return { type: 'live' };
    default:
      return undefined;
  }
}

function hasTest(value: string): FactTest | undefined {
  const column = HAS_COLUMNS[value];
  if (column !== undefined) return { type: 'known', column };
  switch (value) {
    case 'failure':
      return outcome(({ code }) => code !== null);
    case 'hook':
      return bit('hooks');
    case 'problem':
      return bit('problem');
    case 'diff':
      return { type: 'or', parts: (['added', 'removed'] as const).map((name) => ({ type: 'some', column: name })) };
    default:
      return undefined;
  }
}

function flagTest(key: 'is' | 'has', values: readonly TermValue[]): FactTest | undefined {
  const parts: FactTest[] = [];
  for (const value of values) {
    if (value.type !== 'exact') continue;
    const part = key === 'is' ? isTest(value.value) : hasTest(value.value);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { type: 'or', parts };
}

function termTest({ key, values }: TermNode, families: ToolFamilies): FactTest | undefined {
  const number = NUMBERS[key];
  if (number !== undefined) return { type: 'number', column: number, values };
  if (key === 'is' || key === 'has') return flagTest(key, values);
  const fits = fittingNames(key, values);
  const ofSession = SESSION_KEYS[key];
  if (ofSession !== undefined) return { type: 'session', column: ofSession, fits };
  switch (key) {
    case 'tool':
      return tool((found) => fits(found.tool) || fits(found.toolId) || fits(families.get(found.toolId)));
    case 'toolid':
      return tool(({ toolId }) => fits(toolId));
    case 'agent':
      return tool(({ agent }) => fits(agent));
    case 'status':
      return outcome(({ status }) => fits(status));
    case 'blame':
      return outcome(({ blame }) => fits(blame));
    case 'code':
      return outcome(({ code }) => fits(code));
    case 'masked':
      return word('masked', (text) => fits(outcomeWordOf(text).code));
    case 'model':
      return word('model', fits);
    case 'file':
      return list('path', fits);
    case 'permission':
      return list('permission', fits);
    case 'since':
    case 'after':
    case 'before':
    case 'until':
    case 'on':
      return { type: 'time', values };
    default:
      return undefined;
  }
}

export function filterTest(filter: Filter, families: ToolFamilies): FilterTest {
  switch (filter.type) {
    case 'all':
      return { test: { type: 'all' }, isExact: true };
    case 'and':
    case 'or': {
      const parts = filter.items.map((item) => filterTest(item, families));
      return {
        test: { type: filter.type, parts: parts.map(({ test }) => test) },
        isExact: parts.every(({ isExact }) => isExact),
      };
    }
    case 'not': {
      const { test, isExact } = filterTest(filter.item, families);
      // The opposite of an inexact test says nothing.
      return isExact ? { test: { type: 'not', part: test }, isExact } : UNDECIDED;
    }
    case 'term': {
      const test = termTest(filter, families);
      return test === undefined ? UNDECIDED : { test, isExact: true };
    }
    case 'text':
    case 'regex':
      return UNDECIDED;
  }
}
