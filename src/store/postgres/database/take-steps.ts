// Runs the steps of a shared query (store/sql) in PostgreSQL, waiting for the server at each.

import type { Statement, Steps, Value } from '../../sql/steps.ts';
import type { Statements } from './statement.ts';

function typeOf(value: Value | undefined): string {
  if (typeof value !== 'number') return '';
  return Number.isSafeInteger(value) ? '::int8' : '::float8';
}

/** Values by their numbers, with the types of numbers, which the server would else guess from what stands beside them. */
function numbered({ sql, values }: Statement): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${++number}${typeOf(values[number - 1])}`);
}

export async function takeSteps<Answer>(on: Statements, steps: Steps<Answer>): Promise<Answer> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await on.all(numbered(step.value), ...step.value.values));
  return step.value;
}
