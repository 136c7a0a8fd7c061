// Runs handlers: each invocation once, each with exactly one result, whatever the handler does. Messages that do not reach
// the runtime are reported to the author.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/json.ts';
import { formatMs } from '../../base/units.ts';
import type { DeliveryEnd } from '../outbound/deliver.ts';
import type { Manifest } from '../protocol/manifest.ts';
import type { CallbackSender } from './callback-sender.ts';
import type { Invocation } from './invocation.ts';
import { type OpenChoice, ToolCall } from './tool-call.ts';
import { ToolError } from './tool-outcome.ts';

/**
 * Does the work of one tool. It returns the result: a text, a ToolOutcome, or any data, which is sent as JSON. The message
 * of a ToolError it throws is passed on to the model.
 */
export type Handler = (args: JsonObject, call: ToolCall) => unknown;

export interface RunnerOptions {
  readonly manifest: Manifest;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly openChoice: OpenChoice;
  readonly sender: CallbackSender;
  readonly timeoutMs: number | null;
  /** Must not throw. */
  readonly onError: (error: unknown, reference: string) => void;
}

const REMEMBERED = 10_000;

function keyOf(groupId: string, id: string): string {
  return JSON.stringify([groupId, id]);
}

export class ToolRunner {
  readonly #options: RunnerOptions;
  readonly #calls = new Map<string, ToolCall>();
  readonly #running = new Set<Promise<void>>();
  /** Runtimes repeat an invocation if its acknowledgement was lost: it must not run twice. */
  readonly #seen = new Set<string>();
  #isClosing = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** `wrong`: the invocation can be answered, but not run. */
  start(invocation: Invocation, wrong?: string): void {
    const key = keyOf(invocation.groupId, invocation.id);
    if (this.#seen.has(key)) return;
    const [oldest] = this.#seen;
    if (this.#seen.size >= REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.add(key);
    const { sender, openChoice } = this.#options;
    const call = new ToolCall(invocation, sender, openChoice, (what, end) => this.#report(invocation, what, end));
    this.#calls.set(key, call);
    const work: Promise<void> = this.#run(call, wrong)
      .catch((error: unknown) => this.#failInside(call, error))
      .finally(() => {
        this.#running.delete(work);
        if (!call.isSubscribed) this.#calls.delete(key);
      });
    this.#running.add(work);
  }

  /** One call, or all of a thread. */
  cancel(groupId: string, id: string | undefined): void {
    for (const [key, call] of this.#calls) {
      const { invocation } = call;
      if (invocation.groupId !== groupId || (id !== undefined && invocation.id !== id)) continue;
      call.cancel();
      this.#calls.delete(key);
    }
  }

  subscriptions(): ToolCall[] {
    return [...this.#calls.values()].filter(({ isSubscribed }) => isSubscribed);
  }

  /** Every call that has begun gets an answer before the process exits. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const finished = Promise.all([...this.#running]);
    await Promise.race([finished, pause(graceMs)]);
    for (const call of this.#calls.values()) {
      if (call.isSubscribed) await call.sendEvent('The tool server stops; the subscription ends.', { final: true });
      else await call.fail('the tool server was stopped before the call was done. Try again later.');
      call.cancel();
    }
    await this.#options.sender.idle();
    this.#options.sender.close();
  }

  async #run(call: ToolCall, malformed: string | undefined): Promise<void> {
    const { operation, arguments: args } = call.invocation;
    if (this.#isClosing) {
      await call.fail('the tool server is stopping. Try again later.');
      return;
    }
    if (malformed !== undefined) {
      await call.fail(`the invocation is malformed: ${malformed} Correct it and call again.`);
      return;
    }
    const tool = this.#options.manifest.tools.find(({ name }) => name === operation);
    const handler = Object.hasOwn(this.#options.handlers, operation) ? this.#options.handlers[operation] : undefined;
    if (tool === undefined || handler === undefined) {
      const names = this.#options.manifest.tools.map(({ name }) => name).join(', ');
      await call.fail(`there is no tool called ${operation}. Use one of: ${names}.`);
      return;
    }
    const wrong = tool.check(args);
    if (wrong !== undefined) {
      await call.fail(`the arguments do not fit: ${wrong} See the input schema of ${operation}.`);
      return;
    }
    await this.#answer(call, handler, args);
  }

  async #answer(call: ToolCall, handler: Handler, args: JsonObject): Promise<void> {
    const { timeoutMs } = this.#options;
    const limit = timeoutMs === null ? undefined : timeout(timeoutMs);
    try {
      const work = Promise.resolve().then(() => handler(args, call));
      const outcome = await (limit === undefined ? work : Promise.race([work, limit.expired]));
      await call.finish(outcome);
    } catch (error) {
      if (error instanceof ToolError) await call.fail(error.message);
      else if (!call.signal.aborted) await this.#failInside(call, error);
    } finally {
      limit?.clear();
    }
  }

  /** A result that did not arrive leaves a call pending forever: the author has to know. */
  #report(invocation: Invocation, type: string, end: DeliveryEnd): void {
    if (end.kind === 'delivered') return;
    const why =
      end.kind === 'refused'
        ? `the runtime refused it with HTTP status ${end.status}`
        : end.kind === 'stopped'
          ? 'the tool server was stopped'
          : end.reason;
    const what = `A ${type} of ${invocation.operation} (${invocation.id}) was not delivered: ${why}.`;
    this.#options.onError(new AppError('refused', what), newReference());
  }

  /** The model learns that it failed and what to do; the author learns why, under the same reference. */
  async #failInside(call: ToolCall, error: unknown): Promise<void> {
    const reference = newReference();
    this.#options.onError(error, reference);
    const { operation } = call.invocation;
    await call.fail(
      `${operation} failed inside the tool. Try again; if it fails again, report reference ${reference}.`,
    );
  }
}

function newReference(): string {
  return randomBytes(4).toString('hex');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function timeout(ms: number): { readonly expired: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ToolError(`it took longer than ${formatMs(ms)}. Try again with less to do.`)),
      ms,
    );
  });
  return { expired, clear: () => clearTimeout(timer) };
}
