// Calls a tool for the check: which calls are made, what came back for each, and the answers to notices.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asNumber, asString, type JsonObject } from '../../base/json.ts';
import type { Manifest } from '../protocol/manifest.ts';
import { below, parseHttpUrl } from '../protocol/parse-url.ts';
import type { CallbackCatcher, Caught } from './callback-catcher.ts';
import { probeJson } from './http-probe.ts';
import { sampleArguments } from './sample-arguments.ts';

export interface ToolCallPlan {
  readonly operation: string;
  readonly arguments: JsonObject;
}

export type Purpose = 'result' | 'held' | 'unknown-operation' | 'bad-arguments' | 'retry' | 'no-retry';

/** One invocation, and what it led to. */
export interface ToolRun {
  readonly plan: ToolCallPlan;
  readonly purpose: Purpose;
  readonly groupId: string;
  readonly id: string;
  readonly callId: string;
  /** Of the invocation itself; 0 when it was not acknowledged. */
  readonly status: number;
  readonly ackMs: number;
  readonly ackAtMs: number;
  /** When the kit cancelled it, if it did. */
  readonly cancelledAtMs: number | null;
  readonly caught: readonly Caught[];
}

/** The answer to a notice, and to an address that cannot exist. */
export interface NoticeAnswer {
  readonly status: number;
  readonly isMissing: boolean;
}

export interface SessionOptions {
  readonly base: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** How long the kit delays its answer to a callback, to see whether the acknowledgement waits for it. */
export const HOLD_MS = 700;
const ACK_TIMEOUT_MS = 15_000;
/** How long a subscription is watched. */
const EVENTS_MS = 2000;
const AFTER_FINAL_MS = 400;
const NO_SUCH_PATH = 'conformance_no_such_path';

export function endsCall({ message }: Caught): boolean {
  return message['type'] === 'tool_result';
}

const isEvent = ({ message }: Caught): boolean => message['type'] === 'subscription_event';

/** A tool that asks the user to sign in has answered as well as it can. */
export function isAnswer(caught: Caught): boolean {
  return endsCall(caught) || caught.message['type'] === 'oauth';
}

/** What to call by default: read-only tools first, destructive ones never. */
export function planCalls(manifest: Manifest): ToolCallPlan[] {
  return manifest.tools
    .filter(({ annotations }) => !annotations.destructive)
    .sort((a, b) => Number(b.annotations.readOnly) - Number(a.annotations.readOnly))
    .slice(0, 5)
    .map(({ name, inputSchema }) => ({ operation: name, arguments: sampleArguments(inputSchema) }));
}

export interface RunOptions {
  readonly purpose: Purpose;
  readonly answer?: (n: number) => number;
  readonly isDone?: (caught: readonly Caught[]) => boolean;
  /** How long to wait for messages that should not come. */
  readonly lingerMs: number;
}

export class ToolSession {
  readonly #catcher: CallbackCatcher;
  readonly #options: SessionOptions;
  readonly #run = randomBytes(6).toString('hex');
  #calls = 0;

  constructor(catcher: CallbackCatcher, options: SessionOptions) {
    this.#catcher = catcher;
    this.#options = options;
  }

  get groupId(): string {
    return `conformance-${this.#run}`;
  }

  async run(plan: ToolCallPlan, { purpose, answer, isDone, lingerMs }: RunOptions): Promise<ToolRun> {
    const id = `kit-${this.#run}-${++this.#calls}`;
    const { groupId } = this;
    const callId = `second-${id}`;
    if (answer !== undefined) this.#catcher.answerWith(id, answer);
    if (purpose === 'held') this.#catcher.hold(id, HOLD_MS);
    const invocation = { ...plan, id, call_id: callId, group_id: groupId, callback_url: this.#catcher.urlFor(id) };
    const started = performance.now();
    const { headers, endpoint, timeoutMs } = this.#options;
    const status = await probeJson(endpoint, invocation, headers, ACK_TIMEOUT_MS).then(
      (acknowledged) => acknowledged.status,
      () => 0,
    );
    const ackAtMs = performance.now();
    // A rejected call leads to nothing, and is not waited for.
    await this.#answered(id, isDone ?? ((caught) => caught.some(isAnswer)), status === 200 ? timeoutMs : 0);
    let cancelledAtMs: number | null = null;
    if (this.#catcher.caught(id).some(({ message }) => message['subscription'] === true)) {
      const isOver = (caught: readonly Caught[]): boolean => caught.some(({ message }) => message['final'] === true);
      const caught = await this.#catcher.until(id, isOver, EVENTS_MS);
      if (!isOver(caught)) {
        await this.#post('cancel_tool_call', { thread_id: groupId, tool_call_id: id });
        cancelledAtMs = performance.now();
      }
      await sleep(AFTER_FINAL_MS * 2);
    }
    if (lingerMs > 0) await sleep(lingerMs);
    const caught = [...this.#catcher.caught(id)];
    return { plan, purpose, groupId, id, callId, status, ackMs: ackAtMs - started, ackAtMs, cancelledAtMs, caught };
  }

  /** Sends a notice about calls and threads that never existed. */
  async notice(path: 'cancel_tool_call' | 'close_thread', body: JsonObject): Promise<NoticeAnswer> {
    const answer = await this.#post(path, body);
    if (answer.status === 200) return { status: 200, isMissing: false };
    const missing = await this.#post(NO_SUCH_PATH, body);
    const same = (text: string): string => text.replaceAll(path, '').replaceAll(NO_SUCH_PATH, '');
    return {
      status: answer.status,
      isMissing: missing.status === answer.status && same(missing.text) === same(answer.text),
    };
  }

  pathOf({ id }: ToolRun): string {
    return this.#catcher.pathFor(id);
  }

  /** Waits for an answer; questions on the way are answered with their default. */
  async #answered(id: string, isDone: (caught: readonly Caught[]) => boolean, timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    const answered = new Set<Caught>();
    const open = (caught: readonly Caught[]): Caught | undefined =>
      caught.find((one) => one.message['type'] === 'user_choice' && !answered.has(one));
    for (;;) {
      const left = end - performance.now();
      const caught = await this.#catcher.until(id, (all) => isDone(all) || open(all) !== undefined, left);
      const question = open(caught);
      if (question === undefined || isDone(caught)) return;
      answered.add(question);
      const url = asString(question.message['response_url']) ?? '';
      const selected = asNumber(question.message['default']) ?? 0;
      if (parseHttpUrl(url) !== undefined) await probeJson(url, { id, selected }).catch(() => undefined);
    }
  }

  #post(path: string, body: JsonObject): Promise<{ readonly status: number; readonly text: string }> {
    return probeJson(below(this.#options.base, path), body, this.#options.headers).catch(() => ({
      status: 0,
      text: '',
    }));
  }
}

/** Events that came after the final one. */
export function eventsAfterFinal({ caught }: ToolRun): readonly Caught[] {
  const final = caught.findIndex((one) => isEvent(one) && one.message['final'] === true);
  return final === -1 ? [] : caught.slice(final + 1).filter(isEvent);
}

/** Events that came after the cancel, with some time for those already being sent. */
export function eventsAfterCancel({ caught, cancelledAtMs }: ToolRun): readonly Caught[] {
  return cancelledAtMs === null
    ? []
    : caught.filter((one) => isEvent(one) && one.atMs > cancelledAtMs + AFTER_FINAL_MS);
}
