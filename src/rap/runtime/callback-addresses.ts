// Cache of callback addresses of pending calls, up to a limit. An address never changes, so a cached one is as good as the
// row itself.

import type { AddressRow, RapCalls } from '../store/rap-calls.ts';

const MAX_KEPT = 32_768;

export class CallbackAddresses {
  readonly #calls: RapCalls;
  readonly #kept = new Map<string, AddressRow>();

  constructor(calls: RapCalls) {
    this.#calls = calls;
  }

  remember(address: AddressRow): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(address.selector, address);
  }

  find(selector: string): AddressRow | undefined {
    return this.#kept.get(selector) ?? this.#calls.byAddress(selector);
  }

  /** The call has its result: further messages are rare. */
  forget({ selector }: AddressRow): void {
    this.#kept.delete(selector);
  }
}
