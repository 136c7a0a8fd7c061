// Hands items out of a transaction one at a time: the producer inside it waits until the consumer outside has taken each.

/** No one takes any more. */
class NoOne extends Error {}

export class Handover<Item> {
  #given: { readonly item: Item; readonly taken: () => void; readonly refused: (error: Error) => void } | undefined;
  #wake: () => void = () => undefined;
  #ended: { readonly error: unknown } | undefined;
  #isClosed = false;

  /** Waits until it is taken. */
  async give(item: Item): Promise<void> {
    if (this.#isClosed) throw new NoOne('No one waits for an answer any more.');
    await new Promise<void>((taken, refused) => {
      this.#given = { item, taken, refused };
      this.#wake();
    });
  }

  /** Nothing comes any more; with an error, because of that. */
  end(error?: unknown): void {
    this.#ended = { error };
    this.#wake();
  }

  /** Nothing is taken any more. */
  close(): void {
    this.#isClosed = true;
    this.#given?.refused(new NoOne('No one waits for an answer any more.'));
    this.#given = undefined;
  }

  async *taken(): AsyncGenerator<Item> {
    for (;;) {
      const given = this.#given;
      if (given !== undefined) {
        this.#given = undefined;
        try {
          yield given.item;
        } finally {
          given.taken();
        }
      } else if (this.#ended !== undefined) {
        if (this.#ended.error !== undefined) throw this.#ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
