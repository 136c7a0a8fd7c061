// Handles a callback: authenticates it, parses it, decides whether to accept it, and stores it before answering 200.

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { asString, isObject } from '../../base/json.ts';
import type { CallbackMessage } from '../protocol/messages.ts';
import { type ParsedBody, parseBody } from '../protocol/parse-body.ts';
import { Malformed, parseCallback } from '../protocol/parse-callback.ts';
import { redact } from '../protocol/secrets.ts';
import { verifyWebhook, type WebhookKey, webhookHeaders } from '../protocol/standard-webhooks.ts';
import type { AddressRow } from '../store/rap-calls.ts';
import { type RejectionRow, UNAUTHENTICATED } from '../store/rap-rejections.ts';
import type { RapStore } from '../store/rap-store.ts';
import { acceptCallback, type Decision } from './accept-callback.ts';
import type { CallbackAddresses } from './callback-addresses.ts';
import { verifyCapability } from './capability.ts';
import type { Limits } from './limits.ts';
import { RateLimit } from './rate-limit.ts';

/** The answer to the sender. */
export interface Reply {
  readonly status: number;
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message?: string;
  readonly retryAfterS?: number;
}

export interface ReceiverOptions {
  readonly limits: Limits;
  readonly eventThreads: boolean;
  readonly webhookKeys: readonly WebhookKey[];
  /** Reject unsigned messages. Otherwise signatures are checked if present. */
  readonly requireSignature: boolean;
  /** `refuse`: 404, 409 and 410. `accept`: 200 also for messages that are not accepted, as some runtimes do. */
  readonly unmatched: 'refuse' | 'accept';
  readonly now: () => number;
  /** Called after a message was accepted and stored. */
  readonly onAccepted: (address: AddressRow, message: CallbackMessage, subscriptionRefused: boolean) => void;
}

/** The same answer for every invalid address, so that nothing can be learned by trying. */
const UNKNOWN_ADDRESS: Reply = { status: 401, code: UNAUTHENTICATED, message: 'This callback address is not valid.' };
const NOT_STORED: Reply = {
  status: 503,
  code: 'not-stored',
  message: 'The message could not be stored.',
  retryAfterS: 5,
};
const ACCEPTED: Reply = { status: 200, code: 'accepted' };
const KEPT_BODY = 4096;
/** Statuses of messages that match no call. Malformed messages are always rejected: the tool has to know. */
const UNMATCHED: ReadonlySet<number> = new Set([404, 409, 410]);

export class CallbackReceiver {
  readonly #store: RapStore;
  readonly #addresses: CallbackAddresses;
  readonly #options: ReceiverOptions;
  readonly #perCall: RateLimit;
  readonly #perStranger: RateLimit;

  constructor(store: RapStore, addresses: CallbackAddresses, options: ReceiverOptions) {
    this.#store = store;
    this.#addresses = addresses;
    this.#options = options;
    this.#perCall = new RateLimit(options.limits.callbackRate);
    this.#perStranger = new RateLimit(options.limits.strangerRate);
  }

  /** The call that this address may answer, before a byte of the body is read. */
  authenticate(token: string, sender: string): AddressRow | Reply {
    const { now } = this.#options;
    const address = verifyCapability(token, (selector) => this.#addresses.find(selector));
    if (address === undefined) {
      const waitS = this.#perStranger.take(sender, now());
      if (waitS > 0) return { status: 429, code: 'too-many-attempts', retryAfterS: waitS };
      this.reject(UNKNOWN_ADDRESS, 0);
      return UNKNOWN_ADDRESS;
    }
    return address;
  }

  receive(address: AddressRow, headers: IncomingHttpHeaders, bytes: Buffer): Promise<Reply> {
    const reply = this.#inspect(address, headers, bytes);
    return reply instanceof Promise ? reply : Promise.resolve(reply);
  }

  /** Answers at once where the store is not needed. */
  #inspect(address: AddressRow, headers: IncomingHttpHeaders, bytes: Buffer): Reply | Promise<Reply> {
    const { now, webhookKeys, requireSignature, limits } = this.#options;
    const signed = webhookHeaders(headers);
    if (requireSignature || (webhookKeys.length > 0 && signed.signature !== undefined)) {
      const wrong = verifyWebhook(signed, bytes, webhookKeys, now());
      if (wrong !== undefined) {
        this.reject({ status: 401, code: 'bad-signature' }, bytes.length, address);
        return { status: 401, code: 'bad-signature', message: 'The signature of the request is missing or wrong.' };
      }
    }
    let body: ParsedBody | undefined;
    let message: CallbackMessage;
    try {
      body = parseBody(bytes);
      message = parseCallback(body.value);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const reply = { status: 400, code: error.code, message: error.message };
      this.reject(
        reply,
        bytes.length,
        address,
        body ?? { text: bytes.toString('latin1', 0, KEPT_BODY * 2), value: null },
      );
      return reply;
    }
    // Results are never rate-limited: a call has only one, and its sender may give up after a rejection.
    const waitS = message.type === 'tool_result' ? 0 : this.#perCall.take(address.call, now());
    if (waitS > 0)
      return {
        status: 503,
        code: 'too-many-callbacks',
        message: 'Too many callbacks for this call.',
        retryAfterS: waitS,
      };
    if (this.#store.commit.waiting >= limits.maxWaiting) return { status: 503, code: 'busy', retryAfterS: 1 };
    return this.#commit(address, message, body, bytes.length, deliveryId(signed.id));
  }

  /** Logs a rejected message. Not awaited: the answer does not depend on it. */
  reject(reply: Reply, bytes: number, address?: AddressRow, body?: ParsedBody): void {
    const { commit, rejections } = this.#store;
    if (commit.waiting >= this.#options.limits.maxWaiting) return;
    // Made now, so that a long body is not kept in memory until the disk is ready.
    const row = this.#rejection(reply, bytes, address, body);
    commit.run(() => rejections.insert(row)).catch(() => undefined);
  }

  #commit(
    address: AddressRow,
    message: CallbackMessage,
    body: ParsedBody,
    bytes: number,
    webhookId: string | null,
  ): Promise<Reply> {
    const { limits, eventThreads, now, onAccepted, unmatched } = this.#options;
    const arrival = { address, message, body: body.text, webhookId, at: now() };
    return new Promise((resolve) => {
      let decision: Decision | undefined;
      this.#store.commit.add({
        run: () => {
          decision = acceptCallback(this.#store, { ...limits, eventThreads }, arrival);
          if (decision.kind !== 'accepted' && decision.kind !== 'held')
            this.#store.rejections.insert(this.#rejection(replyTo(decision), bytes, address, body));
        },
        done: () => {
          if (decision === undefined) return;
          const reply = replyTo(decision);
          resolve(unmatched === 'accept' && UNMATCHED.has(reply.status) ? { ...reply, status: 200 } : reply);
          if (decision.kind === 'accepted') onAccepted(address, message, decision.subscriptionRefused);
        },
        // Whatever the reason, the sender has to retry: only it has the message.
        failed: () => resolve(NOT_STORED),
      });
    });
  }

  #rejection(
    reply: Reply,
    bytes: number,
    address: AddressRow | undefined,
    body: ParsedBody | undefined,
  ): Omit<RejectionRow, 'rejection'> {
    const claimed = isObject(body?.value) ? body.value : {};
    const claim = (...fields: string[]): string | null => {
      for (const field of fields) {
        const value = asString(claimed[field]);
        if (value !== undefined) return redact(value, 512);
      }
      return null;
    };
    return {
      at: this.#options.now(),
      reason: reply.code,
      status: reply.status,
      groupId: claim('group_id') ?? address?.groupId ?? null,
      id: claim('id', 'tool_call_id') ?? address?.id ?? null,
      type: claim('type'),
      bytes,
      body: body === undefined ? null : redact(body.text, KEPT_BODY),
    };
  }
}

/** The delivery id, or its hash if it is long. */
function deliveryId(id: string | undefined): string | null {
  if (id === undefined) return null;
  return id.length <= 128 ? id : hash('sha256', id, 'base64url');
}

function replyTo(decision: Decision): Reply {
  switch (decision.kind) {
    case 'accepted':
      return decision.subscriptionRefused
        ? { status: 200, code: 'subscription-refused', message: 'The thread has too many subscriptions.' }
        : ACCEPTED;
    case 'held':
      return {
        status: 200,
        code: 'held',
        message: 'The event is kept until the result of its call says subscription.',
      };
    case 'duplicate':
      return { status: 200, code: decision.conflict ? 'conflict' : 'duplicate' };
    case 'refused':
      return { status: decision.status, code: decision.reason, message: decision.message };
  }
}
