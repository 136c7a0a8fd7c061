// Turns one line of Kimi Code into observations: one branch per type, calls and results in events of the model's loop.

import { fingerprint } from '../../base/hash.ts';
import { asArray, asBoolean, asCount, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { Observation, SessionFields, SpokenKind } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { TokenUsage } from '../../model/usage.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { argumentsOf, returnText, wordsOf } from './bodies.ts';
import { callIdIn, interruptedIn, requestOf, resultOf, type Seen } from './calls.ts';
import { Memory } from './memory.ts';
import { answerOf, isWrittenLate, verdictOf } from './outcome.ts';
import { CODE_IGNORED, CODE_IGNORED_FAMILY, instantOfMs } from './records.ts';

function orIgnored(made: readonly Observation[], reason: string): Reading {
  return made.length === 0 ? ignored(reason) : observed(made);
}

function say(seen: Seen, what: SpokenKind, text: string, pointer: string, model: string | null = null): Observation[] {
  if (text === '') return [];
  return [{ kind: 'message-spoken', ...seen, what, text, pointer, model, callId: null }];
}

function describe(seen: Seen, fields: SessionFields): Observation {
  return { kind: 'session-described', ...seen, fields };
}

interface Asked {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly pointer: string;
  readonly group: string | null;
}

function request({ id, tool, input, pointer, group }: Asked, seen: Seen, memory: Memory): Observation {
  const callId = callIdIn(seen.thread, id);
  const open = {
    id: callId,
    thread: seen.thread,
    tool,
    record: null,
    group,
    pointer,
    at: seen.at,
    ref: seen.ref,
    text: '',
    lastRef: seen.ref,
    isTold: true,
    // A call is written when it begins: a person who was asked has answered.
    beganAt: seen.at,
    refusal: memory.questions.has(callId)
      ? ({ by: 'user', feedback: asName(memory.questions.get(callId)) ?? null } as const)
      : null,
    isStopped: false,
  };
  memory.calls.set(callId, open);
  return requestOf(open, input, memory.model);
}

function observeCall(event: JsonObject, seen: Seen, memory: Memory): Reading {
  // A call without an id is still a call; nothing can answer it.
  const id = asName(event['toolCallId']) ?? asName(event['uuid']) ?? `at:${seen.ref.offset}`;
  const tool = asName(event['name']);
  if (tool === undefined) return misread('no-tool', 'A call without its tool.');
  const group = asName(event['stepUuid']) ?? null;
  return observed([request({ id, tool, input: event['args'], pointer: '/event/args', group }, seen, memory)]);
}

function observeResult(event: JsonObject, from: Seen, memory: Memory): Reading {
  const id = asName(event['toolCallId']) ?? asName(event['parentUuid']);
  const result = asObject(event['result']);
  if (id === undefined || result === undefined) return misread('no-call-id', 'A result without its call.');
  const callId = callIdIn(from.thread, id);
  const content = returnText(result);
  const refusal = memory.calls.get(callId)?.refusal ?? refusalOf(callId, memory);
  const verdict = verdictOf(asBoolean(result['isError']) === true, '', content, refusal);
  memory.questions.delete(callId);
  const seen = isWrittenLate(content) ? { ...from, at: null } : from;
  return observed(resultOf({ callId, verdict, content, pointer: '/event/result' }, seen, memory));
}

function refusalOf(callId: string, memory: Memory): { readonly by: 'user'; readonly feedback: string | null } | null {
  const feedback = memory.questions.get(callId);
  return feedback === undefined ? null : { by: 'user', feedback: asName(feedback) ?? null };
}

function usageOf(value: unknown): TokenUsage | undefined {
  const used = asObject(value);
  if (used === undefined) return undefined;
  const count = (name: string): number => asCount(used[name]) ?? 0;
  return {
    input: count('inputOther'),
    output: count('output'),
    cacheRead: count('inputCacheRead'),
    cacheWrite: count('inputCacheCreation'),
    reasoning: 0,
  };
}

function tokensIn({ input, output, cacheRead, cacheWrite }: TokenUsage): string {
  return `${input} ${output} ${cacheRead} ${cacheWrite}`;
}

function observeStepEnd(event: JsonObject, seen: Seen, memory: Memory): Reading {
  const usage = usageOf(event['usage']);
  const id = asName(event['uuid']);
  if (usage === undefined || id === undefined) return ignored('end of a step');
  memory.tokens = tokensIn(usage);
  return observed([{ kind: 'usage-counted', ...seen, key: `${seen.thread} ${id}`, model: memory.model, usage }]);
}

/** What a step used is repeated, with the model; other usage (a compaction) is only here. */
function observeUsage({ record, seen, memory }: Line): Reading {
  const usage = usageOf(record['usage']);
  if (usage === undefined) return ignored('state: tokens');
  const isTold = tokensIn(usage) === memory.tokens;
  memory.tokens = null;
  if (isTold) return ignored('repeats the tokens of a step');
  const model = asName(record['model']) ?? memory.model;
  return observed([{ kind: 'usage-counted', ...seen, key: `${seen.thread} at ${seen.at}`, model, usage }]);
}

function observePart(event: JsonObject, seen: Seen, memory: Memory): Reading {
  const part = asObject(event['part']) ?? {};
  const isThought = asName(part['type']) === 'think';
  const key = isThought ? 'think' : 'text';
  const text = asString(part[key]) ?? '';
  const said = say(seen, isThought ? 'thinking' : 'answer', text, `/event/part/${key}`, memory.model);
  return orIgnored(said, 'a part without words');
}

function observeLoop({ record, seen, memory }: Line): Reading {
  const event = asObject(record['event']) ?? {};
  const type = asName(event['type']) ?? '';
  switch (type) {
    case 'tool.call':
      return observeCall(event, seen, memory);
    case 'tool.result':
      return observeResult(event, seen, memory);
    case 'content.part':
      return observePart(event, seen, memory);
    case 'step.end':
      return observeStepEnd(event, seen, memory);
    case 'step.begin':
      return ignored('start of a step');
    default:
      return observed([{ kind: 'unrecognised', ...seen, what: `loop event ${clip(type, 80)}` }]);
  }
}

/** A person's, or that of the agent that started this one; all others come from the program. */
function promptKind(origin: unknown): SpokenKind {
  const { kind, name } = asObject(origin) ?? {};
  return kind === undefined || kind === 'user' || name === 'subagent' ? 'prompt' : 'injected';
}

function observePrompt({ record, seen, memory }: Line): Reading {
  const text = wordsOf(record['input']);
  memory.prompt = fingerprint(text);
  return orIgnored(say(seen, promptKind(record['origin']), text, '/input'), 'a prompt without words');
}

/** Messages of an imported conversation, and copies of prompts. */
function observeMessage({ record, seen, memory }: Line): Reading {
  const message = asObject(record['message']) ?? {};
  const text = wordsOf(message['content']);
  const pointer = '/message/content';
  switch (asName(message['role'])) {
    case 'user': {
      const isTold = memory.prompt === fingerprint(text);
      memory.prompt = null;
      if (isTold) return ignored('repeats a prompt');
      return orIgnored(say(seen, promptKind(message['origin']), text, pointer), 'a prompt without words');
    }
    case 'assistant': {
      const calls = (asArray(message['toolCalls']) ?? []).flatMap((item, i): Observation[] => {
        const call = asObject(item);
        const called = asObject(call?.['function']) ?? call;
        const id = asName(call?.['id']);
        const tool = asName(called?.['name']);
        if (id === undefined || tool === undefined) return [];
        const input = argumentsOf(asString(called?.['arguments']) ?? '');
        const base = `/message/toolCalls/${i}${called === call ? '' : '/function'}`;
        return [request({ id, tool, input, pointer: `${base}/arguments`, group: null }, seen, memory)];
      });
      return orIgnored([...say(seen, 'answer', text, pointer, memory.model), ...calls], 'a message without words');
    }
    case 'tool': {
      const id = asName(message['toolCallId']) ?? asName(message['tool_call_id']);
      if (id === undefined) return ignored('a result of no call');
      const verdict = verdictOf(false, '', text, null);
      const ended = { callId: callIdIn(seen.thread, id), verdict, content: text, pointer };
      return observed(resultOf(ended, seen, memory));
    }
    default:
      return orIgnored(say(seen, 'injected', text, pointer), 'a message without words');
  }
}

function observeAnswer({ record, seen, memory }: Line): Reading {
  const id = asName(record['toolCallId']);
  const result = asObject(record['result']) ?? {};
  const word = asName(result['decision']);
  const answer = answerOf(word);
  if (id === undefined) return ignored('an answer about no call');
  if (answer === undefined) {
    if (word === 'cancelled') return ignored('a question that was withdrawn');
    return observed([{ kind: 'unrecognised', ...seen, what: `approval ${clip(word ?? '', 80)}` }]);
  }
  const callId = callIdIn(seen.thread, id);
  const feedback = asName(result['feedback']) ?? null;
  if (answer.decision === 'rejected') {
    memory.questions.set(callId, feedback ?? '');
    const open = memory.calls.get(callId);
    if (open !== undefined) open.refusal = { by: 'user', feedback };
  }
  return observed([{ kind: 'permission-decided', ...seen, callId, ...answer, message: feedback }]);
}

function observeCompaction({ record, seen }: Line): Reading {
  const summary = asString(record['summary']) ?? '';
  return observed([
    {
      kind: 'context-compacted',
      ...seen,
      trigger: asName(record['source']) ?? 'unknown',
      preTokens: asNumber(record['tokensBefore']) ?? null,
      postTokens: asNumber(record['tokensAfter']) ?? null,
    },
    ...say(seen, 'compact-summary', summary, '/summary'),
  ]);
}

function observeConfig({ record, seen, memory, isMain }: Line): Reading {
  memory.model = asName(record['modelAlias']) ?? memory.model;
  const cwd = asName(record['cwd']);
  if (cwd === undefined) return ignored('state: settings');
  return observed([
    isMain ? describe(seen, { cwd }) : { kind: 'session-described', ...seen, fields: { cwd }, isHint: true },
  ]);
}

function observeMode({ record, seen }: Line): Reading {
  const permissionMode = asName(record['mode']);
  return permissionMode === undefined ? ignored('state: permissions') : observed([describe(seen, { permissionMode })]);
}

function observeRequest({ record, memory }: Line): Reading {
  memory.model = asName(record['modelAlias']) ?? asName(record['model']) ?? memory.model;
  return ignored('state: request');
}

function observeCancel({ seen, memory }: Line): Reading {
  const message = 'The turn was cancelled.';
  return observed([...say(seen, 'interrupt', message, ''), ...interruptedIn(seen, message, memory)]);
}

function observeFork({ record, seen }: Line): Reading {
  const forkedFrom = asName(record['sourceSessionId']) ?? asName(record['parentSessionId']) ?? asName(record['from']);
  return forkedFrom === undefined ? ignored('state: fork') : observed([describe(seen, { forkedFrom })]);
}

interface Line {
  readonly record: JsonObject;
  readonly seen: Seen;
  readonly memory: Memory;
  readonly isMain: boolean;
}

const BRANCHES: ReadonlyMap<string, (line: Line) => Reading> = new Map([
  ['turn.prompt', observePrompt],
  ['turn.steer', observePrompt],
  ['turn.cancel', observeCancel],
  ['config.update', observeConfig],
  ['llm.request', observeRequest],
  ['permission.set_mode', observeMode],
  ['permission.record_approval_result', observeAnswer],
  ['context.append_message', observeMessage],
  ['context.append_loop_event', observeLoop],
  ['context.apply_compaction', observeCompaction],
  ['usage.record', observeUsage],
  ['forked', observeFork],
]);

export class KimiCodeReader implements LineReader {
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
    const type = asName(record['type']);
    if (type === undefined) return misread('no-record-type', 'The record has no type.');
    const { thread } = this.#file;
    const seen: Seen = { ref, at: instantOfMs(record['time']), thread };
    const branch = BRANCHES.get(type);
    if (branch !== undefined) return branch({ record, seen, memory: this.#memory, isMain: thread === 'main' });
    const reason = CODE_IGNORED.get(type) ?? (CODE_IGNORED_FAMILY.test(type) ? 'state: goal' : undefined);
    return reason === undefined ? observed([{ kind: 'unrecognised', ...seen, what: clip(type, 80) }]) : ignored(reason);
  }
}
