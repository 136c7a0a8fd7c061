// What a reader remembers of earlier events: open calls, running hooks, questions, and tokens counted so far.

import { fingerprint } from '../../base/hash.ts';
import { asArray, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** A decision against a call. */
export interface Refusal {
  readonly by: 'user' | 'rule' | 'hook' | 'nobody' | 'unknown';
  readonly feedback: string | null;
}

/** A requested call that has not ended. */
export interface OpenCall {
  readonly id: string;
  readonly thread: ThreadId;
  readonly tool: string;
  /** Fingerprint of its input: hooks after a call name no id. */
  readonly print: number;
  /** What it can leave running, according to its input. */
  readonly leaves: 'shell' | 'agent' | null;
  started: { readonly at: number; readonly ref: LineRef } | null;
  /** The latest thing that was waited for: its start, a hook, an answer. */
  beganAt: number | null;
  /** When the first hook after it was started. */
  endedAt: number | null;
  refusal: Refusal | null;
  /** A person stopped the agent meanwhile. */
  isStopped: boolean;
}

export interface OpenHook {
  readonly id: string;
  readonly at: number | null;
  readonly callIds: readonly string[];
}

function readRef(value: unknown): LineRef | undefined {
  const { source, line, offset, length } = asObject(value) ?? {};
  if (typeof source !== 'number' || typeof line !== 'number') return undefined;
  return typeof offset === 'number' && typeof length === 'number' ? { source, line, offset, length } : undefined;
}

function readRefusal(value: unknown): Refusal | null {
  const object = asObject(value);
  const by = (['user', 'rule', 'hook', 'nobody', 'unknown'] as const).find((known) => known === object?.['by']);
  return by === undefined ? null : { by, feedback: asString(object?.['feedback']) ?? null };
}

function readCall(value: unknown): OpenCall[] {
  const object = asObject(value);
  const id = asString(object?.['id']);
  if (object === undefined || id === undefined) return [];
  const started = asObject(object['started']);
  const at = asNumber(started?.['at']);
  const ref = readRef(started?.['ref']);
  const leaves = object['leaves'];
  return [
    {
      id,
      thread: asString(object['thread']) ?? '',
      tool: asString(object['tool']) ?? '',
      print: asNumber(object['print']) ?? 0,
      leaves: leaves === 'shell' || leaves === 'agent' ? leaves : null,
      started: at === undefined || ref === undefined ? null : { at, ref },
      beganAt: asNumber(object['beganAt']) ?? null,
      endedAt: asNumber(object['endedAt']) ?? null,
      refusal: readRefusal(object['refusal']),
      isStopped: object['isStopped'] === true,
    },
  ];
}

function readHook(value: unknown): OpenHook[] {
  const object = asObject(value);
  const id = asString(object?.['id']);
  if (object === undefined || id === undefined) return [];
  const callIds = (asArray(object['callIds']) ?? []).flatMap((call) => asName(call) ?? []);
  return [{ id, at: asNumber(object['at']) ?? null, callIds }];
}

/** More are never open at once: calls that a log leaves open for good are forgotten, the oldest first. */
const OPEN_MAX = 500;

function keep<Value>(table: Map<string, Value>, key: string, value: Value): void {
  table.delete(key);
  table.set(key, value);
  const [oldest] = table.keys();
  if (table.size > OPEN_MAX && oldest !== undefined) table.delete(oldest);
}

export class Memory {
  model: string | null;
  /** Id, type and time of the last event: lines can be duplicated. Ids alone are sometimes redacted. */
  last: string | null;
  readonly calls: Map<string, OpenCall>;
  readonly hooks: Map<string, OpenHook>;
  /** Calls by the questions about them. */
  readonly questions: Map<string, string>;
  /** Questions are logged: a call without one was not asked about. */
  logsQuestions: boolean;
  /** Hooks run after calls: an unmatched one may have delayed the end of its call. */
  hasHooksAfter: boolean;
  /** Every request of the model is logged with its tokens. */
  logsRequests: boolean;
  /** Output tokens reported by messages, per model: totals include them too. */
  readonly counted: Map<string, number>;

  constructor(state?: unknown) {
    const object: JsonObject = asObject(state) ?? {};
    this.model = asName(object['model']) ?? null;
    this.last = asName(object['last']) ?? null;
    this.logsQuestions = object['logsQuestions'] === true;
    this.hasHooksAfter = object['hasHooksAfter'] === true;
    this.logsRequests = object['logsRequests'] === true;
    this.calls = new Map((asArray(object['calls']) ?? []).flatMap(readCall).map((call) => [call.id, call]));
    this.hooks = new Map((asArray(object['hooks']) ?? []).flatMap(readHook).map((hook) => [hook.id, hook]));
    this.questions = new Map(
      Object.entries(asObject(object['questions']) ?? {}).flatMap(([question, call]): [string, string][] =>
        typeof call === 'string' ? [[question, call]] : [],
      ),
    );
    this.counted = new Map(
      Object.entries(asObject(object['counted']) ?? {}).flatMap(([model, tokens]): [string, number][] =>
        typeof tokens === 'number' ? [[model, tokens]] : [],
      ),
    );
  }

  save(): unknown {
    return {
      model: this.model,
      last: this.last,
      logsQuestions: this.logsQuestions,
      hasHooksAfter: this.hasHooksAfter,
      logsRequests: this.logsRequests,
      calls: [...this.calls.values()].map((call) => ({ ...call })),
      hooks: [...this.hooks.values()],
      questions: Object.fromEntries(this.questions),
      counted: Object.fromEntries(this.counted),
    };
  }

  openCall(call: OpenCall): void {
    keep(this.calls, call.id, call);
  }

  openHook(hook: OpenHook): void {
    keep(this.hooks, hook.id, hook);
  }

  openQuestion(question: string, callId: string): void {
    keep(this.questions, question, callId);
  }

  /** The call that a hook without an id came after: by thread, name and input, the first that has none yet. */
  callOfHook(thread: ThreadId, tool: string | undefined, args: unknown): OpenCall | undefined {
    const print = fingerprint(args);
    const open = [...this.calls.values()].filter((call) => call.started !== null && call.endedAt === null);
    const named = open.filter((call) => call.tool === tool && call.thread === thread);
    return named.find((call) => call.print === print) ?? (named.length === 1 ? named[0] : undefined);
  }
}
