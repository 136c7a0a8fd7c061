// The lines of the hook inbox: the sender, when it arrived, and the agent's own words. Open-ended like every log.

import { asName, asNumber, asObject, type JsonObject } from '../../base/json.ts';
import { possibleInstant } from '../../base/time.ts';
import type { HeardActivity, HeardStage } from '../../model/observation.ts';

/** The parts of an inbox line that are used. */
export interface HookRecord {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  /** When the hook was started, and how long it took to read everything. */
  readonly at: number;
  readonly tookMs: number;
  readonly event: string;
  readonly input: JsonObject;
  /** Fingerprint of an input that was too long to keep. */
  readonly inputPrint: number | null;
}

export function isHookRecord(record: JsonObject): boolean {
  return record['toolscope'] === 'hook' && asObject(record['input']) !== undefined;
}

/** Undefined when the line lacks something essential. */
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

/** What each known event says about the session. */
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
