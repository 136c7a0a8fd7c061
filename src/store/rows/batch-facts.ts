// Facts of a batch's calls besides the calls themselves: their files, what followed failures, all hooks.

import { callsToRecover } from '../../model/recoveries.ts';
import { needsRecovery } from '../../model/recovery.ts';
import type { HookRun, ToolCall } from '../../model/tool-call.ts';
import { recoveryNumber } from '../questions/stats.ts';
import type { CallFiles, SessionBatch } from '../session-batch.ts';

export function filesByCall({ callFiles = [] }: SessionBatch): (call: ToolCall) => CallFiles | undefined {
  if (callFiles.length === 0) return () => undefined;
  const byCall = new Map(callFiles.map((files) => [`${files.occurrence} ${files.callId}`, files]));
  return ({ callId, occurrence }) => byCall.get(`${occurrence} ${callId}`);
}

export function recoveryByCall({ calls }: SessionBatch): (call: ToolCall) => number | null {
  if (!calls.some(needsRecovery)) return () => null;
  const took = callsToRecover(calls);
  return (call) => {
    const recovered = took.get(call);
    return recovered === undefined ? null : recoveryNumber(recovered);
  };
}

/** All hooks of a batch; calls under one id share theirs. */
export function hooksOf({ calls, hooks }: SessionBatch): HookRun[] {
  const all = [...hooks];
  for (const call of calls) if (call.occurrence === 1) for (const hook of call.hooks) all.push(hook);
  return all;
}
