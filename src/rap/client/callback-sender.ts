// Posts messages to a callback address: in order per thread, retried with the same id after 5xx and silence.

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressPolicy } from '../outbound/address-policy.ts';
import { type DeliveryEnd, deliver } from '../outbound/deliver.ts';
import { Outbound } from '../outbound/request.ts';
import { parseWebhookKey, signWebhook, type WebhookKey } from '../protocol/standard-webhooks.ts';

export interface SenderOptions {
  /** Non-public addresses that may be posted to: `loopback`, `private`, CIDR ranges. */
  readonly allow?: readonly string[];
  /** `whsec_…` or `whsk_…`: messages are signed (Standard Webhooks). */
  readonly webhookKeys?: readonly string[];
  readonly attempts?: number;
  readonly attemptTimeoutMs?: number;
  readonly backoffMs?: number;
}

const LOOK_UP_MS = 500;

export class CallbackSender {
  readonly #outbound: Outbound;
  readonly #keys: readonly WebhookKey[];
  readonly #options: SenderOptions;
  /** The last message of each thread that is being sent. */
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #stop = new AbortController();

  constructor(options: SenderOptions = {}) {
    this.#options = options;
    setMaxListeners(0, this.#stop.signal);
    this.#outbound = new Outbound(new AddressPolicy(options.allow ?? []));
    this.#keys = (options.webhookKeys ?? []).map(parseWebhookKey);
  }

  /** Throws if messages may not be posted to this address: a call that cannot be answered should not be run. */
  async check(url: string): Promise<void> {
    // The acknowledgement of a call must not wait for a slow DNS lookup.
    await Promise.race([this.#outbound.check(url), sleep(LOOK_UP_MS, undefined, { ref: false })]);
  }

  /** Sends after everything that was queued for the same thread before. */
  send(groupId: string, url: string, message: Readonly<Record<string, unknown>>): Promise<DeliveryEnd> {
    const before = this.#tails.get(groupId) ?? Promise.resolve();
    const sent = before.then(() => this.#deliver(url, message));
    const tail = sent
      .catch(() => undefined)
      .finally(() => {
        if (this.#tails.get(groupId) === tail) this.#tails.delete(groupId);
      });
    this.#tails.set(groupId, tail);
    return sent;
  }

  /** Resolves when nothing is being sent any more. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all([...this.#tails.values()]);
  }

  close(): void {
    this.#stop.abort();
    this.#outbound.close();
  }

  #deliver(url: string, message: Readonly<Record<string, unknown>>): Promise<DeliveryEnd> {
    const body = Buffer.from(JSON.stringify(message));
    const id = `msg_${randomUUID()}`;
    const headers = (): Record<string, string> => {
      if (this.#keys.length === 0) return { 'webhook-id': id };
      const { timestamp, signature } = signWebhook(id, body, this.#keys, Date.now());
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    };
    const plan = {
      attempts: this.#options.attempts ?? 12,
      attemptTimeoutMs: this.#options.attemptTimeoutMs ?? 15_000,
      backoffMs: this.#options.backoffMs ?? 500,
      throttled: 'retry',
      acknowledged: '2xx',
      signal: this.#stop.signal,
    } as const;
    return deliver(this.#outbound, plan, { url, body, headers });
  }
}
