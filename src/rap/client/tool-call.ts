// One call inside a tool server: what its handler may do. It ends with exactly one result.

import { AppError } from '../../base/app-error.ts';
import type { DeliveryEnd } from '../outbound/deliver.ts';
import type { CallbackSender } from './callback-sender.ts';
import type { Invocation } from './invocation.ts';
import {
  type ChoiceRequest,
  checkAuthUrl,
  choiceMessage,
  type EventOptions,
  eventMessage,
  oauthMessage,
  viewMessage,
} from './messages.ts';
import { errorMessage, resultMessage } from './tool-outcome.ts';

/** Registers an address for the user's answer, and returns the address and the answer. */
export type OpenChoice = (
  id: string,
  choices: number,
  signal: AbortSignal,
) => { readonly url: string; readonly selected: Promise<number>; withdraw(): void };

const TOO_LONG = 413;

export class ToolCall {
  readonly invocation: Invocation;
  readonly #sender: CallbackSender;
  readonly #openChoice: OpenChoice;
  readonly #onUndelivered: (what: string, end: DeliveryEnd) => void;
  readonly #abort = new AbortController();
  #result: Promise<DeliveryEnd> | undefined;
  #isSubscription = false;
  #hasEnded = false;
  /** Events sent before the result. */
  #early: ((isSubscription: boolean) => void)[] = [];

  constructor(
    invocation: Invocation,
    sender: CallbackSender,
    openChoice: OpenChoice,
    onUndelivered: (what: string, end: DeliveryEnd) => void,
  ) {
    this.invocation = invocation;
    this.#onUndelivered = onUndelivered;
    this.#sender = sender;
    this.#openChoice = openChoice;
  }

  /** Aborted when the call or its thread is cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isSubscribed(): boolean {
    return this.#isSubscription && !this.#hasEnded && !this.signal.aborted;
  }

  cancel(): void {
    this.#abort.abort(new AppError('refused', 'The call was cancelled.'));
  }

  /** Sends an event to the thread that subscribed. Sent after the confirming result, in order. */
  sendEvent(text: string, options: EventOptions = {}): Promise<DeliveryEnd> {
    if (this.#hasEnded) throw new AppError('bad-usage', 'The subscription has ended: its final event was sent.');
    if (this.signal.aborted) return Promise.resolve({ kind: 'stopped', attempts: 0 });
    const message = eventMessage(this.invocation, text, options);
    if (options.final === true) this.#hasEnded = true;
    if (this.#result !== undefined) return this.#post(message);
    return new Promise((resolve, reject) => {
      this.#early.push((isSubscription) => {
        // A call without a subscription has no receiver for events.
        if (isSubscription) this.#post(message).then(resolve, reject);
        else resolve({ kind: 'stopped', attempts: 0 });
      });
    });
  }

  /** Shows the newest state of a view next to the thread. */
  async updateView(viewType: string, content: unknown): Promise<DeliveryEnd> {
    return this.#post(viewMessage(this.invocation, viewType, content));
  }

  /** Asks the user to sign in. Wait for your own sign-in to finish, then return the result as usual. */
  async requestOAuth(authUrl: string): Promise<DeliveryEnd> {
    checkAuthUrl(authUrl);
    return this.#post(oauthMessage(this.invocation, authUrl));
  }

  /** Asks the user to choose, and waits for the answer: the index of a choice. */
  async requestChoice(request: ChoiceRequest): Promise<number> {
    const { url, selected, withdraw } = this.#openChoice(this.invocation.id, request.choices.length, this.signal);
    try {
      const asked = await this.#post(choiceMessage(this.invocation, request, url));
      if (asked.kind !== 'delivered') throw new AppError('refused', 'The runtime did not accept the question.');
      return await selected;
    } finally {
      withdraw();
    }
  }

  /** Sends the only result, from whatever a handler returned. Later ones are not sent. Throws if it cannot be serialised. */
  finish(returned: unknown): Promise<DeliveryEnd> {
    return this.#complete(resultMessage(this.invocation, returned));
  }

  fail(message: string): Promise<DeliveryEnd> {
    return this.#complete(errorMessage(this.invocation, message));
  }

  #complete(message: Record<string, unknown>): Promise<DeliveryEnd> {
    if (this.#result !== undefined) return this.#result;
    if (this.signal.aborted) return Promise.resolve({ kind: 'stopped', attempts: 0 });
    this.#isSubscription = message['subscription'] === true;
    this.#result = this.#deliver(message);
    const early = this.#early;
    this.#early = [];
    for (const settle of early) settle(this.#isSubscription);
    return this.#result;
  }

  /** A result that is too long, for the runtime or to be serialised, is not accepted: an error is sent instead. */
  async #deliver(message: Record<string, unknown>): Promise<DeliveryEnd> {
    const end = await this.#post(message).catch((error: unknown): DeliveryEnd => {
      const failed = {
        kind: 'failed',
        reason: error instanceof Error ? error.message : 'unknown',
        attempts: 0,
      } as const;
      this.#onUndelivered(String(message['type']), failed);
      return failed;
    });
    const isUnwritable = end.kind === 'failed' && end.attempts === 0;
    if (!isUnwritable && (end.kind !== 'refused' || end.status !== TOO_LONG)) return end;
    this.#isSubscription = false;
    return this.#post(errorMessage(this.invocation, 'the result was too long to be sent. Ask for less.'));
  }

  async #post(message: Record<string, unknown>): Promise<DeliveryEnd> {
    const end = await this.#sender.send(this.invocation.groupId, this.invocation.callbackUrl, message);
    if (end.kind !== 'delivered' && !this.signal.aborted) this.#onUndelivered(String(message['type']), end);
    return end;
  }
}
