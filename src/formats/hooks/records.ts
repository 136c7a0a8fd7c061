// The lines of the hook inbox: who told, when it arrived, and the agent's own words. Open-ended like every log.

import { asName, asNumber, asObject, type JsonObject } from '../../base/json.ts';
import { possibleInstant } from '../../base/time.ts';
import type { HeardActivity, HeardStage } from '../../model/observation.ts';

/** A line of the inbox, as far as it is used. */
export interface HookRecord {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  /** When the hook was started, and how long it took to take everything in. */
  readonly at: number;
  readonly tookMs: number;
  readonly event: string;
  readonly input: JsonObject;
  /** Stands for an input that was too long to be kept. */
  readonly inputPrint: number | null;
}

export function isHookRecord(record: JsonObject): boolean {
  return record['toolscope'] === 'hook' && asObject(record['input']) !== undefined;
}

/** Undefined when the line lacks what nothing can be made of without. */
export function readRecord(record: JsonObject): HookRecord | undefined {
  const input = asObject(record['input']);
  const agent = asName(record['agent']);
  const at = possibleInstant(asNumber(record['at']) ?? Number.NaN);
  const session = asName(record['session']) ?? asName(input?.['session_id']);
  if (input === undefined || agent === undefined || at === null || session === undefined) return undefined;
  return {
    id: asName(record['id']) ?? `${at}`,
    agent,
    session,
    at,
    tookMs: Math.max(0, asNumber(record['tookMs']) ?? 0),
    event: asName(input['hook_event_name']) ?? asName(input['type']) ?? '',
    input,
    inputPrint: asNumber(record['inputPrint']) ?? null,
  };
}

/** Events about a call. */
export const CALL_EVENTS: ReadonlyMap<string, HeardStage> = new Map([
  ['PreToolUse', 'before'],
  ['PermissionRequest', 'asked'],
  ['PermissionDenied', 'denied'],
  ['PostToolUse', 'after'],
  ['PostToolUseFailure', 'failed'],
]);

/** What each known event says of the session. */
export const ACTIVITIES: ReadonlyMap<string, HeardActivity> = new Map<string, HeardActivity>([
  ['PreToolUse', 'worked'],
  ['PermissionRequest', 'asked'],
  ['PermissionDenied', 'worked'],
  ['PostToolUse', 'worked'],
  ['PostToolUseFailure', 'worked'],
  ['PostToolBatch', 'worked'],
  ['Elicitation', 'asked'],
  ['ElicitationResult', 'worked'],
  ['UserPromptSubmit', 'prompted'],
  ['UserPromptExpansion', 'prompted'],
  ['SessionStart', 'started'],
  ['SessionEnd', 'ended'],
  ['Stop', 'stopped'],
  ['StopFailure', 'stopped'],
  ['Interrupt', 'stopped'],
  ['agent-turn-complete', 'stopped'],
  ['Notification', 'notified'],
  ['SubagentStart', 'worked'],
  ['SubagentStop', 'worked'],
  ['PreCompact', 'worked'],
  ['PostCompact', 'worked'],
  ['PreModelSwitch', 'other'],
  ['PostModelSwitch', 'other'],
  ['Setup', 'other'],
  ['TeammateIdle', 'other'],
  ['TaskCreated', 'other'],
  ['TaskCompleted', 'other'],
  ['ConfigChange', 'other'],
  ['WorktreeCreate', 'other'],
  ['WorktreeRemove', 'other'],
  ['InstructionsLoaded', 'other'],
  ['CwdChanged', 'other'],
  ['FileChanged', 'other'],
  ['DirectoryAdded', 'other'],
  ['MessageDisplay', 'other'],
]);
