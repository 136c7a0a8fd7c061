// Owns a filter over calls in brief: a test that holds for every call the filter fits, and whether it holds for those alone.
// Names are decided once for each word there is, sessions once for each of their folders, titles and so on.

import type { Filter, TermNode, TermValue } from '../../model/filter/filter.ts';
import { fittingNames, fittingNumbers, fittingTimes } from '../../model/filter/term-test.ts';
import { BRIEF_FLAGS, type BriefColumn } from '../index/brief-columns.ts';
import type { BriefScan } from './brief-scan.ts';
import type { Families } from './filter-condition.ts';
import { type SessionColumn, sessionsWhere, sessionsWith } from './session-sets.ts';
import { type OutcomeWord, outcomeWords, toolWords, wordList } from './word-list.ts';

/** For the call in a place of the current chunk. */
export type SlotTest = (slot: number) => boolean;

export interface BriefFilter {
  readonly test: SlotTest;
  /** Nothing is left to decide. */
  readonly isExact: boolean;
}

const UNDECIDED: BriefFilter = { test: () => true, isExact: false };

const NUMBERS: Readonly<Record<string, BriefColumn>> = {
  duration: 'ms',
  exit: 'exit',
  tokens: 'tokens',
  added: 'added',
  removed: 'removed',
  bytes: 'bytes',
};

const SESSION_KEYS: Readonly<Record<string, SessionColumn>> = {
  project: 'project',
  title: 'title',
  branch: 'branch',
  version: 'version',
  session: 'id',
};

const HAS_COLUMNS: Readonly<Record<string, BriefColumn>> = {
  duration: 'ms',
  file: 'path',
  exit: 'exit',
  tokens: 'tokens',
  model: 'model',
  time: 'at',
  permission: 'permission',
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
  unfinished: hasStatus('running', 'lost', 'background'),
};

class FilterReader {
  readonly #scan: BriefScan;
  readonly #families: Families;

  constructor(scan: BriefScan, families: Families) {
    this.#scan = scan;
    this.#families = families;
  }

  read(filter: Filter): BriefFilter {
    switch (filter.type) {
      case 'all':
        return { test: () => true, isExact: true };
      case 'and':
        return every(filter.items.map((item) => this.read(item)));
      case 'or':
        return some(filter.items.map((item) => this.read(item)));
      case 'not': {
        const { test, isExact } = this.read(filter.item);
        // The opposite of "holds at least for these" says nothing.
        return isExact ? { test: (slot) => !test(slot), isExact } : UNDECIDED;
      }
      case 'term': {
        const test = this.#term(filter);
        return test === undefined ? UNDECIDED : { test, isExact: true };
      }
      case 'text':
      case 'regex':
        return UNDECIDED;
    }
  }

  #term({ key, values }: TermNode): SlotTest | undefined {
    const number = NUMBERS[key];
    if (number !== undefined) return this.#number(number, fittingNumbers(values));
    const ofSession = SESSION_KEYS[key];
    if (ofSession !== undefined) {
      return this.#sessions(sessionsWhere(this.#scan.database, ofSession, fittingNames(key, values)));
    }
    const fits = fittingNames(key, values);
    switch (key) {
      case 'tool':
        return this.#tools(({ tool, toolId }) => fits(tool) || fits(toolId) || fits(this.#families.get(toolId)));
      case 'agent':
        return this.#tools(({ agent }) => fits(agent));
      case 'status':
        return this.#outcomes(({ status }) => fits(status));
      case 'blame':
        return this.#outcomes(({ blame }) => fits(blame));
      case 'code':
        return this.#outcomes(({ code }) => fits(code));
      case 'model':
        return this.#words('model', wordList(this.#scan.database, 'model').map(fits));
      case 'file':
        return this.#words('path', wordList(this.#scan.database, 'path').map(fits));
      case 'permission': {
        const words = wordList(this.#scan.database, 'permission');
        return this.#words(
          'permission',
          words.map((word) => word.split('\n').some(fits)),
        );
      }
      case 'since':
      case 'after':
      case 'before':
      case 'until':
      case 'on':
        return this.#number('at', fittingTimes(values));
      case 'is':
      case 'has':
        return this.#flags(key, values);
      default:
        return undefined;
    }
  }

  #flags(key: 'is' | 'has', values: readonly TermValue[]): SlotTest | undefined {
    const tests: SlotTest[] = [];
    for (const value of values) {
      if (value.type !== 'exact') continue;
      const test = key === 'is' ? this.#is(value.value) : this.#has(value.value);
      if (test === undefined) return undefined;
      tests.push(test);
    }
    return (slot) => tests.some((test) => test(slot));
  }

  #is(value: string): SlotTest | undefined {
    const outcome = OUTCOME_FLAGS[value];
    if (outcome !== undefined) return this.#outcomes(outcome);
    switch (value) {
      case 'background': {
        const isWaiting = this.#outcomes(hasStatus('background'));
        const isFlagged = this.#flag(BRIEF_FLAGS.background);
        return (slot) => isWaiting(slot) || isFlagged(slot);
      }
      case 'main':
        return this.#flag(BRIEF_FLAGS.main);
      case 'subagent': {
        const isMain = this.#flag(BRIEF_FLAGS.main);
        return (slot) => !isMain(slot);
      }
      case 'live':
        return this.#sessions(sessionsWith(this.#scan.database, 'live = 1'));
      default:
        return undefined;
    }
  }

  #has(value: string): SlotTest | undefined {
    const name = HAS_COLUMNS[value];
    if (name !== undefined) {
      const column = this.#scan.column(name);
      return (slot) => !Number.isNaN(column[slot]);
    }
    switch (value) {
      case 'failure':
        return this.#outcomes(({ code }) => code !== null);
      case 'hook':
        return this.#flag(BRIEF_FLAGS.hooks);
      case 'problem':
        return this.#flag(BRIEF_FLAGS.problem);
      case 'diff': {
        const added = this.#scan.column('added');
        const removed = this.#scan.column('removed');
        return (slot) => (added[slot] || 0) + (removed[slot] || 0) > 0;
      }
      default:
        return undefined;
    }
  }

  #number(name: BriefColumn, fits: (found: number) => boolean): SlotTest {
    const column = this.#scan.column(name);
    return (slot) => {
      const found = column[slot] ?? Number.NaN;
      return !Number.isNaN(found) && fits(found);
    };
  }

  #words(name: BriefColumn, verdicts: readonly boolean[]): SlotTest {
    const column = this.#scan.column(name);
    return (slot) => verdicts[column[slot] ?? 0] === true;
  }

  #tools(fits: Parameters<ReturnType<typeof toolWords>['map']>[0]): SlotTest {
    return this.#words('tool', toolWords(this.#scan.database).map(fits).map(Boolean));
  }

  #outcomes(fits: OutcomeTest): SlotTest {
    return this.#words('outcome', outcomeWords(this.#scan.database).map(fits));
  }

  #flag(bit: number): SlotTest {
    const column = this.#scan.column('flags');
    return (slot) => ((column[slot] ?? 0) & bit) !== 0;
  }

  #sessions(members: Uint8Array): SlotTest {
    const column = this.#scan.column('session');
    return (slot) => members[column[slot] ?? 0] === 1;
  }
}

function every(parts: readonly BriefFilter[]): BriefFilter {
  const tests = parts.filter((part) => part !== UNDECIDED).map(({ test }) => test);
  return { test: (slot) => tests.every((test) => test(slot)), isExact: parts.every(({ isExact }) => isExact) };
}

function some(parts: readonly BriefFilter[]): BriefFilter {
  const tests = parts.map(({ test }) => test);
  return { test: (slot) => tests.some((test) => test(slot)), isExact: parts.every(({ isExact }) => isExact) };
}

/** To be asked for before the walk begins. */
export function briefFilter(filter: Filter, families: Families, scan: BriefScan): BriefFilter {
  return new FilterReader(scan, families).read(filter);
}
