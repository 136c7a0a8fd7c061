// Owns calling a tool for the check: which calls are made, and everything that came back for each.

import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Manifest } from '../protocol/manifest.ts';
import type { CallbackCatcher, Caught } from './callback-catcher.ts';
import { probeJson } from './http-probe.ts';
import { sampleArguments } from './sample-arguments.ts';

export interface ToolCallPlan {
  readonly operation: string;
  readonly arguments: JsonObject;
}

/** One invocation, and what it led to. */
export interface ToolRun {
  readonly plan: ToolCallPlan;
  readonly purpose: 'result' | 'unknown-operation' | 'bad-arguments' | 'retry' | 'no-retry';
  readonly groupId: string;
  readonly id: string;
  readonly callId: string;
  /** Of the invocation itself. */
  readonly status: number;
  readonly caught: readonly Caught[];
}

export interface SessionOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export function endsCall({ message }: Caught): boolean {
  return message['type'] === 'tool_result';
}

/** A tool that asks the person something has answered as well as it can without one. */
export function isAnswer(caught: Caught): boolean {
  return endsCall(caught) || caught.message['type'] === 'oauth' || caught.message['type'] === 'user_choice';
}

/** What to call when nobody says: what changes nothing first, what destroys never. */
export function planCalls(manifest: Manifest): ToolCallPlan[] {
  return manifest.tools
    .filter(({ annotations }) => !annotations.destructive)
    .sort((a, b) => Number(b.annotations.readOnly) - Number(a.annotations.readOnly))
    .slice(0, 5)
    .map(({ name, inputSchema }) => ({ operation: name, arguments: sampleArguments(inputSchema) }));
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

  async run(
    plan: ToolCallPlan,
    purpose: ToolRun['purpose'],
    answer: ((n: number) => number) | undefined,
    isDone: (caught: readonly Caught[]) => boolean,
    lingerMs: number,
  ): Promise<ToolRun> {
    const id = `kit-${this.#run}-${++this.#calls}`;
    const groupId = `conformance-${this.#run}`;
    const callId = `second-${id}`;
    if (answer !== undefined) this.#catcher.answerWith(id, answer);
    const callback_url = this.#catcher.urlFor(id);
    const invocation = { ...plan, id, call_id: callId, group_id: groupId, callback_url };
    const { status } = await probeJson(this.#options.endpoint, invocation, this.#options.headers);
    // A call that was refused leads to nothing, and need not be waited for.
    const isRefused = status >= 400 && status < 500;
    await this.#catcher.until(id, isDone, isRefused ? 0 : this.#options.timeoutMs);
    // What should not come has to be waited for.
    if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs));
    return { plan, purpose, groupId, id, callId, status, caught: this.#catcher.caught(id) };
  }

  pathOf({ id }: ToolRun): string {
    return this.#catcher.pathFor(id);
  }
}
