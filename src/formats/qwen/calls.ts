// Calls: requested in a message of the model, ended in a separate record, and measured by the program's telemetry.

import { fingerprint } from '../../base/hash.ts';
import { asName, asNumber, asObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { contentText } from '../../model/content.ts';
import type { CallHeard, Observation, PermissionDecided } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { contentOfParts, verdictOfStatus } from '../gemini-parts.ts';
import type { Entry } from './records.ts';

export function requestOf(part: unknown, i: number, entry: Entry): Observation[] {
  const call = asObject(asObject(part)?.['functionCall']);
  const tool = asName(call?.['name']);
  if (call === undefined || tool === undefined) return [];
  const { id, seen, record } = entry;
  return [
    {
      kind: 'call-requested',
      ...seen,
      // Without an id no result can be matched; it is still a call.
      callId: asName(call['id']) ?? `${id}:${i}:${fingerprint(call).toString(36)}`,
      tool,
      input: call['args'],
      record: id,
      group: id,
      model: asName(record['model']) ?? null,
      pointer: `/message/parts/${i}/functionCall/args`,
    },
  ];
}

const NOT_STARTED = 'not_started';

/** Without a status there was still an answer; it contains an error, or not. */
function verdictOf(entry: Entry, text: string): Verdict {
  const told = asObject(entry.record['toolCallResult']) ?? {};
  const first = asObject(asObject(entry.parts[0])?.['functionResponse']);
  const isError = asObject(first?.['response'])?.['error'] !== undefined;
  const status = asName(told['status']) ?? (isError ? 'error' : 'success');
  const verdict = verdictOfStatus(status, text, asName(told['errorType']));
  if (verdict === undefined) return { status: 'unknown', rule: 'status:unknown', failure: null };
  const neverRan = told['executionStatus'] === NOT_STARTED && verdict.status === 'interrupted';
  return neverRan ? { ...verdict, status: 'cancelled', rule: 'execution:not-started' } : verdict;
}

/** One record for one call, with its parts. */
export function resultOf(entry: Entry): Observation[] | undefined {
  const { record, parts, seen, id } = entry;
  const told = asObject(record['toolCallResult']) ?? {};
  const answers = parts.map((part) => asObject(asObject(part)?.['functionResponse']));
  const callId =
    asName(told['callId']) ?? answers.map((answer) => asName(answer?.['id'])).find((name) => name !== undefined);
  if (callId === undefined) return undefined;
  const pointer = '/message/parts';
  const content = contentOfParts(parts, pointer);
  const structured = asObject(told['resultDisplay']);
  return [
    {
      kind: 'call-resulted',
      ...seen,
      callId,
      verdict: verdictOf(entry, contentText(content)),
      content,
      structured,
      record: id,
      requestRecord: null,
      background: null,
      agentId: null,
      runId: null,
      pointers: { content: pointer, structured: structured === undefined ? null : '/toolCallResult/resultDisplay' },
    },
  ];
}

const DECISIONS: ReadonlyMap<unknown, Pick<PermissionDecided, 'decision' | 'by'>> = new Map<
  unknown,
  Pick<PermissionDecided, 'decision' | 'by'>
>([
  ['accept', { decision: 'allowed', by: 'user' }],
  ['modify', { decision: 'allowed', by: 'user' }],
  ['auto_accept', { decision: 'allowed', by: 'rule' }],
  ['reject', { decision: 'rejected', by: 'user' }],
]);

/**
 * The program measures from the request, so the time a person took to decide is included: a bound, reported as the two moments around
 * it.
 */
export function telemetryOf(event: Readonly<Record<string, unknown>>, { seen, id }: Entry): Observation[] {
  const callId = asName(event['call_id']) ?? null;
  const tool = asName(event['function_name']);
  const at = parseInstant(event['event.timestamp']) ?? seen.at;
  const made: Observation[] = [];
  const decision = DECISIONS.get(event['decision']);
  if (callId !== null && decision !== undefined) {
    made.push({ kind: 'permission-decided', ...seen, callId, ...decision, message: null });
  }
  const durationMs = asNumber(event['duration_ms']) ?? 0;
  if (tool === undefined || at === null || durationMs <= 0 || event['decision'] === 'reject') return made;
  const word = (stage: 'before' | 'after' | 'failed', moment: number): CallHeard => ({
    kind: 'call-heard',
    ...seen,
    at: moment,
    id: `${id}:${stage}`,
    callId,
    stage,
    doneAt: moment,
    tool,
    fingerprint: fingerprint(event['function_args'] ?? {}),
    pointers: { input: null, result: null },
    runMs: null,
    verdict: null,
    background: null,
    isLogged: true,
  });
  return [...made, word('before', at - durationMs), word(event['success'] === false ? 'failed' : 'after', at)];
}
