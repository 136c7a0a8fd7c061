// Permission: what was asked, what the answer was, who gave it, and when.

import { asBoolean, asName, asObject, asString } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { Observation, PermissionDecided } from '../../model/observation.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import { askedWord } from './calls.ts';
import type { Memory } from './memory.ts';
import type { Event } from './records.ts';

const MESSAGE_MAX = 240;

type Decision = Pick<PermissionDecided, 'decision' | 'by'>;

const ANSWERS: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ['approved', { decision: 'allowed', by: 'user' }],
  ['approved-for-session', { decision: 'allowed', by: 'user' }],
  ['approved-for-location', { decision: 'allowed', by: 'user' }],
  ['denied-by-rules', { decision: 'denied', by: 'rule' }],
  ['denied-by-content-exclusion-policy', { decision: 'denied', by: 'rule' }],
  ['denied-no-approval-rule-and-could-not-request-from-user', { decision: 'denied', by: 'nobody' }],
  ['denied-interactively-by-user', { decision: 'rejected', by: 'user' }],
  ['denied-by-permission-request-hook', { decision: 'denied', by: 'hook' }],
]);

/** Answers of future versions begin with the same words. */
function answerOf(kind: string): Decision | undefined {
  const known = ANSWERS.get(kind);
  if (known !== undefined) return known;
  if (kind.startsWith('approved')) return { decision: 'allowed', by: 'unknown' };
  return kind.startsWith('denied') ? { decision: 'denied', by: 'unknown' } : undefined;
}

export function observeAsked(event: Event, memory: Memory): Reading {
  const { data, seen } = event;
  const asked = asObject(data['permissionRequest']) ?? {};
  const callId = asName(asked['toolCallId']) ?? asName(asObject(data['promptRequest'])?.['toolCallId']);
  const question = asName(data['requestId']);
  memory.logsQuestions = true;
  if (callId === undefined) return ignored('a question about no call');
  if (question !== undefined) memory.openQuestion(question, callId);
  if (asBoolean(data['resolvedByHook']) === true) return ignored('a question that a hook answers');
  const message = clip(asString(asked['intention']) ?? asString(asked['kind']) ?? '', MESSAGE_MAX);
  const made: Observation[] = [
    { kind: 'permission-decided', ...seen, callId, decision: 'asked', by: 'unknown', message },
  ];
  const open = memory.calls.get(callId);
  if (open !== undefined && seen.at !== null) made.push(askedWord(open, seen.ref, seen.at));
  return observed(made);
}

export function observeAnswered(event: Event, memory: Memory): Reading {
  const { data, seen } = event;
  const question = asName(data['requestId']) ?? '';
  const callId = asName(data['toolCallId']) ?? memory.questions.get(question);
  memory.questions.delete(question);
  const result = asObject(data['result']);
  const kind = asName(result?.['kind']) ?? '';
  if (callId === undefined) return ignored('an answer about no call');
  const answer = answerOf(kind);
  if (answer === undefined) {
    if (kind === 'cancelled') return ignored('a question that was withdrawn');
    return observed([{ kind: 'unrecognised', ...seen, what: `permission ${clip(kind, 80)}` }]);
  }
  const feedback = asName(result?.['feedback']) ?? null;
  const open = memory.calls.get(callId);
  if (open !== undefined) {
    if (seen.at !== null) open.beganAt = Math.max(open.beganAt ?? seen.at, seen.at);
    const { decision, by } = answer;
    if (decision !== 'allowed') open.refusal = { by: by === 'classifier' ? 'rule' : by, feedback };
  }
  return observed([{ kind: 'permission-decided', ...seen, callId, ...answer, message: feedback }]);
}
