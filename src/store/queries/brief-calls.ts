// Owns calls in brief: what is summed up over many of them. Read from an index alone where SQL decides the filter.

import { BLAMES, type Blame, type CallStatus, STATUSES } from '../../model/outcome.ts';
import type { Database } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

export interface BriefCall {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly occurrence: number;
  readonly toolId: string;
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
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    toolId: text(row, 'tool_id'),
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

/** Every call that fits, in no particular order. */
export function* briefCalls(database: Database, question: CallQuestion): Generator<BriefCall> {
  const { where, decided } = questionCondition(question, database);
  if (decided.isExact) {
    const rows = database.query(
      `SELECT s.agent, s.id, c.call_id, c.occurrence, c.tool_id, c.status, c.code, c.blame, c.requested_at, c.ms, c.basis,
         c.bound, c.bytes, c.tokens
       FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql}`,
      briefCall,
    );
    yield* rows.each(...where.values);
    return;
  }
  for (const { call } of new FindCalls(database, question).newestFirst()) {
    const { agent, session, callId, occurrence, toolId, status, failure, requestedAt, duration, facts } = call;
    yield {
      agent,
      session,
      callId,
      occurrence,
      toolId,
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
