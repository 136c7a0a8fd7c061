// Delivers a message with retries after 5xx and silence, never after 4xx, or says why it did not arrive. What must not
// happen twice is sent again only if it has certainly not arrived.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Outbound, OutboundError, type OutboundTrouble } from './request.ts';

export interface DeliveryPlan {
  readonly attempts: number;
  readonly attemptTimeoutMs: number;
  /** Before the second attempt; doubled for each further one. */
  readonly backoffMs: number;
  /** What 429 means: "refused", like every other 4xx, or "retry later". */
  readonly throttled: 'refused' | 'retry';
  /** Which answers mean "arrived": only 200, or every 2xx. */
  readonly acknowledged: '200' | '2xx';
  /** Receiving it twice does harm: retried only if nothing can have arrived, that is without a connection or after 503. */
  readonly isOnceOnly?: boolean;
  readonly signal?: AbortSignal;
  /** Called before each attempt, including the first: false if there is no point any more. */
  readonly goOn?: () => boolean;
}

export type DeliveryEnd =
  | { readonly kind: 'delivered'; readonly status: number; readonly attempts: number }
  /** The other side understood and refused. */
  | { readonly kind: 'refused'; readonly status: number; readonly attempts: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly attempts: number }
  /** It may have arrived, and must not be sent again to find out. */
  | { readonly kind: 'uncertain'; readonly reason: string; readonly attempts: number }
  | { readonly kind: 'stopped'; readonly attempts: number };

const MAX_BACKOFF_MS = 60_000;
/** Errors that retrying does not fix. */
const HOPELESS: ReadonlySet<OutboundTrouble> = new Set(['bad-url', 'blocked']);

/** Between half and all of the doubled delay, so that many senders do not retry at the same moment. */
function backoff(base: number, attempt: number): number {
  const full = Math.min(MAX_BACKOFF_MS, base * 2 ** (attempt - 1));
  return full / 2 + (Math.random() * full) / 2;
}

/** What to deliver, and where. Headers are made for each attempt: signatures contain the time. */
export interface Message {
  readonly url: string;
  readonly body: Buffer;
  readonly headers: () => Readonly<Record<string, string>>;
}

type Attempt =
  | { readonly kind: 'delivered' | 'refused'; readonly status: number }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly isHopeless: boolean;
      readonly mayHaveArrived: boolean;
      readonly waitS: number;
    };

/** In the protocol, 503 means that the message was not accepted; other 5xx may come from a proxy. */
const NOT_TAKEN = 503;

async function attemptOnce(outbound: Outbound, plan: DeliveryPlan, message: Message): Promise<Attempt> {
  const { signal } = plan;
  try {
    const { status, retryAfterS } = await outbound.send({
      method: 'POST',
      url: message.url,
      headers: { 'content-type': 'application/json', ...message.headers() },
      body: message.body,
      timeoutMs: plan.attemptTimeoutMs,
      maxBytes: 0,
      isAlone: plan.isOnceOnly === true,
      ...(signal === undefined ? {} : { signal }),
    });
    if (status === 200 || (plan.acknowledged === '2xx' && status > 200 && status < 300))
      return { kind: 'delivered', status };
    if (status < 500 && !(status === 429 && plan.throttled === 'retry')) return { kind: 'refused', status };
    return {
      kind: 'failed',
      reason: `it answered with status ${status}`,
      isHopeless: false,
      mayHaveArrived: status !== NOT_TAKEN,
      waitS: retryAfterS ?? 0,
    };
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'stopped' };
    if (!(error instanceof OutboundError)) throw error;
    const { trouble, mayHaveArrived } = error;
    // The reason becomes part of a sentence.
    const reason = error.message.replace(/\.$/, '');
    return { kind: 'failed', reason, isHopeless: HOPELESS.has(trouble), mayHaveArrived, waitS: 0 };
  }
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

export async function deliver(outbound: Outbound, plan: DeliveryPlan, message: Message): Promise<DeliveryEnd> {
  for (let attempts = 1; ; attempts++) {
    if (plan.signal?.aborted === true || plan.goOn?.() === false) return { kind: 'stopped', attempts: attempts - 1 };
    const attempt = await attemptOnce(outbound, plan, message);
    if (attempt.kind !== 'failed') return { ...attempt, attempts };
    const { reason, isHopeless, mayHaveArrived, waitS } = attempt;
    if (plan.isOnceOnly === true && mayHaveArrived) return { kind: 'uncertain', reason, attempts };
    if (isHopeless || attempts >= plan.attempts) return { kind: 'failed', reason, attempts };
    await wait(Math.min(MAX_BACKOFF_MS, Math.max(backoff(plan.backoffMs, attempts), waitS * 1000)), plan.signal);
  }
}
