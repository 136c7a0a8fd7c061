// Shared by the probes of a runtime: new calls in threads of their own, messages about them, and waiting. A runtime may be
// slow: what should appear is awaited up to a deadline, and what should not is judged after a later message of the same
// thread has appeared.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import type { Verdict } from './finding.ts';
import { type ProbeAnswer, probe, probeJson } from './http-probe.ts';
import type { ModelEntry, PendingCall, RuntimeDriver } from './runtime-driver.ts';

export type RuntimeProbe = (kit: RuntimeKit) => Promise<Verdict>;
type Fields = Readonly<Record<string, unknown>>;

export interface KitOptions {
  /** How long something may take to appear. */
  readonly deadlineMs: number;
  readonly maxCallbacks: number;
}

const POLL_MS = 25;
/** Used where nothing else shows that a message was processed. */
const QUIET_MS = 400;
const MAX_REPEATS = 5;

/** The smallest result that a runtime accepts: the first of these, unless it breaks a rule. */
const SHAPES: readonly { readonly name: 'minimal' | 'null-id' | 'full' | 'json'; readonly fields: Fields }[] = [
  { name: 'minimal', fields: {} },
  { name: 'null-id', fields: { call_id: null } },
  { name: 'full', fields: { call_id: 'second', display_as: [], subscription: false } },
  { name: 'json', fields: { call_id: 'second', text: '{"ok": true}' } },
];

export class RuntimeKit {
  readonly driver: RuntimeDriver;
  readonly deadlineMs: number;
  readonly maxCallbacks: number;
  readonly #run = randomBytes(6).toString('hex');
  #shape: (typeof SHAPES)[number] | undefined = SHAPES[0];
  readonly #markers = new Set<string>();
  #threads = 0;
  #calls = 0;

  constructor(driver: RuntimeDriver, { deadlineMs, maxCallbacks }: KitOptions) {
    this.driver = driver;
    this.maxCallbacks = maxCallbacks;
    this.deadlineMs = deadlineMs;
  }

  /** Finds out which results the runtime accepts at all. Undefined: none. */
  async calibrate(): Promise<(typeof SHAPES)[number]['name'] | undefined> {
    for (const shape of SHAPES) {
      this.#shape = shape;
      const call = await this.pending();
      await this.post(call, this.result(call));
      if (await this.appears(call)) return shape.name;
    }
    this.#shape = undefined;
    return undefined;
  }

  get takesResults(): boolean {
    return this.#shape !== undefined;
  }

  newGroup(): string {
    return `conformance-${this.#run}-${++this.#threads}`;
  }

  pending(groupId = this.newGroup(), fields: { id?: string; callId?: string } = {}): Promise<PendingCall> {
    const id = fields.id ?? `call-${this.#run}-${++this.#calls}`;
    const callId = fields.callId ?? (this.#shape?.fields['call_id'] === 'second' ? 'second' : undefined);
    return this.driver.register({ groupId, id, ...(callId === undefined ? {} : { callId }) });
  }

  result(call: PendingCall, fields: Fields = {}): Record<string, unknown> {
    const base = { type: 'tool_result', group_id: call.groupId, id: call.id, text: 'conformance result' };
    return { ...base, ...this.#shape?.fields, ...fields };
  }

  event(call: PendingCall, text: string, fields: Fields = {}): Record<string, unknown> {
    const base = { type: 'subscription_event', group_id: call.groupId, tool_call_id: call.id, text };
    // Associative, because what a runtime does in other threads cannot be seen here.
    return { ...base, associative: true, ...fields };
  }

  /** Retries after 5xx, as a tool would: a runtime may ask even the kit to slow down. */
  async post(
    call: PendingCall,
    message: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ProbeAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await probeJson(call.callbackUrl, message, headers);
      if ((answer.status !== 503 && answer.status !== 429) || attempt >= MAX_REPEATS) return answer;
      await sleep(Math.min(5000, Number(answer.retryAfter ?? 0) * 1000 || 200));
    }
  }

  postOnce(call: PendingCall, message: unknown): Promise<ProbeAnswer> {
    return probeJson(call.callbackUrl, message);
  }

  /** The status; 0 where the runtime closed the connection. */
  postRaw(call: PendingCall, body: string | Buffer): Promise<Pick<ProbeAnswer, 'status'>> {
    return probe('POST', call.callbackUrl, body, { 'content-type': 'application/json' }).catch(() => ({ status: 0 }));
  }

  results(call: PendingCall): Promise<ModelEntry[]> {
    return this.driver.results(call.groupId);
  }

  /** Results of one call. */
  async resultsOf(call: PendingCall): Promise<ModelEntry[]> {
    return (await this.results(call)).filter(({ type, id }) => type === 'tool_result' && id === call.id);
  }

  /** Waits until the condition holds. False when it did not in time. */
  async waitFor(condition: () => Promise<boolean>, deadlineMs = this.deadlineMs): Promise<boolean> {
    const end = performance.now() + deadlineMs;
    for (;;) {
      if (await condition()) return true;
      if (performance.now() >= end) return false;
      await sleep(POLL_MS);
    }
  }

  /** Waits until the call has a result. */
  appears(call: PendingCall): Promise<boolean> {
    return this.waitFor(async () => (await this.resultsOf(call)).length > 0);
  }

  /** Waits until an entry with this text is in the thread. */
  shows(call: PendingCall, text: string): Promise<boolean> {
    return this.waitFor(async () => (await this.results(call)).some((entry) => entry.text === text));
  }

  /**
   * Waits until everything sent to the thread so far has been processed: messages of a thread are processed in order, so a
   * later result that appears proves it. Where a thread can have only one call, it waits for some time instead.
   */
  async settled(groupId: string): Promise<void> {
    try {
      const marker = await this.pending(groupId);
      this.#markers.add(marker.id);
      await this.post(marker, this.result(marker));
      if (marker.groupId === groupId && (await this.appears(marker))) return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    await sleep(QUIET_MS);
  }

  /** Entries of the thread that are not results of the calls that `settled` made. */
  async entriesOf(call: PendingCall): Promise<ModelEntry[]> {
    return (await this.results(call)).filter(({ type, id }) => type !== 'status' && !this.#markers.has(id));
  }
}
