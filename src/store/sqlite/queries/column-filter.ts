// A filter over calls in brief: a test that holds for every call the filter fits, and whether it holds for those alone.
// Names are decided once for each word there is, sessions once for each of their folders, titles and so on.

import type { Filter, TermNode, TermValue } from '../../../model/filter/filter.ts';
import { fittingNames, fittingNumbers, fittingTimes } from '../../../model/filter/term-test.ts';
import type { Families } from '../../questions/call-question.ts';
import { type CallColumn, COLUMN_FLAGS } from '../../rows/brief.ts';
import type { ColumnScan } from './column-scan.ts';
import { type OutcomeWord, outcomeWords, toolWords, wordList } from './interned-lists.ts';
import {
  keepAll,
  keepAny,
  keepBit,
  keepEvery,
  keepKnown,
  keepMarked,
  keepNumbers,
  keepOthers,
  keepSome,
  type Narrow,
} from './narrow.ts';
import { SESSION_KEYS, sessionsWhere, sessionsWith } from './session-sets.ts';

export interface ColumnFilter {
  readonly narrow: Narrow;
  /** Nothing is left to decide. */
  readonly isExact: boolean;
}

const UNDECIDED: ColumnFilter = { narrow: keepAll, isExact: false };

const NUMBERS: Readonly<Record<string, CallColumn>> = {
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

class FilterReader {
  readonly #scan: ColumnScan;
  readonly #families: Families;

  constructor(scan: ColumnScan, families: Families) {
    this.#scan = scan;
    this.#families = families;
  }

  read(filter: Filter): ColumnFilter {
    switch (filter.type) {
      case 'all':
        return { narrow: keepAll, isExact: true };
      case 'and':
        return joined(
          filter.items.map((item) => this.read(item)),
          keepEvery,
        );
      case 'or':
        return joined(
          filter.items.map((item) => this.read(item)),
          keepSome,
        );
      case 'not': {
        const { narrow, isExact } = this.read(filter.item);
        // The opposite of "holds at least for these" says nothing.
        return isExact ? { narrow: keepOthers(narrow), isExact } : UNDECIDED;
      }
      case 'term': {
        const narrow = this.#term(filter);
        return narrow === undefined ? UNDECIDED : { narrow, isExact: true };
      }
      case 'text':
      case 'regex':
        return UNDECIDED;
    }
  }

  #term({ key, values }: TermNode): Narrow | undefined {
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
      case 'toolid':
        return this.#tools(({ toolId }) => fits(toolId));
      case 'agent':
        return this.#tools(({ agent }) => fits(agent));
      case 'status':
        return this.#outcomes(({ status }) => fits(status));
      case 'blame':
        return this.#outcomes(({ blame }) => fits(blame));
      case 'code':
        return this.#outcomes(({ code }) => fits(code));
      case 'masked':
        return this.#words(
          'masked',
          outcomeWords(this.#scan.database).map(({ code }) => fits(code)),
        );
      case 'model':
        return this.#words('model', wordList(this.#scan.database, 'model').map(fits));
      case 'file':
        return this.#lists('path', fits);
      case 'permission':
        return this.#lists('permission', fits);
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

  #flags(key: 'is' | 'has', values: readonly TermValue[]): Narrow | undefined {
    const parts: Narrow[] = [];
    for (const value of values) {
      if (value.type !== 'exact') continue;
      const part = key === 'is' ? this.#is(value.value) : this.#has(value.value);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return keepSome(parts);
  }

  #is(value: string): Narrow | undefined {
    const outcome = OUTCOME_FLAGS[value];
    if (outcome !== undefined) return this.#outcomes(outcome);
    switch (value) {
      case 'background':
        return keepSome([this.#outcomes(hasStatus('background')), this.#flag(COLUMN_FLAGS.background)]);
      case 'masked':
        return keepKnown(this.#scan.column('masked'));
      case 'main':
        return this.#flag(COLUMN_FLAGS.main);
      case 'subagent':
        return keepOthers(this.#flag(COLUMN_FLAGS.main));
      case 'live':
        return this.#sessions(sessionsWith(this.#scan.database, 'live = 1'));
      default:
        return undefined;
    }
  }

  #has(value: string): Narrow | undefined {
    const name = HAS_COLUMNS[value];
    if (name !== undefined) return keepKnown(this.#scan.column(name));
    switch (value) {
      case 'failure':
        return this.#outcomes(({ code }) => code !== null);
      case 'hook':
        return this.#flag(COLUMN_FLAGS.hooks);
      case 'problem':
        return this.#flag(COLUMN_FLAGS.problem);
      case 'diff':
        return keepAny([this.#scan.column('added'), this.#scan.column('removed')]);
      default:
        return undefined;
    }
  }

  #number(name: CallColumn, fits: (found: number) => boolean): Narrow {
    return keepNumbers(this.#scan.column(name), fits);
  }

  #words(name: CallColumn, verdicts: readonly boolean[]): Narrow {
    return keepMarked(this.#scan.column(name), Uint8Array.from(verdicts, Number));
  }

  /** Words that are lists, of which one must fit. */
  #lists(name: 'path' | 'permission', fits: (word: string) => boolean): Narrow {
    const words = wordList(this.#scan.database, name);
    return this.#words(
      name,
      words.map((word) => word.split('\n').some(fits)),
    );
  }

  #tools(fits: Parameters<ReturnType<typeof toolWords>['map']>[0]): Narrow {
    return this.#words('tool', toolWords(this.#scan.database).map(fits).map(Boolean));
  }

  #outcomes(fits: OutcomeTest): Narrow {
    return this.#words('outcome', outcomeWords(this.#scan.database).map(fits));
  }

  #flag(bit: number): Narrow {
    return keepBit(this.#scan.column('flags'), bit);
  }

  #sessions(members: Uint8Array): Narrow {
    return keepMarked(this.#scan.column('session'), members);
  }
}

function joined(parts: readonly ColumnFilter[], how: (parts: readonly Narrow[]) => Narrow): ColumnFilter {
  return { narrow: how(parts.map(({ narrow }) => narrow)), isExact: parts.every(({ isExact }) => isExact) };
}

/** To be asked for before the walk begins. */
export function columnFilter(filter: Filter, families: Families, scan: ColumnScan): ColumnFilter {
  return new FilterReader(scan, families).read(filter);
}
