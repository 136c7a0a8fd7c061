// Waits for users' answers to choices: one address per question, valid for one answer, which may be repeated.

import { randomBytes } from 'node:crypto';
import { asObject } from '../../base/json.ts';
import type { OpenChoice } from './tool-call.ts';

interface Open {
  readonly id: string;
  readonly choices: number;
  answer(selected: number): void;
}

export type ChoiceReply = { readonly status: 200 | 400 | 404; readonly error?: string };

const REMEMBERED = 10_000;

export class WaitingChoices {
  readonly #address: (token: string) => string;
  readonly #open = new Map<string, Open>();
  /** Answers by token: a runtime that missed the acknowledgement sends its answer again. */
  readonly #answered = new Map<string, string>();

  constructor(address: (token: string) => string) {
    this.#address = address;
  }

  readonly open: OpenChoice = (id, choices, signal) => {
    const token = randomBytes(24).toString('base64url');
    const withdraw = (): void => {
      this.#open.delete(token);
    };
    const selected = new Promise<number>((resolve, reject) => {
      this.#open.set(token, { id, choices, answer: resolve });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
    // A question withdrawn before its answer is awaited must not cause an unhandled rejection.
    selected.catch(() => undefined);
    return { url: this.#address(token), selected, withdraw };
  };

  /** Takes the answer to the question with this token. */
  answer(token: string, body: unknown): ChoiceReply {
    const open = this.#open.get(token);
    const { id, selected } = asObject(body) ?? {};
    const answer = JSON.stringify([id, selected]);
    if (this.#answered.get(token) === answer) return { status: 200 };
    if (open === undefined) return { status: 404, error: 'This question is not open.' };
    const isChoice = typeof selected === 'number' && Number.isInteger(selected) && selected >= 0;
    if (id !== open.id || !isChoice || selected >= open.choices)
      return { status: 400, error: 'The answer needs the id of the call and the number of a choice.' };
    this.#open.delete(token);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size >= REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
    this.#answered.set(token, answer);
    open.answer(selected);
    return { status: 200 };
  }
}
