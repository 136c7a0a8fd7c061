// The life of a call: a part that is pending, runs, and is completed or fails. Its row has the last state, events have all of them.

import { fingerprint } from '../../base/hash.ts';
import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { CallHeard, CallRequested, CallResulted, Observation } from '../../model/observation.ts';
import { didRun, type Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { Memory } from './memory.ts';
import { verdictOf } from './outcome.ts';
import type { PartSeen } from './records.ts';

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly state: JsonObject;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

function callOf(part: JsonObject): Call | undefined {
  const id = asName(part['callID']);
  const state = asObject(part['state']);
  if (id === undefined || state === undefined) return undefined;
  const time = asObject(state['time']);
  return {
    id,
    tool: asName(part['tool']) ?? 'unknown',
    input: state['input'],
    state,
    startedAt: asNumber(time?.['start']) ?? null,
    endedAt: asNumber(time?.['end']) ?? null,
  };
}

/** The id of its part separates calls whose model reuses numbers. */
function requestOf(call: Call, { seen, record, created, message, model }: PartSeen): CallRequested {
  return {
    kind: 'call-requested',
    ...seen,
    at: created ?? call.startedAt ?? seen.at,
    callId: call.id,
    tool: call.tool,
    input: call.input,
    record,
    group: message,
    model,
    pointer: '/part/state/input',
    // The model is still writing it: the input comes with the next state.
    implied: call.state['status'] === 'pending' ? true : undefined,
  };
}

/** Permission is requested after the start, and not logged: the run is no longer than the time between the two. */
function wordOf(call: Call, { seen, record }: PartSeen, stage: 'before' | 'after' | 'failed', at: number): CallHeard {
  return {
    kind: 'call-heard',
    ...seen,
    at,
    id: `${record}:${stage === 'before' ? 'start' : 'end'}`,
    callId: call.id,
    stage,
    doneAt: at,
    tool: call.tool,
    fingerprint: fingerprint(call.input),
    pointers: { input: null, result: null },
    runMs: null,
    verdict: null,
    background: null,
    isLogged: true,
  };
}

function metadataOf({ state }: Call): JsonObject {
  return asObject(state['metadata']) ?? {};
}

/** A subagent's session, named as soon as it exists. */
function agentOf(call: Call): string | null {
  return call.tool === 'task' ? (asName(metadataOf(call)['sessionId']) ?? null) : null;
}

function linkOf(call: Call, agentId: string, { seen }: PartSeen): Observation {
  const input = asObject(call.input);
  return {
    kind: 'subagent-linked',
    ...seen,
    at: call.startedAt ?? seen.at,
    agentId,
    callId: call.id,
    runId: null,
    parentAgentId: null,
    agentType: asName(input?.['subagent_type']) ?? null,
    description: asName(input?.['description']) ?? null,
    promptHash: null,
  };
}

function resultOf(call: Call, verdict: Verdict, { seen, record }: PartSeen): CallResulted {
  const { state } = call;
  const isError = state['status'] === 'error';
  const structured = asObject(state['metadata']);
  const agentId = agentOf(call);
  const isBackground = agentId !== null && metadataOf(call)['background'] === true && verdict.status === 'ok';
  return {
    kind: 'call-resulted',
    ...seen,
    at: call.endedAt ?? seen.at,
    callId: call.id,
    verdict: isBackground ? { status: 'background', rule: 'metadata:background', failure: null } : verdict,
    content: asString(state[isError ? 'error' : 'output']) ?? '',
    structured,
    record,
    requestRecord: record,
    background: isBackground ? { kind: 'agent', taskId: agentId } : null,
    agentId,
    runId: null,
    pointers: {
      content: isError ? '/part/state/error' : '/part/state/output',
      structured: structured === undefined ? null : '/part/state/metadata',
    },
  };
}

/** Old results are dropped from the context to make room; they stay in the log. */
function clearedOf(call: Call, { seen }: PartSeen): Observation[] {
  const at = asNumber(asObject(call.state['time'])?.['compacted']);
  return at === undefined ? [] : [{ kind: 'context-cleared', ...seen, at, callIds: [call.id] }];
}

export function observeCall(part: PartSeen, memory: Memory): Reading {
  const call = callOf(part.part);
  if (call === undefined) return misread('no-call-id', 'A call without its id or its state.');
  const { record } = part;
  const made: Observation[] = [];
  const isPending = call.state['status'] === 'pending';
  if (memory.isNews(`${isPending ? 'pending' : 'asked'} ${record}`)) made.push(requestOf(call, part));
  const agentId = agentOf(call);
  if (agentId !== null && memory.isNews(`agent ${record}`)) made.push(linkOf(call, agentId, part));
  const verdict = verdictOf(part.part);
  const ran = verdict === undefined || didRun(verdict.status);
  if (ran && call.startedAt !== null && memory.isNews(`start ${record}`)) {
    made.push(wordOf(call, part, 'before', call.startedAt));
  }
  if (verdict !== undefined && memory.isNews(`end ${record}`)) {
    if (ran && call.endedAt !== null) {
      made.push(wordOf(call, part, verdict.status === 'error' ? 'failed' : 'after', call.endedAt));
    }
    made.push(resultOf(call, verdict, part));
  }
  made.push(...clearedOf(call, part));
  return made.length === 0 ? ignored('what a call has done so far') : observed(made);
}
