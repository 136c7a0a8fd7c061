// Turns: where one begins, ends, is aborted or rolled back, and what that means for open calls. Evidence: B5.

import { asName, asObject, asString } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import { flushEarly } from './apply-end.ts';
import { nowhere, resulted } from './drafts.ts';
import { type Line, looseNumber, turnOf } from './envelope.ts';
import type { Memory } from './memory.ts';
import { spoken } from './messages.ts';
import { failure } from './outcome.ts';

export function observeTurnStart(line: Line, memory: Memory): Observation[] {
  memory.turn = turnOf(line) ?? memory.turn;
  memory.group = null;
  return flushEarly(memory, line.seen.thread);
}

function measured({ seen, payload }: Line): Observation[] {
  const durationMs = looseNumber(payload['duration_ms']);
  return durationMs === undefined ? [] : [{ kind: 'turn-measured', ...seen, durationMs }];
}

/** The error of a turn that ended with one: `{message, codex_error_info}`, or a text. */
function errorOf({ seen, payload, base }: Line): Observation[] {
  const { error } = payload;
  const text = asName(error) ?? asName(asObject(error)?.['message']);
  return text === undefined ? [] : [spoken(seen, 'api-error', text, `${base}/error`, null)];
}

export function observeTurnEnd(line: Line, memory: Memory): Observation[] {
  memory.group = null;
  return [...flushEarly(memory, line.seen.thread), ...measured(line), ...errorOf(line)];
}

/**
 * An aborted turn ends the calls that were open in it: whatever they did, their result was lost. If Codex still writes an output
 * ("aborted by user after …"), that one is preferred.
 */
export function observeTurnAborted(line: Line, memory: Memory): Observation[] {
  const { seen, payload, base } = line;
  const turn = turnOf(line);
  memory.group = null;
  const reason = asString(payload['reason']) ?? 'interrupted';
  const observations = [...flushEarly(memory, seen.thread), ...measured(line)];
  for (const call of [...memory.open.values()]) {
    if (turn !== null && call.turn !== null && call.turn !== turn) continue;
    const told = failure('turn-aborted', reason === 'budget_limited' ? 'policy' : 'user', `Turn aborted: ${reason}`);
    const verdict = { status: 'interrupted', rule: 'turn-aborted', failure: told, placeholder: true } as const;
    observations.push(resulted(seen, call.id, verdict, '', nowhere(base), null));
    memory.settle(call.id);
  }
  for (const script of [...memory.scripts.values()]) {
    if (turn === null || script.turn === null || script.turn === turn) memory.scripts.delete(script.call);
  }
  return observations;
}
