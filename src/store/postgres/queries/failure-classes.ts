// Answers "what goes wrong, how often?": failures by class, and what became of each as far as it is known.

import { flag, integer, integerOrNull, type Row } from '../../../base/row.ts';
import { BLAMES } from '../../../model/outcome.ts';
import type { FailedCall, FailureClass, WhichFailures } from '../../questions/stats.ts';
import type { OutcomeWord } from '../../rows/fact-words.ts';
import { oneOf } from '../../rows/one-of.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { type Condition, condition, isAmong, joinConditions, numbered } from './condition.ts';
import { numbersOf, outcomeWords, toolWords } from './words.ts';

const BATCH = 5000;

type GrowingClass = FailureClass & { readonly calls: FailedCall[] };

function failedCall(row: Row): FailedCall {
  return {
    key: integer(row, 'pk'),
    session: integer(row, 'session_pk'),
    at: integerOrNull(row, 'at'),
    recovery: flag(row, 'is_settled') ? (integerOrNull(row, 'recovery') ?? 0) : null,
  };
}

export async function failureClasses(
  on: Statements,
  fitting: Condition,
  { withExpected, withMasked }: WhichFailures,
): Promise<FailureClass[]> {
  const tools = await toolWords(on);
  const outcomes = await outcomeWords(on);
  const isCounted = ({ blame }: OutcomeWord): boolean => withExpected || blame !== 'expected';
  const failing = numbersOf(outcomes, (word) => word.status === 'error' && isCounted(word));
  const hiding = withMasked ? numbersOf(outcomes, isCounted) : [];
  const classes = new Map<string, GrowingClass>();
  const note = (row: Row, outcome: number, masked: boolean): void => {
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
    known.calls.push(failedCall(row));
  };
  const isFailure = isAmong('f.outcome', 'int4', failing);
  const hides = isAmong('f.masked', 'int4', hiding);
  const where = joinConditions([joinConditions([isFailure, hides, condition('false')], 'OR'), fitting], 'AND');
  const fails = new Set(failing);
  const hidden = new Set(hiding);
  const batches = on.each(
    BATCH,
    numbered(
      `SELECT f.pk, f.session_pk, f.tool, f.outcome, f.masked, ${ASKED_AT} AS at, f.recovery, s.is_settled
       FROM facts f JOIN sessions s ON s.pk = f.session_pk WHERE ${where.sql} ORDER BY f.pk`,
    ),
    ...where.values,
  );
  for await (const rows of batches) {
    for (const row of rows) {
      const [outcome, masked] = [integer(row, 'outcome'), integerOrNull(row, 'masked')];
      if (masked !== null && hidden.has(masked)) note(row, masked, true);
      if (fails.has(outcome)) note(row, outcome, false);
    }
  }
  return [...classes.values()];
}
