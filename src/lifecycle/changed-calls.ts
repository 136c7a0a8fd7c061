// The calls whose projection may have changed since the last one, so that an append costs only what it touched.

export class ChangedCalls {
  #calls = new Set<string>();
  #everything = false;

  call(callId: string): void {
    if (!this.#everything) this.#calls.add(callId);
  }

  calls(callIds: Iterable<string> | undefined): void {
    if (callIds !== undefined && !this.#everything) for (const callId of callIds) this.#calls.add(callId);
  }

  everything(): void {
    this.#everything = true;
    this.#calls.clear();
  }

  /** Returns the calls to project again, or `all`, and starts over. */
  take(): ReadonlySet<string> | 'all' {
    const taken = this.#everything ? 'all' : this.#calls;
    this.#calls = new Set();
    this.#everything = false;
    return taken;
  }
}
