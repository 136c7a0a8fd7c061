// Interns recurring texts, so that ten thousand records of one model hold its name once.

/** Beyond this many different texts, they do not recur. */
const TEXTS_MAX = 4096;

export class SharedTexts {
  readonly #known = new Map<string, string>();
  /** Most texts equal the last one: comparing is cheaper than hashing. */
  #last = '';

  /** An equal text, the same one each time. */
  of(text: string): string {
    if (text === this.#last) return this.#last;
    const known = this.#known.get(text);
    if (known === undefined && this.#known.size < TEXTS_MAX) this.#known.set(text, text);
    this.#last = known ?? text;
    return this.#last;
  }
}
