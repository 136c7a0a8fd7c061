// Owns delivering a message for certain or saying why not: again after 5xx and silence, never after 4xx.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Outbound, OutboundError, type OutboundTrouble } from './request.ts';

export interface DeliveryPlan {
  readonly attempts: number;
  readonly attemptTimeoutMs: number;
  /** Before the second attempt; doubled before each further one. */
  readonly backoffMs: number;
  /** What 429 means: "no", like every other 4xx, or "later". */
  readonly throttled: 'refused' | 'retry';
  readonly signal?: AbortSignal;
  /** Asked before each attempt, the first one included: false when there is no point any more. */
  readonly goOn?: () => boolean;
}

export type DeliveryEnd =
  | { readonly kind: 'delivered'; readonly status: number; readonly attempts: number }
  /** The other side understood and said no. */
  | { readonly kind: 'refused'; readonly status: number; readonly attempts: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly attempts: number }
  | { readonly kind: 'stopped'; readonly attempts: number };

const MAX_BACKOFF_MS = 60_000;
/** Trouble that will not pass by trying again. */
const HOPELESS: ReadonlySet<OutboundTrouble> = new Set(['bad-url', 'blocked']);

/** Between half and all of the doubled delay, so that many senders do not come back at the same moment. */
function backoff(base: number, attempt: number): number {
  const full = Math.min(MAX_BACKOFF_MS, base * 2 ** (attempt - 1));
  return full / 2 + (Math.random() * full) / 2;
}

/** What to deliver, and where. The headers are made anew for each attempt: signatures hold the time. */
export interface Message {
  readonly url: string;
  readonly body: Buffer;
  readonly headers: () => Readonly<Record<string, string>>;
}

type Attempt =
  | { readonly kind: 'delivered' | 'refused'; readonly status: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isHopeless: boolean; readonly waitS: number };

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
      ...(signal === undefined ? {} : { signal }),
    });
    if (status >= 200 && status < 300) return { kind: 'delivered', status };
    if (status < 500 && !(status === 429 && plan.throttled === 'retry')) return { kind: 'refused', status };
    return { kind: 'failed', reason: `it answered with status ${status}`, isHopeless: false, waitS: retryAfterS ?? 0 };
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'stopped' };
    if (!(error instanceof OutboundError)) throw error;
    return { kind: 'failed', reason: error.message, isHopeless: HOPELESS.has(error.trouble), waitS: 0 };
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
    const { reason, isHopeless, waitS } = attempt;
    if (isHopeless || attempts >= plan.attempts) return { kind: 'failed', reason, attempts };
    await wait(Math.min(MAX_BACKOFF_MS, Math.max(backoff(plan.backoffMs, attempts), waitS * 1000)), plan.signal);
  }
}
