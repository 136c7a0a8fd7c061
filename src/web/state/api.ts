// Requests to the server: the app's only client, and questions as signals that can be asked again.

import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Client } from '../../api/client.ts';
import { paths } from '../../api/paths.ts';
import { FRESH_IN_HEADER, SEQ_HEADER } from '../../api/seq-header.ts';
import { asError } from './as-error.ts';

/** The change that the event stream began after; undefined before it begins. */
export const streamStart = signal<number | undefined>(undefined);

/** The change number that the oldest answer is true for, of those that were asked for before the event stream began. */
export const oldestAnswer = signal(Number.POSITIVE_INFINITY);

/** Counts answers that a change had made old, each once there is a newer one: they are to be asked for again. */
export const olderAnswers = signal(0);

/** A browser that was signed out reloads the page, which then says how to sign in. */
export async function ask(url: string, options: RequestInit): Promise<Response> {
  // Later on a lower number only says that a new index was begun, which the stream tells.
  const isEarly = streamStart.peek() === undefined;
  const reply = await fetch(url, options);
  if (reply.status === 401) location.reload();
  const seq = reply.headers.get(SEQ_HEADER);
  const freshInMs = Number(reply.headers.get(FRESH_IN_HEADER) ?? 0);
  if (freshInMs > 0) setTimeout(() => olderAnswers.value++, freshInMs);
  if (isEarly && seq !== null) oldestAnswer.value = Math.min(oldestAnswer.value, Number(seq));
  return reply;
}

export const api = new Client<AbortSignal>(paths, ask);

export interface Asked<Answer> {
  /** The last answer; it stays while the next one is loading. */
  readonly answer: Answer | undefined;
  readonly error: Error | undefined;
  readonly isAsking: boolean;
}

export interface Question<Answer> {
  readonly state: Signal<Asked<Answer>>;
  /** Asks again, and keeps the old answer until the new one arrives. */
  again(): void;
}

class Asking<Answer> implements Question<Answer> {
  readonly state = signal<Asked<Answer>>({ answer: undefined, error: undefined, isAsking: true });
  readonly #ask: (signal: AbortSignal) => Promise<Answer>;
  #current: AbortController | undefined;
  #isDue = false;

  constructor(ask: (signal: AbortSignal) => Promise<Answer>) {
    this.#ask = ask;
  }

  again(): void {
    // One request at a time: changes meanwhile lead to one more request afterwards.
    if (this.#current !== undefined) {
      this.#isDue = true;
      return;
    }
    const controller = new AbortController();
    this.#current = controller;
    this.state.value = { ...this.state.value, isAsking: true };
    this.#ask(controller.signal)
      .then(
        (answer) => ({ answer, error: undefined }),
        (error: unknown) => ({
          answer: this.state.value.answer,
          error: asError(error),
        }),
      )
      .then((outcome) => {
        if (controller.signal.aborted) return;
        this.#current = undefined;
        this.state.value = { ...outcome, isAsking: this.#isDue };
        if (this.#isDue) {
          this.#isDue = false;
          this.again();
        }
      });
  }

  stop(): void {
    this.#current?.abort();
    this.#current = undefined;
    this.#isDue = false;
  }
}

/** Asks when the component mounts and whenever one of `inputs` changes. */
export function useQuestion<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
): Question<Answer> {
  const asking = useMemo(() => new Asking(ask), inputs);
  useEffect(() => {
    asking.again();
    return () => asking.stop();
  }, [asking]);
  return asking;
}
