// What is concluded about a session, as a row of its own.

import { INSIGHT_COLUMNS } from '../../rows/insight-row.ts';
import type { Transaction } from '../database/connection.ts';

const INSIGHTS = `INSERT INTO insights (session_pk, ${INSIGHT_COLUMNS.join(', ')})
  SELECT $1, ${INSIGHT_COLUMNS.map((_, i) => `$${i + 2}`).join(', ')} WHERE EXISTS (SELECT 1 FROM sessions WHERE pk = $1)
  ON CONFLICT (session_pk) DO UPDATE SET ${INSIGHT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export function putInsights(
  on: Transaction,
  session: number,
  values: readonly (string | number | null)[],
): Promise<unknown> {
  return on.all(INSIGHTS, session, ...values);
}
