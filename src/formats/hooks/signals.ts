// What a line of the inbox says about the present: neutral words for what a session is doing.

import { fingerprint } from '../../base/hash.ts';
import { asName, type JsonObject } from '../../base/json.ts';
import type { HookSignal, HookWord } from '../../model/live-state.ts';
import { type HookRecord, readRecord } from './records.ts';

const WORDS: ReadonlyMap<string, HookWord> = new Map<string, HookWord>([
  ['SessionStart', 'session-started'],
  ['UserPromptSubmit', 'prompt-submitted'],
  ['PreToolUse', 'tool-starting'],
  ['PermissionRequest', 'permission-requested'],
  ['PermissionDenied', 'tool-ended'],
  ['PostToolUse', 'tool-ended'],
  ['PostToolUseFailure', 'tool-ended'],
  ['Elicitation', 'answer-requested'],
  ['ElicitationResult', 'tool-ended'],
  ['SubagentStart', 'tool-starting'],
  ['SubagentStop', 'tool-ended'],
  ['Stop', 'turn-ended'],
  ['StopFailure', 'turn-ended'],
  ['Interrupt', 'turn-ended'],
  ['agent-turn-complete', 'turn-ended'],
  ['SessionEnd', 'session-ended'],
]);

const NOTICES: readonly { readonly pattern: RegExp; readonly word: HookWord }[] = [
  { pattern: /^permission_prompt$|needs your permission/, word: 'permission-requested' },
  { pattern: /^elicitation_dialog$/, word: 'answer-requested' },
  { pattern: /^idle_prompt$|waiting for your input/, word: 'waiting-for-prompt' },
];

function wordOf({ event, input }: HookRecord): HookWord | undefined {
  if (event !== 'Notification') return WORDS.get(event);
  const said = [input['notification_type'], input['message']].map((text) => asName(text) ?? '');
  return NOTICES.find(({ pattern }) => said.some((text) => pattern.test(text)))?.word;
}

function keyOf({ input, inputPrint }: HookRecord): string {
  return `${inputPrint ?? fingerprint(input['tool_input'])} ${asName(input['tool_name']) ?? ''}`;
}

/** Signals in the order received. A question that names no call is about the last matching one that began. */
export function signalsOf(lines: readonly JsonObject[]): HookSignal[] {
  const records = lines.flatMap((line) => readRecord(line) ?? []).sort((a, b) => a.at - b.at);
  const begun = new Map<string, string>();
  const signals: HookSignal[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    const word = wordOf(record);
    if (word === undefined || seen.has(record.id)) continue;
    seen.add(record.id);
    const named = asName(record.input['tool_use_id']) ?? null;
    if (record.event === 'PreToolUse' && named !== null) begun.set(keyOf(record), named);
    const isQuestion = record.event === 'PermissionRequest';
    const callId = named ?? (isQuestion ? (begun.get(keyOf(record)) ?? null) : null);
    // A notice about a question repeats what the question itself said.
    const isRepeated = record.event === 'Notification' && signals.at(-1)?.word === word;
    if (!isRepeated) signals.push({ word, at: Math.floor(record.at), callId });
  }
  return signals;
}
