// `progress` records (until about 2.1.8x). They belong to `parentToolUseID`, never to `toolUseID`.

import { asName, asNumber, asObject, asString, type JsonObject, memberOf } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import type { Seen } from './envelope.ts';
import { observeHookProgress } from './hooks.ts';
import { promptHash } from './prompt-hash.ts';

function elapsedOf(data: JsonObject): number | null {
  const seconds = asNumber(data['elapsedTimeSeconds']);
  return asNumber(data['elapsedTimeMs']) ?? (seconds === undefined ? null : seconds * 1000);
}

export function observeProgress(record: JsonObject, seen: Seen): Observation[] {
  const data = asObject(memberOf(record, 'data'));
  if (data === undefined) return [{ kind: 'unrecognised', ...seen, what: 'progress without data' }];
  const type = asString(memberOf(data, 'type')) ?? '';
  if (type === 'hook_progress') return observeHookProgress(record, data, seen);
  const callId = asName(memberOf(record, 'parentToolUseID'));
  if (callId === undefined) return [{ kind: 'unrecognised', ...seen, what: `progress ${type} without call` }];
  const agentId = asName(data['agentId']) ?? null;
  const observations: Observation[] = [
    {
      kind: 'progress-made',
      ref: seen.ref,
      at: seen.at,
      thread: seen.thread,
      callId,
      what: type,
      elapsedMs: elapsedOf(data),
      agentId,
    },
  ];
  if (type === 'agent_progress' && agentId !== null) {
    const prompt = asName(data['prompt']);
    observations.push({
      kind: 'subagent-linked',
      ref: seen.ref,
      at: seen.at,
      thread: seen.thread,
      agentId,
      callId,
      runId: null,
      parentAgentId: null,
      agentType: null,
      description: null,
      promptHash: prompt === undefined ? null : promptHash(prompt),
    });
  }
  return observations;
}
