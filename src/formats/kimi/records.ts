// Recognises Kimi's records: both programs begin their logs with the same line, and continue in vocabularies of their own.

import { asNumber, asObject, isObject, type JsonObject } from '../../base/json.ts';
import { possibleInstant } from '../../base/time.ts';

/** Seconds with a fraction, to whole milliseconds. */
export function instantOfSeconds(value: unknown): number | null {
  const seconds = asNumber(value);
  return seconds === undefined ? null : possibleInstant(Math.round(seconds * 1000));
}

export function instantOfMs(value: unknown): number | null {
  const ms = asNumber(value);
  return ms === undefined ? null : possibleInstant(Math.round(ms));
}

function isHeader(record: JsonObject): boolean {
  return record['type'] === 'metadata' && typeof record['protocol_version'] === 'string';
}

/** `{timestamp, message: {type, payload}}`. */
export function recognise(record: JsonObject): number {
  if (isHeader(record)) return 'created_at' in record ? 0.4 : 0.6;
  const message = asObject(record['message']);
  if (typeof record['timestamp'] !== 'number' || message === undefined || 'type' in record) return 0;
  if (typeof message['type'] !== 'string') return 0;
  return isObject(message['payload']) ? 1 : 0.5;
}

const CODE_TYPE =
  /^(?:turn|config|profile|tools|permission|context|usage|goal|llm|mcp|plan_mode|full_compaction|micro_compaction)\.[a-z_]+$/;

/** `{type, …, time}` with milliseconds. Some lines have no time, and are of no other agent's types. */
export function recogniseCode(record: JsonObject): number {
  if (isHeader(record)) return 'created_at' in record ? 0.6 : 0.4;
  const type = record['type'];
  if (typeof type !== 'string' || !CODE_TYPE.test(type) || 'data' in record || 'payload' in record) return 0;
  if (typeof record['time'] === 'number') return 1;
  return type === 'context.append_loop_event' || type === 'config.update' ? 0.9 : 0;
}

/** Ignored kinds of message of Kimi CLI, with the reason. */
export const IGNORED: ReadonlyMap<string, string> = new Map([
  ['TurnEnd', 'end of a turn'],
  ['StepBegin', 'start of a step'],
  ['StepRetry', 'state: request made again'],
  ['HookTriggered', 'start of a hook: told at its end'],
  ['CompactionBegin', 'told when it is complete'],
  ['QuestionRequest', 'told by its call'],
  ['QuestionResponse', 'told by its call'],
  ['PlanDisplay', 'told by its call'],
  ['MCPLoadingBegin', 'state: servers'],
  ['MCPLoadingEnd', 'state: servers'],
  ['BtwBegin', 'a question beside the conversation'],
  ['BtwEnd', 'a question beside the conversation'],
]);

/** The same for Kimi Code. */
export const CODE_IGNORED: ReadonlyMap<string, string> = new Map([
  ['metadata', 'state: header'],
  ['profile.bind', 'state: profile'],
  ['tools.set_active_tools', 'state: tools'],
  ['tools.register_user_tool', 'state: tools'],
  ['tools.unregister_user_tool', 'state: tools'],
  ['tools.update_store', 'state: tools'],
  ['llm.tools_snapshot', 'state: tools'],
  ['mcp.tools_discovered', 'state: tools'],
  ['context.undo', 'state: context'],
  ['context.clear', 'state: context'],
  ['plan_mode.enter', 'state: plan mode'],
  ['plan_mode.exit', 'state: plan mode'],
  ['plan_mode.cancel', 'state: plan mode'],
  ['full_compaction.begin', 'told when it is complete'],
  ['full_compaction.complete', 'told when it is complete'],
  ['full_compaction.cancel', 'told when it is complete'],
  ['micro_compaction.apply', 'state: context'],
]);

export const CODE_IGNORED_FAMILY = /^goal\./;
