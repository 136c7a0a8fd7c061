// The parent's records of contact with a subagent: the one that ties its thread to a call, and later ones. Evidence: B9.

import { asName, type JsonObject } from '../../base/json.ts';
import type { CallRequested, CallResulted } from '../../model/observation.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import { linked, noteAgent } from './agents.ts';
import { isNestedId, scriptAround } from './code-mode.ts';
import { impliedRequest, nowhere, resulted } from './drafts.ts';
import { type Line, turnOf } from './envelope.ts';
import type { Memory } from './memory.ts';

/** `value` is the event, or the item inside it; `id` the call it names. */
export function observeActivity(line: Line, value: JsonObject, id: string | undefined, memory: Memory): Reading {
  const { seen } = line;
  const agentId = asName(value['agent_thread_id'] ?? value['agentThreadId']);
  if (agentId === undefined) return ignored('state: agent without a thread');
  const path = asName(value['agent_path'] ?? value['agentPath']) ?? null;
  const kind = asName(value['kind']) ?? 'unknown';
  const callId = id !== undefined && memory.isKnown(id) ? id : null;
  if (kind !== 'started') {
    if (callId === null) return ignored('state: contact with an agent');
    return observed([{ kind: 'progress-made', ...seen, callId, what: kind, elapsedMs: null, agentId }]);
  }
  const link = linked(seen, { agentId, callId: callId ?? id ?? null, agentType: null, description: path });
  if (callId === null && id !== undefined && isNestedId(id)) {
    return observed([...nestedSpawn(line, value, { id, agentId, path }, memory), link]);
  }
  if (callId !== null) noteAgent(callId, agentId, path, memory);
  return observed([link]);
}

interface Spawned {
  readonly id: string;
  readonly agentId: string;
  readonly path: string | null;
}

/** An agent started from inside a script: the activity is all there is of that call. */
function nestedSpawn(
  line: Line,
  value: JsonObject,
  { id, agentId, path }: Spawned,
  memory: Memory,
): [CallRequested, CallResulted] {
  const { seen, base, payload } = line;
  const pointer = value === payload ? base : `${base}/item`;
  memory.settle(id);
  const { task } = noteAgent(id, agentId, path, memory);
  const request = impliedRequest(seen, null, id, 'collaboration/spawn_agent', value, pointer, memory.model);
  request.parentCall = scriptAround(turnOf(line) ?? memory.turn, memory);
  const verdict = { status: 'background', rule: 'agent-started', failure: null } as const;
  const result = resulted(seen, id, verdict, '', nowhere(base), null);
  result.structured = value;
  result.background = { kind: 'agent', taskId: task };
  result.agentId = agentId;
  result.pointers = { content: nowhere(base), structured: pointer };
  return [request, result];
}
