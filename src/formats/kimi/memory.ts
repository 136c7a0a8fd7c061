// What a reader remembers of earlier lines: open calls, the one that is being written, questions, agents.

import { asArray, asName, asNumber, asObject, asString } from '../../base/json.ts';
import type { ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';
import type { Refusal } from './outcome.ts';

/** A requested call that has not ended. */
export interface OpenCall {
  /** Prefixed with the thread, unless that is the session's own. */
  readonly id: string;
  readonly thread: ThreadId;
  readonly tool: string;
  readonly record: string | null;
  readonly group: string | null;
  readonly pointer: string;
  readonly at: number | null;
  readonly ref: LineRef;
  /** Arguments as far as written, and their last line. */
  text: string;
  lastRef: LineRef;
  /** The reported request has all of the arguments. */
  isTold: boolean;
  /** The latest thing that was waited for: the arguments, a hook, an answer. */
  beganAt: number | null;
  refusal: Refusal | null;
  isStopped: boolean;
}

function readRef(value: unknown): LineRef {
  const { source, line, offset, length } = asObject(value) ?? {};
  const number = (one: unknown): number => asNumber(one) ?? 0;
  return { source: number(source), line: number(line), offset: number(offset), length: number(length) };
}

function readCall(value: unknown): OpenCall | undefined {
  const saved = asObject(value);
  const id = asString(saved?.['id']);
  if (saved === undefined || id === undefined) return undefined;
  const refusal = asObject(saved['refusal']);
  const by = refusal?.['by'];
  const text = (name: string): string => asString(saved[name]) ?? '';
  return {
    id,
    thread: text('thread'),
    tool: text('tool'),
    record: asName(saved['record']) ?? null,
    group: asName(saved['group']) ?? null,
    pointer: text('pointer'),
    at: asNumber(saved['at']) ?? null,
    ref: readRef(saved['ref']),
    text: text('text'),
    lastRef: readRef(saved['lastRef']),
    isTold: saved['isTold'] === true,
    beganAt: asNumber(saved['beganAt']) ?? null,
    refusal: by === 'user' || by === 'hook' ? { by, feedback: asName(refusal?.['feedback']) ?? null } : null,
    isStopped: saved['isStopped'] === true,
  };
}

function pairsOf(value: unknown): [string, string][] {
  return (asArray(value) ?? []).flatMap((pair): [string, string][] => {
    const [key, text] = asArray(pair) ?? [];
    return typeof key === 'string' && typeof text === 'string' ? [[key, text]] : [];
  });
}

export class Memory {
  readonly calls = new Map<string, OpenCall>();
  /** The call of each thread that pieces of arguments belong to. */
  readonly last: Map<ThreadId, string>;
  readonly questions: Map<string, string>;
  /** What each thread's model is writing: calls of one message share it. */
  readonly steps: Map<ThreadId, string>;
  readonly linked: Set<string>;
  /** How often each id was used. */
  readonly used: Map<string, number>;
  model: string | null;
  /** The last prompt, and the last piece of arguments: both can be duplicated. */
  prompt: number | null;
  piece: string | null;
  /** The last counted tokens. */
  tokens: string | null;

  constructor(state?: unknown) {
    const saved = asObject(state) ?? {};
    for (const value of asArray(saved['calls']) ?? []) {
      const call = readCall(value);
      if (call !== undefined) this.calls.set(call.id, call);
    }
    this.last = new Map(pairsOf(saved['last']));
    this.questions = new Map(pairsOf(saved['questions']));
    this.steps = new Map(pairsOf(saved['steps']));
    this.linked = new Set(pairsOf(saved['linked']).map(([agent]) => agent));
    this.used = new Map(pairsOf(saved['used']).map(([id, times]) => [id, Number(times)]));
    this.model = asName(saved['model']) ?? null;
    this.prompt = asNumber(saved['prompt']) ?? null;
    this.piece = asString(saved['piece']) ?? null;
    this.tokens = asString(saved['tokens']) ?? null;
  }

  save(): unknown {
    return {
      calls: [...this.calls.values()],
      last: [...this.last],
      questions: [...this.questions],
      steps: [...this.steps],
      linked: [...this.linked].map((agent) => [agent, '']),
      used: [...this.used].map(([id, times]) => [id, String(times)]),
      model: this.model,
      prompt: this.prompt,
      piece: this.piece,
      tokens: this.tokens,
    };
  }

  /** Gives one use of an id the same name in a subagent's own log and where its parent's repeats it. */
  recordOf(callId: string): string {
    const times = (this.used.get(callId) ?? 0) + 1;
    this.used.set(callId, times);
    return `${callId} ${times}`;
  }
}
