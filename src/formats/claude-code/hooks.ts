// Hooks as Claude Code logs them: old `progress` and `system` texts, newer attachments, and summaries at a turn's end.

import {
  asArray,
  asName,
  asNumber,
  asObject,
  asString,
  type JsonObject,
  memberOf,
  parseJson,
} from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { HookOutcome, HookRan, Observation, PermissionDecided } from '../../model/observation.ts';
import type { Seen } from './envelope.ts';
import { withoutLabel } from './outcome.ts';

/** Hooks of tool calls name the call; all others carry a random id there. */
const CALL_EVENTS: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
]);

/** Everything one record says about a hook's run: one shape, wherever it comes from. */
type HookInput = Pick<HookRan, 'name' | 'command' | 'outcome' | 'exitCode' | 'durationMs' | 'decision' | 'message'>;

function hook(seen: Seen, toolUseId: unknown, event: string, words: HookInput): HookRan {
  return {
    kind: 'hook-ran',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: CALL_EVENTS.has(event) ? (asName(toolUseId) ?? null) : null,
    event,
    name: words.name,
    command: words.command,
    outcome: words.outcome,
    exitCode: words.exitCode,
    durationMs: words.durationMs,
    decision: words.decision,
    message: words.message,
  };
}

function said(value: unknown): string | null {
  if (value === undefined || value === '') return null;
  const text =
    typeof value === 'string'
      ? value
      : asArray(value)
          ?.filter((part) => typeof part === 'string')
          .join(' ');
  return text === undefined || text.trim() === '' ? null : clip(text, 240);
}

/** A hook's answer: `{decision, reason, additionalContext}`, or the same under `hookSpecificOutput` in newer versions. */
interface Answer {
  readonly decision: string | null;
  readonly message: string | null;
}

const NO_ANSWER: Answer = { decision: null, message: null };
/** Anything longer is output, not an answer. */
const ANSWER_MAX = 100_000;

/** From an object, or from its JSON in a text, which is how hooks answer. */
function answerOf(output: unknown): Answer {
  const text = asString(output);
  const isJson = text !== undefined && text.length <= ANSWER_MAX && text.trimStart().startsWith('{');
  const parsed = isJson ? parseJson(text) : undefined;
  const answer = asObject(parsed?.ok === true ? parsed.value : output);
  if (answer === undefined) return NO_ANSWER;
  const specific = asObject(answer['hookSpecificOutput']) ?? answer;
  const reason = said(specific['permissionDecisionReason']) ?? said(answer['reason']);
  const context = said(specific['additionalContext']) ?? said(answer['additionalContext']);
  return {
    decision: asName(specific['permissionDecision']) ?? asName(answer['decision']) ?? null,
    // Why it decided so, and what it told the agent.
    message: said([reason, context].filter((words) => words !== null).join(' · ')) ?? said(answer['systemMessage']),
  };
}

/** Words for a decision: `approve` and `block` are the old ones. */
const DECISIONS: ReadonlyMap<string, PermissionDecided['decision']> = new Map([
  ['allow', 'allowed'],
  ['approve', 'allowed'],
  ['deny', 'denied'],
  ['block', 'denied'],
  ['ask', 'asked'],
  ['defer', 'asked'],
]);

/** A run, and the permission it decided, if any: only before a tool runs is there one to decide. */
function withDecision(run: HookRan, seen: Seen): Observation[] {
  const decision = run.decision === null ? undefined : DECISIONS.get(run.decision);
  if (run.callId === null || decision === undefined || !PERMISSION_EVENTS.has(run.event)) return [run];
  const { callId, message } = run;
  return [run, { kind: 'permission-decided', ...seen, callId, decision, by: 'hook', message }];
}

const PERMISSION_EVENTS: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest', 'PermissionDenied']);

const PROGRESS_OUTCOMES: ReadonlyMap<string, HookOutcome> = new Map([
  ['completed', 'ok'],
  ['success', 'ok'],
  ['failed', 'failed-open'],
  ['error', 'failed-open'],
  ['blocked', 'blocked'],
  ['cancelled', 'cancelled'],
]);

/** `progress` with `hook_progress` (until about 2.1.8x): a hook has started, or, by its status, ended. */
export function observeHookProgress(record: JsonObject, data: JsonObject, seen: Seen): Observation[] {
  const event = asString(data['hookEvent']) ?? '';
  const answer = answerOf(data['response'] ?? data);
  const ended = PROGRESS_OUTCOMES.get(asString(data['status']) ?? '');
  const run = hook(seen, memberOf(record, 'parentToolUseID'), event, {
    name: asString(data['hookName']) ?? event,
    command: asName(data['command']) ?? null,
    outcome: ended === 'ok' && answer.decision !== null ? 'decided' : (ended ?? 'started'),
    exitCode: asNumber(data['exitCode']) ?? null,
    durationMs: asNumber(data['durationMs']) ?? null,
    decision: answer.decision,
    message: said(data['statusMessage']) ?? answer.message,
  });
  return withDecision(run, seen);
}

/** `hook_response` in the stream of a headless run: a hook has ended. */
export function observeHookResponse(record: JsonObject, seen: Seen): Observation[] {
  const event = asString(record['hook_event']) ?? '';
  const exitCode = asNumber(record['exit_code']) ?? null;
  const answer = answerOf(record['stdout'] ?? record['output']);
  const ended = PROGRESS_OUTCOMES.get(asString(record['outcome']) ?? '') ?? 'ok';
  // Exit code 2 is a refusal.
  const outcome = exitCode === 2 ? 'blocked' : ended === 'ok' && answer.decision !== null ? 'decided' : ended;
  const run = hook(seen, record['tool_use_id'], event, {
    name: asString(record['hook_name']) ?? event,
    command: null,
    outcome,
    exitCode,
    durationMs: null,
    decision: answer.decision,
    message: said(outcome === 'ok' ? undefined : record['stderr']) ?? answer.message,
  });
  return withDecision(run, seen);
}

const ATTACHMENT_OUTCOMES: ReadonlyMap<string, HookOutcome> = new Map([
  ['hook_success', 'ok'],
  ['async_hook_response', 'ok'],
  ['hook_blocking_error', 'blocked'],
  ['hook_non_blocking_error', 'failed-open'],
  ['hook_error_during_execution', 'failed-open'],
  ['hook_cancelled', 'cancelled'],
  ['hook_permission_decision', 'decided'],
  ['hook_additional_context', 'context'],
  ['hook_system_message', 'context'],
  ['hook_stopped_continuation', 'stopped'],
]);

export function isHookAttachment(type: string): boolean {
  return ATTACHMENT_OUTCOMES.has(type);
}

export function observeHookAttachment(type: string, attachment: JsonObject, seen: Seen): Observation[] {
  const event = asString(attachment['hookEvent']) ?? '';
  const blocking = asObject(attachment['blockingError']);
  const outcome = ATTACHMENT_OUTCOMES.get(type) ?? 'ok';
  const answer = outcome === 'ok' ? answerOf(attachment['stdout']) : NO_ANSWER;
  const decision = asName(attachment['decision']) ?? answer.decision;
  const run = hook(seen, attachment['toolUseID'], event, {
    name: asString(attachment['hookName']) ?? event,
    command: asName(attachment['command']) ?? asName(blocking?.['command']) ?? null,
    outcome,
    exitCode: asNumber(attachment['exitCode']) ?? null,
    durationMs: asNumber(attachment['durationMs']) ?? null,
    decision,
    message:
      said(blocking?.['blockingError']) ??
      said(outcome === 'failed-open' ? attachment['stderr'] : undefined) ??
      answer.message ??
      said(attachment['content']) ??
      said(attachment['message']),
  });
  return withDecision(run, seen);
}

const REFUSED = /^(PreToolUse|PostToolUse|PermissionRequest)(:\S+) hook error: \[([^\]]{0,2000})\]: ?([\s\S]*)/;

/** A hook's refusal, as the result quotes it: older logs have no other record of it. */
export function observeRefusal(callId: string, text: string, seen: Seen): Observation[] {
  const refused = REFUSED.exec(withoutLabel(text.length > 20_000 ? text.slice(0, 20_000) : text));
  if (refused === null) return [];
  const [, event = '', target = '', command = '', words] = refused;
  return [
    hook(seen, callId, event, {
      name: `${event}${target}`,
      command,
      outcome: 'blocked',
      exitCode: 2,
      durationMs: null,
      decision: null,
      message: said(words),
    }),
  ];
}

const RUNNING = /^Running ([A-Za-z]+)(:\S+?)?\.\.\.$/;
const FINISHED =
  /^([A-Z][A-Za-z]+)(:\S+)? \[([\s\S]*?)\] (completed successfully|failed with (?:non-)?blocking status code (\d+)|(?:failed|cancelled|timed out)[a-z ]*)(?:: ?([\s\S]*))?$/;

function outcomeOfWords(words: string): HookOutcome {
  if (words.startsWith('completed')) return 'ok';
  if (words.startsWith('failed with blocking')) return 'blocked';
  return words.startsWith('failed') ? 'failed-open' : 'cancelled';
}

/** `system` records without a subtype (1.0.x): a hook's progress in words. Undefined for any other text. */
export function observeHookText(record: JsonObject, content: string, seen: Seen): Observation | undefined {
  const text = content.replace(/\x1b\[\d+m/g, '');
  const running = RUNNING.exec(text);
  if (running !== null) {
    const event = running[1] ?? '';
    return hook(seen, record['toolUseID'], event, {
      name: `${event}${running[2] ?? ''}`,
      command: null,
      outcome: 'started',
      exitCode: null,
      durationMs: null,
      decision: null,
      message: null,
    });
  }
  const finished = FINISHED.exec(text.length > 20_000 ? text.slice(0, 20_000) : text);
  if (finished === null) return undefined;
  const [, event = '', target = '', command = '', words = '', code, rest] = finished;
  const outcome = outcomeOfWords(words);
  return hook(seen, record['toolUseID'], event, {
    name: `${event}${target}`,
    command,
    outcome,
    exitCode: code === undefined ? (outcome === 'ok' ? 0 : null) : Number(code),
    durationMs: null,
    decision: null,
    message: said(rest),
  });
}

/** `stop_hook_summary`: one entry per hook that ran when the turn ended. Its `toolUseID` is random. */
export function observeStopHooks(record: JsonObject, seen: Seen): Observation[] {
  const errors = asArray(memberOf(record, 'hookErrors')) ?? [];
  const infos = asArray(memberOf(record, 'hookInfos')) ?? [];
  const isStopped = memberOf(record, 'preventedContinuation') === true;
  // With fewer errors than hooks, nothing says whose they are: of each it is only known that it ran.
  const failed = errors.length >= infos.length ? 'failed-open' : 'started';
  const runs: Observation[] = [];
  for (const info of infos) {
    const entry = asObject(info);
    if (entry === undefined) continue;
    runs.push(
      hook(seen, null, 'Stop', {
        name: 'Stop',
        command: asName(entry['command']) ?? null,
        outcome: isStopped ? 'stopped' : errors.length > 0 ? failed : 'ok',
        exitCode: null,
        durationMs: asNumber(entry['durationMs']) ?? null,
        decision: null,
        message: said(errors),
      }),
    );
  }
  return runs;
}
