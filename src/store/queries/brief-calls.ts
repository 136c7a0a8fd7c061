// Owns calls in brief: what is summed up over many of them. Read from an index alone where SQL decides the filter.

import { BLAMES, type Blame, type CallStatus, STATUSES } from '../../model/outcome.ts';
import type { Database } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { condition, joinConditions } from './condition.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

export interface BriefCall {
  readonly agent: string;
  readonly session: string;
  readonly project: string | null;
  readonly callId: string;
  readonly occurrence: number;
  readonly toolId: string;
  readonly model: string | null;
  readonly status: CallStatus;
  readonly code: string | null;
  readonly blame: Blame | null;
  readonly requestedAt: number | null;
  readonly ms: number | null;
  readonly basis: string | null;
  readonly isExact: boolean;
  readonly bytes: number | null;
  readonly tokens: number | null;
}

function briefCall(row: Row): BriefCall {
  const blame = textOrNull(row, 'blame');
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    toolId: text(row, 'tool_id'),
    model: textOrNull(row, 'model'),
    status: oneOf(STATUSES, text(row, 'status')),
    code: textOrNull(row, 'code'),
    blame: blame === null ? null : oneOf(BLAMES, blame),
    requestedAt: integerOrNull(row, 'requested_at'),
    ms: integerOrNull(row, 'ms'),
    basis: textOrNull(row, 'basis'),
    isExact: row['bound'] === 'exact',
    bytes: integerOrNull(row, 'bytes'),
    tokens: integerOrNull(row, 'tokens'),
  };
}

/** Calls that failed are few, and have an index of their own. */
const FAILED = condition(`c.status = 'error'`);

/** Every call that fits, in no particular order; with `failedOnly` those alone that failed, as expected or not. */
export function* briefCalls(
  database: Database,
  question: CallQuestion,
  options: { readonly failedOnly?: boolean } = {},
): Generator<BriefCall> {
  const failedOnly = options.failedOnly === true;
  const { where, decided } = questionCondition(question, database);
  if (decided.isExact) {
    const { sql, values } = failedOnly ? joinConditions([FAILED, where], 'AND') : where;
    const rows = database.query(
      `SELECT s.agent, s.id, s.project, c.call_id, c.occurrence, c.tool_id, c.model, c.status, c.code, c.blame,
         c.requested_at, c.ms, c.basis, c.bound, c.bytes, c.tokens
       FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}`,
      briefCall,
    );
    yield* rows.each(...values);
    return;
  }
  const project = database.query('SELECT project FROM sessions WHERE agent = ? AND id = ?', (row) =>
    textOrNull(row, 'project'),
  );
  for (const { call } of new FindCalls(database, question).newestFirst()) {
    const { agent, session, callId, occurrence, toolId, model, status, failure, requestedAt, duration, facts } = call;
    if (failedOnly && status !== 'error') continue;
    yield {
      agent,
      session,
      project: project.get(agent, session) ?? null,
      callId,
      occurrence,
      toolId,
      model,
      status,
      code: failure?.code ?? null,
      blame: failure?.blame ?? null,
      requestedAt,
      ms: duration?.ms ?? null,
      basis: duration?.basis ?? null,
      isExact: duration?.bound === 'exact',
      bytes: facts.bytes ?? null,
      tokens: facts.tokens ?? null,
    };
  }
}
