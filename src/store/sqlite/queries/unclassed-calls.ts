// Finds calls that no precise rule explained: failures with a general code, and successes of which only the arrival is known.

import type { Database } from '../../../sqlite/database.ts';
import type { UnclassedGroup, UnclassedQuestion } from '../../questions/calls.ts';
import { CallReader } from '../../sql/call-reader.ts';
import { takeSteps } from '../index/take-steps.ts';
import { callRows } from './call-rows.ts';
import { CallScan } from './call-scan.ts';
import { SQLITE_DIALECT, wordsOf } from './engine.ts';
import { outcomeWords, toolWords } from './interned-lists.ts';

interface Counted {
  calls: number;
  keys: number[];
}

/** Scans three columns of every call, and reads a bounded number of calls. */
export function unclassedCalls(database: Database, question: UnclassedQuestion): UnclassedGroup[] {
  const { places, codes, arriving, most } = question;
  const tools = toolWords(database);
  const outcomes = outcomeWords(database);
  const arrives = tools.map(({ agent }) => arriving.has(agent));
  const fails = outcomes.map(({ status, code }) => status === 'error' && code !== null && codes.has(code));
  const succeeds = outcomes.map(({ status }) => status === 'ok');
  const scan = new CallScan(database, { filter: { type: 'all' }, places, families: new Map() });
  const tool = scan.column('tool');
  const outcome = scan.column('outcome');
  const exit = scan.column('exit');
  const groups = new Map<number, Counted>();
  scan.each(({ slots, count, firstKey }) => {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const of = tool[slot] ?? 0;
      const as = outcome[slot] ?? 0;
      const hasArrived = succeeds[as] === true && arrives[of] === true && Number.isNaN(exit[slot] ?? Number.NaN);
      if (!hasArrived && fails[as] !== true) continue;
      const name = of * outcomes.length + as;
      const known = groups.get(name) ?? { calls: 0, keys: [] };
      groups.set(name, known);
      // The newest are at the end; at most twice as many as wanted are kept.
      known.keys.push(firstKey + slot);
      if (known.keys.length >= 2 * most) known.keys = known.keys.slice(-most);
      known.calls++;
    }
  });
  const reader = new CallReader(SQLITE_DIALECT, wordsOf(database));
  return [...groups].flatMap(([name, { calls, keys }]) => {
    const word = tools[Math.floor(name / outcomes.length)];
    if (word === undefined) return [];
    const read = takeSteps(database, reader.read(callRows(database, keys.slice(-most))));
    return [
      {
        ...word,
        code: outcomes[name % outcomes.length]?.code ?? null,
        calls,
        read: read.map(({ call, pathOf }) => ({ call, pathOf })),
      },
    ];
  });
}
