// Answers "what goes wrong, how often?": failures by class, and what became of each as far as it is known.

import { blob, integer, integerOrNull, type Row } from '../../../base/row.ts';
import { BLAMES } from '../../../model/outcome.ts';
import type { FailedCall, FailureClass, WhichFailures } from '../../questions/stats.ts';
import type { OutcomeWord } from '../../rows/fact-words.ts';
import { oneOf } from '../../rows/one-of.ts';
import { condition } from '../../sql/condition.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere, isAmong, joinConditions } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { numbersOf, outcomeWords, toolWords } from './words.ts';

/** Four numbers of eight bytes each: very many small rows would take the client many times as long. */
export const PACKED_FAILURES = `string_agg(float8send(f.pk::float8) || float8send(f.session_pk::float8)
  || float8send(coalesce(${ASKED_AT}, 'NaN')) || float8send(CASE WHEN u.pk IS NULL THEN coalesce(f.recovery, 0) ELSE 'NaN' END), '')`;
/** What became of failures is not known of sessions that were written to since. */
export const WITH_UNSETTLED = 'LEFT JOIN sessions u ON u.pk = f.session_pk AND u.is_settled = 0';
const CALL_BYTES = 32;

function known(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

function callsIn(row: Row): FailedCall[] {
  const bytes = blob(row, 'calls');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / CALL_BYTES }, (_, i) => {
    const at = i * CALL_BYTES;
    return {
      key: view.getFloat64(at),
      session: view.getFloat64(at + 8),
      at: known(view.getFloat64(at + 16)),
      recovery: known(view.getFloat64(at + 24)),
    };
  });
}

type GrowingClass = FailureClass & { readonly calls: FailedCall[] };

/** In the order in which their calls were written; of one call what it hides comes first. */
function inOrder(classes: Iterable<GrowingClass>): FailureClass[] {
  const sorted = [...classes];
  for (const { calls } of sorted) calls.sort((a, b) => a.key - b.key);
  const first = ({ calls }: FailureClass): number => calls[0]?.key ?? 0;
  return sorted.sort((a, b) => first(a) - first(b) || Number(b.masked) - Number(a.masked));
}

export async function failureClasses(
  on: Statements,
  fitting: FittingCalls,
  { withExpected, withMasked }: WhichFailures,
): Promise<FailureClass[]> {
  const tools = await toolWords(on);
  const outcomes = await outcomeWords(on);
  const mayCount = ({ blame }: OutcomeWord): boolean => withExpected || blame !== 'expected';
  const failing = numbersOf(outcomes, (word) => word.status === 'error' && mayCount(word));
  const hiding = withMasked ? numbersOf(outcomes, mayCount) : [];
  const classes = new Map<string, GrowingClass>();
  const note = (row: Row, outcome: number, masked: boolean, calls: readonly FailedCall[]): void => {
    const toolId = tools.get(integer(row, 'tool'))?.toolId ?? '';
    const { blame = null, code = null } = outcomes.get(outcome) ?? {};
    const name = `${toolId} ${blame} ${code} ${masked}`;
    const known = classes.get(name) ?? {
      toolId,
      blame: blame === null ? 'unknown' : oneOf(BLAMES, blame),
      code: code ?? 'unknown',
      masked,
      calls: [],
    };
    classes.set(name, known);
    for (const call of calls) known.calls.push(call);
  };
  const isFailure = isAmong('f.outcome', 'int4', failing);
  const hides = isAmong('f.masked', 'int4', hiding);
  const isCounted = joinConditions([isFailure, hides], 'OR');
  const { sums, rest } = await summed(on, fitting, ['tool', 'model', 'outcome', 'masked']);
  const facts = factsWhere(joinConditions([isCounted, rest], 'AND'), condition(WITH_UNSETTLED));
  const told = joinConditions([isCounted, sums], 'AND');
  const rows = await ask(
    on,
    `SELECT f.tool, f.outcome, f.masked, ${PACKED_FAILURES} AS calls FROM ${facts.sql} GROUP BY 1, 2, 3
     UNION ALL SELECT f.tool, f.outcome, f.masked, f.calls FROM failure_sums f WHERE ${told.sql}`,
    ...facts.values,
    ...told.values,
  );
  const fails = new Set(failing);
  const hidden = new Set(hiding);
  for (const row of rows) {
    const [outcome, masked] = [integer(row, 'outcome'), integerOrNull(row, 'masked')];
    const calls = callsIn(row);
    if (masked !== null && hidden.has(masked)) note(row, masked, true, calls);
    if (fails.has(outcome)) note(row, outcome, false, calls);
  }
  return inOrder(classes.values());
}
