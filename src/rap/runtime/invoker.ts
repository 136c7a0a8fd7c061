// Sends invocations to tools, after the call is stored. A refusal becomes the call's result. After silence an invocation is
// repeated only if the tool declares that this does no harm; otherwise its outcome is unknown.

import { createHash } from 'node:crypto';
import type { Credentials } from '../outbound/credentials.ts';
import { type DeliveryEnd, deliver } from '../outbound/deliver.ts';
import type { Outbound } from '../outbound/request.ts';
import type { InvocationWire } from '../protocol/messages.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';
import type { Background } from './background.ts';
import type { Limits } from './limits.ts';
import { settleCall } from './settle-call.ts';
import { noteUncertain } from './uncertain.ts';

const MAX_AT_ONCE = 64;
/** A server that does not answer must not use up all slots. */
const MAX_PER_SERVER = 16;

export interface Sending {
  readonly call: number;
  readonly endpoint: string;
  readonly invocation: InvocationWire;
  /** Whether the tool may run it twice. */
  readonly repeatable: boolean;
}

/** The same for every attempt, so that a tool can recognise a repeated invocation. */
function deliveryId({ group_id, id }: InvocationWire): string {
  return `inv_${createHash('sha256')
    .update(JSON.stringify([group_id, id]))
    .digest('base64url')}`;
}

export class Invoker {
  readonly #store: RapStore;
  readonly #outbound: Outbound;
  readonly #credentials: Credentials;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #onChange: (groupId: string) => void;
  readonly #onDeadline: (deadlineAt: number | null) => void;
  readonly #background: Background;
  /** By server; invocations waiting for a slot. */
  readonly #queues = new Map<string, Sending[]>();
  /** By server. */
  readonly #sending = new Map<string, number>();
  #total = 0;

  constructor(options: {
    store: RapStore;
    outbound: Outbound;
    credentials: Credentials;
    limits: Limits;
    background: Background;
    now: () => number;
    onChange: (groupId: string) => void;
    onDeadline: (deadlineAt: number | null) => void;
  }) {
    this.#store = options.store;
    this.#outbound = options.outbound;
    this.#credentials = options.credentials;
    this.#limits = options.limits;
    this.#background = options.background;
    this.#now = options.now;
    this.#onChange = options.onChange;
    this.#onDeadline = options.onDeadline;
  }

  send(sending: Sending): void {
    const server = parseHttpUrl(sending.endpoint)?.origin ?? '';
    const queue = this.#queues.get(server);
    if (queue === undefined) this.#queues.set(server, [sending]);
    else queue.push(sending);
    this.#fill();
  }

  /** Servers take turns. */
  #fill(): void {
    for (const [server, queue] of [...this.#queues]) {
      while (this.#total < MAX_AT_ONCE && (this.#sending.get(server) ?? 0) < MAX_PER_SERVER) {
        const next = queue.shift();
        if (next === undefined) break;
        this.#start(server, next);
      }
      this.#queues.delete(server);
      if (queue.length > 0) this.#queues.set(server, queue);
    }
  }

  #start(server: string, sending: Sending): void {
    if (this.#background.signal.aborted) return;
    this.#total++;
    this.#sending.set(server, (this.#sending.get(server) ?? 0) + 1);
    const done = (): void => {
      const left = (this.#sending.get(server) ?? 1) - 1;
      if (left === 0) this.#sending.delete(server);
      else this.#sending.set(server, left);
      this.#total--;
      this.#fill();
    };
    this.#background.run(() => this.#deliver(sending).finally(done));
  }

  /** If interrupted, it is resumed by the next start. */
  async #deliver({ call, endpoint, invocation, repeatable }: Sending): Promise<void> {
    const body = Buffer.from(JSON.stringify(invocation));
    const id = deliveryId(invocation);
    const end = await deliver(
      this.#outbound,
      {
        attempts: this.#limits.attempts,
        attemptTimeoutMs: this.#limits.attemptTimeoutMs,
        backoffMs: this.#limits.backoffMs,
        throttled: 'refused',
        acknowledged: '200',
        isOnceOnly: !repeatable,
        signal: this.#background.signal,
        // A result may arrive although the acknowledgement was lost.
        goOn: () => this.#store.calls.byNumber(call)?.state === 'pending',
      },
      { url: endpoint, body, headers: () => this.#credentials.headers(endpoint, body, id) },
    );
    if (end.kind === 'stopped') return;
    await this.#store.commit.run(() => this.#record(call, end));
    this.#onChange(invocation.group_id);
  }

  #record(call: number, end: Exclude<DeliveryEnd, { kind: 'stopped' }>): void {
    const row: CallRow | undefined = this.#store.calls.byNumber(call);
    if (row === undefined) return;
    const at = this.#now();
    const { attempts } = end;
    if (end.kind === 'delivered') {
      this.#store.calls.setDelivery(call, 'accepted');
      this.#store.journal.append(
        row.thread,
        call,
        'call-accepted',
        at,
        JSON.stringify({ status: end.status, attempts }),
      );
      return;
    }
    if (end.kind === 'uncertain') {
      this.#onDeadline(noteUncertain(this.#store, row, end.reason, at));
      return;
    }
    const delivery = end.kind === 'refused' ? 'refused' : 'unreachable';
    this.#store.calls.setDelivery(call, delivery);
    const text =
      end.kind === 'refused'
        ? refusal(end.status)
        : `Error: the tool server could not be reached after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${end.reason}. Try again later.`;
    settleCall(this.#store, call, delivery, text, at);
  }
}

/** Only 200 accepts a call: any other answer means that the tool has not accepted it. */
function refusal(status: number): string {
  return status < 300
    ? `Error: the tool server answered with HTTP status ${status} instead of 200, which does not accept the call.`
    : `Error: the tool server refused the call with HTTP status ${status}. It was not run.`;
}
