// Owns the first moments after a start: taking up what the last process left on its way.

import { asObject, parseJson } from '../../base/json.ts';
import type { CallRow } from '../../store/rap-calls.ts';
import { resumeAnswers } from './answer-choice.ts';
import { mintCapability } from './capability.ts';
import { invocationFor } from './register-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';

/** How long to wait for a call that may or may not have reached its tool. */
const UNCERTAIN_MS = 15 * 60_000;

function argumentsOf(parts: RuntimeParts, call: CallRow): Readonly<Record<string, unknown>> {
  const parsed = parseJson(parts.store.journal.bySeq(call.requestSeq)?.body ?? '');
  return (parsed.ok ? asObject(asObject(parsed.value)?.['arguments']) : undefined) ?? {};
}

/**
 * An invocation that was not acknowledged may have arrived all the same. One that may be repeated is sent again, under
 * a further address, so that the answer to either is taken. Any other gets a short deadline instead of a second try.
 */
async function resumeCall(parts: RuntimeParts, call: CallRow): Promise<void> {
  const { store, now } = parts;
  const thread = store.threads.find(call.groupId);
  if (thread === undefined || call.endpoint === null) return;
  if (!call.repeatable) {
    const deadlineAt = Math.min(call.deadlineAt ?? Number.POSITIVE_INFINITY, now() + UNCERTAIN_MS);
    await store.commit.run(() => {
      store.calls.setDelivery(call.call, 'unreachable');
      store.calls.setDeadline(call.call, deadlineAt);
      store.journal.append(call.thread, call.call, 'delivery-uncertain', now(), '{}');
    });
    parts.deadlines.expect(deadlineAt);
    return;
  }
  const capability = mintCapability();
  await store.commit.run(() => store.calls.insertAddress(call.call, capability.selector, capability.secretHash));
  const request = { operation: call.operation, arguments: argumentsOf(parts, call), callId: call.callId };
  const invocation = invocationFor(thread, request, call.id, parts.callbackUrl(capability.token));
  parts.invoker.send({ call: call.call, endpoint: call.endpoint, invocation });
}

export async function resume(parts: RuntimeParts): Promise<void> {
  parts.deadlines.start();
  resumeAnswers(parts);
  await Promise.allSettled(parts.store.calls.queued().map((call) => resumeCall(parts, call)));
}
