// Turns one line of Kimi CLI into observations: one branch per kind of message, including those that repeat a subagent's.

import { asBoolean, asCount, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { Observation, SpokenKind } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { argumentsOf, isWhole, messageOf, returnText, type Spoken, wordsOf } from './bodies.ts';
import { askedWord, callIdIn, interruptedIn, joinedRequest, requestOf, resultOf, type Seen } from './calls.ts';
import { Memory } from './memory.ts';
import { answerOf, isHookBlocked, verdictOf } from './outcome.ts';
import { IGNORED, instantOfSeconds } from './records.ts';

const MESSAGE_MAX = 240;

function orIgnored(made: readonly Observation[], reason: string): Reading {
  return made.length === 0 ? ignored(reason) : observed(made);
}

function say(seen: Seen, what: SpokenKind, text: string, pointer: string): Observation[] {
  if (text === '') return [];
  return [{ kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId: null }];
}

function observeCall({ payload, pointer }: Spoken, seen: Seen, memory: Memory): Reading {
  const id = asName(payload['id']);
  const called = asObject(payload['function']);
  const tool = asName(called?.['name']);
  if (id === undefined || tool === undefined) return misread('no-call-id', 'A call without its id or its tool.');
  const callId = callIdIn(seen.thread, id);
  const text = asString(called?.['arguments']) ?? '';
  const known = memory.calls.get(callId);
  if (known !== undefined && known.at === seen.at && known.lastRef === known.ref) return ignored('written twice');
  const open = {
    id: callId,
    thread: seen.thread,
    tool,
    record: memory.recordOf(callId),
    group: memory.steps.get(seen.thread) ?? null,
    pointer: `${pointer}/function/arguments`,
    at: seen.at,
    ref: seen.ref,
    text,
    lastRef: seen.ref,
    isTold: isWhole(text),
    beganAt: seen.at,
    refusal: null,
    isStopped: false,
  };
  memory.calls.set(callId, open);
  memory.last.set(seen.thread, callId);
  memory.piece = null;
  return observed([requestOf(open, argumentsOf(text), null)]);
}

/** Pieces name no call: they belong to the thread's last request. */
function observePiece({ payload }: Spoken, seen: Seen, memory: Memory): Reading {
  const open = memory.calls.get(memory.last.get(seen.thread) ?? '');
  const piece = asString(payload['arguments_part']) ?? '';
  const mark = `${seen.thread} ${seen.at} ${piece}`;
  if (mark === memory.piece) return ignored('written twice');
  memory.piece = mark;
  if (open === undefined || open.isTold) return ignored('a piece of no call');
  open.text += piece;
  open.lastRef = seen.ref;
  open.beganAt = seen.at ?? open.beganAt;
  return isWhole(open.text) ? observed([joinedRequest(open, null)]) : ignored('a piece of arguments');
}

function observeResult({ payload, pointer }: Spoken, seen: Seen, memory: Memory): Reading {
  const id = asName(payload['tool_call_id']);
  const returned = asObject(payload['return_value']);
  if (id === undefined || returned === undefined) return misread('no-call-id', 'A result without its call.');
  const callId = callIdIn(seen.thread, id);
  const content = returnText(returned);
  const known = memory.calls.get(callId)?.refusal ?? null;
  const refusal = known ?? (isHookBlocked(returned) ? ({ by: 'hook', feedback: null } as const) : null);
  const isError = asBoolean(returned['is_error']) === true;
  const verdict = verdictOf(isError, asString(returned['message']) ?? '', content, refusal);
  const ended = { callId, verdict, content, pointer: `${pointer}/return_value` };
  return observed(resultOf(ended, seen, memory));
}

/** Questions about a subagent's calls are asked in the session's own stream, and name the agent. */
function threadOfQuestion(payload: JsonObject, seen: Seen): Seen {
  const agent = asName(payload['agent_id']);
  return agent === undefined || asString(payload['source_kind']) === 'foreground_turn'
    ? seen
    : { ...seen, thread: agent };
}

function observeAsked({ payload }: Spoken, from: Seen, memory: Memory): Reading {
  const id = asName(payload['tool_call_id']);
  const question = asName(payload['id']);
  if (id === undefined) return ignored('a question about no call');
  const seen = threadOfQuestion(payload, from);
  const callId = callIdIn(seen.thread, id);
  if (question !== undefined) memory.questions.set(question, callId);
  const message = clip(asString(payload['description']) ?? '', MESSAGE_MAX);
  const open = memory.calls.get(callId);
  const asked = open === undefined || seen.at === null ? [] : [askedWord(open, seen.ref, seen.at)];
  return observed([
    { kind: 'permission-decided', ...seen, callId, decision: 'asked', by: 'unknown', message },
    ...asked,
  ]);
}

function observeAnswered({ payload }: Spoken, seen: Seen, memory: Memory): Reading {
  const question = asName(payload['request_id']) ?? '';
  const callId = memory.questions.get(question);
  memory.questions.delete(question);
  const word = asName(payload['response']);
  const answer = answerOf(word);
  if (callId === undefined) return ignored('an answer about no call');
  if (answer === undefined)
    return observed([{ kind: 'unrecognised', ...seen, what: `ApprovalResponse ${clip(word ?? '', 80)}` }]);
  const feedback = asName(payload['feedback']) ?? null;
  const open = memory.calls.get(callId);
  if (open !== undefined) {
    if (seen.at !== null) open.beganAt = Math.max(open.beganAt ?? seen.at, seen.at);
    if (answer.decision === 'rejected') open.refusal = { by: 'user', feedback };
  }
  return observed([{ kind: 'permission-decided', ...seen, callId, ...answer, message: feedback }]);
}

/** Hooks name a tool and no call: before it runs, that is its last requested call. */
function observeHook({ payload }: Spoken, seen: Seen, memory: Memory): Reading {
  const event = asName(payload['event']) ?? 'hook';
  const target = asName(payload['target']);
  const isBefore = event === 'PreToolUse';
  const open = isBefore
    ? [...memory.calls.values()].findLast(({ thread, tool }) => thread === seen.thread && tool === target)
    : undefined;
  const isBlocked = asString(payload['action']) === 'block';
  const reason = asName(payload['reason']);
  if (open !== undefined) {
    if (isBlocked) open.refusal = { by: 'hook', feedback: null };
    if (seen.at !== null) open.beganAt = Math.max(open.beganAt ?? seen.at, seen.at);
  }
  return observed([
    {
      kind: 'hook-ran',
      ...seen,
      callId: open?.id ?? null,
      event,
      name: target === undefined ? event : `${event}:${target}`,
      command: null,
      outcome: isBlocked ? 'blocked' : 'ok',
      exitCode: null,
      durationMs: asNumber(payload['duration_ms']) ?? null,
      decision: isBlocked ? 'deny' : null,
      message: reason === undefined ? null : clip(reason, MESSAGE_MAX),
    },
  ]);
}

function observeStatus({ payload }: Spoken, seen: Seen): Reading {
  const used = asObject(payload['token_usage']);
  if (used === undefined) return ignored('state: status');
  const count = (name: string): number => asCount(used[name]) ?? 0;
  const usage = {
    input: count('input_other'),
    output: count('output'),
    cacheRead: count('input_cache_read'),
    cacheWrite: count('input_cache_creation'),
    reasoning: 0,
  };
  const key = asName(payload['message_id']) ?? `status ${seen.at}`;
  const contextWindow = asCount(payload['max_context_tokens']);
  return observed([
    { kind: 'usage-counted', ...seen, key: `${seen.thread} ${key}`, model: null, usage, contextWindow },
  ]);
}

function observePart({ payload, pointer }: Spoken, seen: Seen): Reading {
  const type = asName(payload['type']);
  if (type === 'text') return orIgnored(say(seen, 'answer', wordsOf(payload['text']), `${pointer}/text`), 'no words');
  if (type === 'think')
    return orIgnored(say(seen, 'thinking', wordsOf(payload['think']), `${pointer}/think`), 'no words');
  return ignored('a part that is no text');
}

function observeTurn({ payload, pointer }: Spoken, seen: Seen): Reading {
  return orIgnored(
    say(seen, 'prompt', wordsOf(payload['user_input']), `${pointer}/user_input`),
    'a prompt without words',
  );
}

function observeInterrupt({ pointer }: Spoken, seen: Seen, memory: Memory): Reading {
  const message = 'The step was interrupted.';
  return observed([...say(seen, 'interrupt', message, pointer), ...interruptedIn(seen, message, memory)]);
}

function observeStep(_spoken: Spoken, seen: Seen, memory: Memory): Reading {
  memory.steps.set(seen.thread, `${seen.thread} ${seen.at}`);
  return ignored('start of a step');
}

function observeCompaction(_spoken: Spoken, seen: Seen): Reading {
  return observed([{ kind: 'context-compacted', ...seen, trigger: 'unknown', preTokens: null, postTokens: null }]);
}

function observeNotice({ payload, pointer }: Spoken, seen: Seen): Reading {
  const text = asName(payload['body']) ?? asName(payload['title']) ?? '';
  return orIgnored(say(seen, 'notification', text, pointer), 'a notice without words');
}

type Branch = (spoken: Spoken, seen: Seen, memory: Memory) => Reading;

const BRANCHES: ReadonlyMap<string, Branch> = new Map<string, Branch>([
  ['TurnBegin', observeTurn],
  ['SteerInput', observeTurn],
  ['StepBegin', observeStep],
  ['StepInterrupted', observeInterrupt],
  ['ContentPart', observePart],
  ['ToolCall', observeCall],
  ['ToolCallPart', observePiece],
  ['ToolResult', observeResult],
  ['ApprovalRequest', observeAsked],
  ['ApprovalResponse', observeAnswered],
  ['ApprovalRequestResolved', observeAnswered],
  ['HookResolved', observeHook],
  ['StatusUpdate', observeStatus],
  ['CompactionEnd', observeCompaction],
  ['Notification', observeNotice],
]);

function withLink(reading: Reading, link: Observation): Reading {
  const others = reading.kind === 'observed' ? reading.observations : [];
  return reading.kind === 'problem' ? reading : observed([link, ...others]);
}

export class KimiCliReader implements LineReader {
  readonly #file: OpenFile;
  readonly #memory: Memory;

  constructor(file: OpenFile, state?: unknown) {
    this.#file = file;
    this.#memory = new Memory(state);
  }

  state(): unknown {
    return this.#memory.save();
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const spoken = messageOf(record);
    const at = instantOfSeconds(record['timestamp']);
    if (spoken === undefined) {
      const type = asName(record['type']);
      if (type === 'metadata') return ignored('state: header');
      if (type === undefined) return misread('not-a-message', 'The line is no message of Kimi.');
      return observed([{ kind: 'unrecognised', ref, at, thread: this.#file.thread, what: clip(type, 80) }]);
    }
    const seen: Seen = { ref, at, thread: spoken.agent ?? this.#file.thread };
    const reading = this.#message(spoken, seen);
    const link = this.#linkOf(spoken, seen);
    return link === undefined ? reading : withLink(reading, link);
  }

  #message(spoken: Spoken, seen: Seen): Reading {
    const branch = BRANCHES.get(spoken.type);
    if (branch !== undefined) return branch(spoken, seen, this.#memory);
    const reason = IGNORED.get(spoken.type);
    return reason === undefined
      ? observed([{ kind: 'unrecognised', ...seen, what: clip(spoken.type, 80) }])
      : ignored(reason);
  }

  /** The first message of a subagent says which call started it. */
  #linkOf({ agent, parentCall, agentType }: Spoken, seen: Seen): Observation | undefined {
    const { linked } = this.#memory;
    if (agent === null || parentCall === null || linked.has(agent)) return undefined;
    linked.add(agent);
    return {
      kind: 'subagent-linked',
      ...seen,
      agentId: agent,
      callId: callIdIn(this.#file.thread, parentCall),
      runId: null,
      parentAgentId: null,
      agentType,
      description: null,
      promptHash: null,
    };
  }
}
