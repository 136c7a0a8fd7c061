// Owns approvals, where they are written at all: most builds keep none of them on disk. Evidence: B5, last row.

import { asName, asString } from '../../base/json.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import type { Line } from './envelope.ts';
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
