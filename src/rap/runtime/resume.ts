// Resumes unfinished work after a start.

import type { CallRow } from '../store/rap-calls.ts';
import { resumeAnswers } from './answer-choice.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { sendStored } from './send-stored.ts';
import { noteUncertain } from './uncertain.ts';

/**
 * An invocation that was not acknowledged may still have arrived. A repeatable one is sent again, and either answer is
 * accepted. Any other gets a short deadline instead. A call that waits for the user keeps waiting.
 */
async function resumeCall(parts: RuntimeParts, call: CallRow): Promise<void> {
  const { store, now } = parts;
  if (call.endpoint === null || store.asks.open(call.call, 'confirm') !== undefined) return;
  if (call.repeatable) {
    await sendStored(parts, call);
    return;
  }
  const reason = 'the runtime was stopped while the call was on its way';
  parts.deadlines.expect(await store.commit.run(() => noteUncertain(store, call, reason, now())));
}

export async function resume(parts: RuntimeParts): Promise<void> {
  parts.deadlines.start();
  resumeAnswers(parts);
  await Promise.allSettled(parts.store.calls.queued().map((call) => resumeCall(parts, call)));
}
