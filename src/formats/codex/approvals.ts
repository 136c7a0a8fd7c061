// Approvals: most builds keep none of them on disk (B5, last row), but a refusal shows in the call's result.

import { asName, asString } from '../../base/json.ts';
import type { Observation, PermissionDecided } from '../../model/observation.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import type { Line, Seen } from './envelope.ts';
import { commandOf } from './names.ts';

/** The automatic approval review of a call: in progress, then approved or denied. */
export function observeReview({ seen, payload }: Line): Reading {
  const callId = asName(payload['target_item_id']) ?? asName(payload['id']);
  const status = asString(payload['status']);
  if (callId === undefined || status === undefined || /^in_?progress$/i.test(status)) {
    return ignored('state: approval review began');
  }
  const decision = status === 'approved' ? 'allowed' : 'denied';
  const by = status === 'approved' || status === 'denied' ? 'classifier' : 'nobody';
  const message = asName(payload['rationale']) ?? null;
  return observed([{ kind: 'permission-decided', ...seen, callId, decision, by, message }]);
}

/** A person is asked; what they answered shows in the call's result. */
export function observeAsked({ seen, payload }: Line): Reading {
  const callId = asName(payload['call_id']) ?? asName(payload['id']);
  if (callId === undefined) return ignored('state: approval asked for');
  const message = asName(payload['reason']) ?? asName(payload['message']) ?? commandOf(payload) ?? null;
  return observed([{ kind: 'permission-decided', ...seen, callId, decision: 'asked', by: 'unknown', message }]);
}

const NOTHING: readonly Observation[] = [];
const UNDECIDED = /\bapproval review (?:failed|timed out|did not finish|could not)\b/i;

function deciderOf({ code, message }: Failure): PermissionDecided['by'] {
  switch (code) {
    case 'rejected-by-user':
      return 'user';
    case 'hook-blocked':
      return 'hook';
    case 'approval-review-denied':
      return UNDECIDED.test(message) ? 'nobody' : 'classifier';
    case 'policy-denied':
    case 'declined':
      return 'rule';
    default:
      return 'unknown';
  }
}

/** What a result says about the permission that was requested: only that it was not given. */
export function refusalIn(verdict: Verdict, callId: string, { ref, at, thread }: Seen): readonly Observation[] {
  const { status: decision, failure } = verdict;
  if (decision !== 'rejected' && decision !== 'denied') return NOTHING;
  const by = failure === null ? 'unknown' : deciderOf(failure);
  return [{ kind: 'permission-decided', ref, at, thread, callId, decision, by, message: failure?.message ?? null }];
}
