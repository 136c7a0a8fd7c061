// Hooks: one before a batch of calls names them all, those after a call name none and are matched by their input.

import { asArray, asBoolean, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { HookOutcome, HookRan, Observation } from '../../model/observation.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import { inputOf } from './bodies.ts';
import type { Memory } from './memory.ts';
import type { Event } from './records.ts';

const MESSAGE_MAX = 240;

/** As other agents name them. */
function eventName(type: string): string {
  return type === '' ? 'hook' : `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

function callsOf(type: string, input: JsonObject, event: Event, memory: Memory): string[] {
  const batch = (asArray(input['toolCalls']) ?? []).flatMap((call) => asName(asObject(call)?.['id']) ?? []);
  if (batch.length > 0) return batch;
  const tool = asName(input['toolName']);
  if (tool === undefined) return [];
  if (type.startsWith('postToolUse')) memory.hasHooksAfter = true;
  const open = memory.callOfHook(event.seen.thread, tool, inputOf(input['toolArgs']));
  if (open === undefined) return [];
  if (type.startsWith('postToolUse')) open.endedAt = event.seen.at;
  return [open.id];
}

export function observeHookStart(event: Event, memory: Memory): Reading {
  const { data, seen } = event;
  const id = asName(data['hookInvocationId']);
  const type = asString(data['hookType']) ?? '';
  if (id !== undefined) {
    const callIds = callsOf(type, asObject(data['input']) ?? {}, event, memory);
    memory.openHook({ id, at: seen.at, callIds });
  }
  return ignored('start of a hook: told at its end');
}

function outcomeOf(isBefore: boolean, success: boolean | undefined, refusal: string | undefined): HookOutcome {
  if (isBefore && refusal !== undefined) return 'blocked';
  return success === false ? 'failed-open' : 'ok';
}

export function observeHookEnd(event: Event, memory: Memory): Reading {
  const { data, seen } = event;
  const type = asString(data['hookType']) ?? '';
  const id = asName(data['hookInvocationId']) ?? '';
  const begun = memory.hooks.get(id);
  memory.hooks.delete(id);
  const isBefore = type === 'preToolUse';
  const error = asObject(data['error']);
  const output = asObject(data['output']) ?? {};
  const durationMs = begun?.at == null || seen.at === null ? null : Math.max(0, seen.at - begun.at);
  const runOf = (callId: string | null): HookRan => {
    // Its objection to a call is under the call's id.
    const refusal = callId === null ? undefined : asName(output[callId]);
    const said = refusal ?? asName(error?.['message']);
    const outcome = outcomeOf(isBefore, asBoolean(data['success']), refusal);
    const open = callId === null ? undefined : memory.calls.get(callId);
    if (isBefore && open !== undefined) {
      if (seen.at !== null) open.beganAt = Math.max(open.beganAt ?? seen.at, seen.at);
      if (outcome === 'blocked') open.refusal = { by: 'hook', feedback: null };
    }
    return {
      kind: 'hook-ran',
      ...seen,
      callId,
      event: eventName(type),
      name: asName(error?.['source']) ?? type,
      command: null,
      outcome,
      exitCode: null,
      durationMs,
      decision: outcome === 'blocked' ? 'deny' : null,
      message: said === undefined ? null : clip(firstLine(said), MESSAGE_MAX),
    };
  };
  const callIds = begun?.callIds ?? [];
  const runs: Observation[] = callIds.length === 0 ? [runOf(null)] : callIds.map(runOf);
  return observed(runs);
}
