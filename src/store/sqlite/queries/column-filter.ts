// A filter over calls in brief: a test that is true for every call that matches the filter, and whether it is exact. Names are
// decided once per word, sessions once per folder, title and so on.

import type { Filter } from '../../../model/filter/filter.ts';
import { fittingNumbers, fittingTimes } from '../../../model/filter/term-test.ts';
import type { ToolFamilies } from '../../questions/call-question.ts';
import { type FactTest, filterTest } from '../../rows/fact-test.ts';
import type { ColumnScan } from './column-scan.ts';
import { wordList } from './interned-lists.ts';
import {
  keepAll,
  keepBit,
  keepEvery,
  keepKnown,
  keepMarked,
  keepNumbers,
  keepOthers,
  keepSome,
  type Narrow,
} from './narrow.ts';
import { sessionsWhere, sessionsWith } from './session-sets.ts';

export interface ColumnFilter {
  readonly narrow: Narrow;
  /** Nothing is left to decide. */
  readonly isExact: boolean;
}

function narrowOf(test: FactTest, scan: ColumnScan): Narrow {
  switch (test.type) {
    case 'all':
      return keepAll;
    case 'and':
      return keepEvery(test.parts.map((part) => narrowOf(part, scan)));
    case 'or':
      return keepSome(test.parts.map((part) => narrowOf(part, scan)));
    case 'not':
      return keepOthers(narrowOf(test.part, scan));
    case 'word': {
      const words = wordList(scan.database, test.column === 'masked' ? 'outcome' : test.column);
      return keepMarked(
        scan.column(test.column),
        Uint8Array.from(words, (word) => Number(test.fits(word))),
      );
    }
    case 'number':
      return keepNumbers(scan.column(test.column), fittingNumbers(test.values));
    case 'time':
      return keepNumbers(scan.column('at'), fittingTimes(test.values));
    case 'known':
      return keepKnown(scan.column(test.column));
    case 'some':
      return keepNumbers(scan.column(test.column), (value) => value > 0);
    case 'bit':
      return keepBit(scan.column('flags'), test.bit);
    case 'session':
      return keepMarked(scan.column('session'), sessionsWhere(scan.database, test.column, test.fits));
    case 'live':
      return keepMarked(scan.column('session'), sessionsWith(scan.database, 'live = 1'));
  }
}

/** Call before the scan begins. */
export function columnFilter(filter: Filter, families: ToolFamilies, scan: ColumnScan): ColumnFilter {
  const { test, isExact } = filterTest(filter, families);
  return { narrow: narrowOf(test, scan), isExact };
}
