// Answers "what goes wrong, how often and when?": failures by class, and what followed each as far as known.

import { integer } from '../../../base/row.ts';
import { BLAMES } from '../../../model/outcome.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { FailedCall, FailureClass, FailuresOverTime, WhichFailures } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import type { OutcomeWord } from '../../rows/fact-words.ts';
import { oneOf } from '../../rows/one-of.ts';
import { CallScan } from './call-scan.ts';
import { outcomeWords, toolWords } from './interned-lists.ts';
import { keepMarked } from './narrow.ts';
import { TimeCounter } from './timeline.ts';

type GrowingClass = FailureClass & { readonly calls: FailedCall[] };

/** Sessions that were written to since their failures were examined. */
function unsettled(database: Database): ReadonlySet<number> {
  return new Set(database.query('SELECT pk FROM sessions WHERE is_settled = 0', (row) => integer(row, 'pk')).all());
}

/** With the times of all calls, failed or not, in one scan; with 0 buckets, without. */
export function failuresOverTime(
  database: Database,
  question: CallQuestion,
  { withExpected, withMasked, buckets }: WhichFailures & { readonly buckets: number },
): FailuresOverTime {
  const scan = new CallScan(database, question);
  const times = new TimeCounter(database, scan);
  const tool = scan.column('tool');
  const outcome = scan.column('outcome');
  const session = scan.column('session');
  const at = scan.column('at');
  const flags = scan.column('flags');
  const recovery = scan.column('recovery');
  const classes = new Map<string, GrowingClass>();
  const isCounted = (blame: string | null): boolean => withExpected || blame !== 'expected';
  const classOf = classFinder(database, classes, false, ({ status, blame }) => status === 'error' && isCounted(blame));
  const maskedClassOf = classFinder(database, classes, true, ({ blame }) => isCounted(blame));
  const masked = withMasked ? scan.column('masked') : undefined;
  const stale = unsettled(database);
  const isFailure = keepMarked(
    outcome,
    Uint8Array.from(classOf, (find) => Number(find !== undefined)),
  );
  scan.each((fitting) => {
    if (buckets > 0) times.visit(fitting);
    const { slots, count, firstKey } = fitting;
    const note = (slot: number, found: GrowingClass | undefined): void => {
      const of = session[slot] ?? 0;
      const time = ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) === 0 ? (at[slot] ?? Number.NaN) : Number.NaN;
      found?.calls.push({
        key: firstKey + slot,
        session: of,
        at: Number.isNaN(time) ? null : time,
        recovery: stale.has(of) ? null : recovery[slot] || 0,
      });
    };
    // Before the failures: they leave no other slots.
    for (let i = 0; masked !== undefined && i < count; i++) {
      const slot = slots[i] ?? 0;
      const hidden = masked[slot] ?? Number.NaN;
      if (!Number.isNaN(hidden)) note(slot, maskedClassOf[hidden]?.(tool[slot] ?? 0));
    }
    const left = isFailure(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      note(slot, classOf[outcome[slot] ?? 0]?.(tool[slot] ?? 0));
    }
  });
  return { classes: [...classes.values()], timeline: times.timeline(buckets) };
}

/** For every outcome that counts as a failure: how to find the class of a tool's call. */
function classFinder(
  database: Database,
  classes: Map<string, GrowingClass>,
  isMasked: boolean,
  counts: (outcome: OutcomeWord) => boolean,
): readonly (((tool: number) => GrowingClass) | undefined)[] {
  const tools = toolWords(database);
  return outcomeWords(database).map((word) => {
    if (!counts(word)) return undefined;
    const { blame, code } = word;
    const byTool: GrowingClass[] = [];
    return (number) => {
      const known = byTool[number];
      if (known !== undefined) return known;
      const toolId = tools[number]?.toolId ?? '';
      const name = `${toolId} ${blame} ${code} ${isMasked}`;
      const found = classes.get(name) ?? {
        toolId,
        blame: blame === null ? 'unknown' : oneOf(BLAMES, blame),
        code: code ?? 'unknown',
        masked: isMasked,
        calls: [],
      };
      classes.set(name, found);
      byTool[number] = found;
      return found;
    };
  });
}
