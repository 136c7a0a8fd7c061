// Owns texts that recur: equal ones become one, so that ten thousand records of one model hold its name once.

/** Beyond so many different texts, they do not recur. */
const TEXTS_MAX = 4096;

export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** An equal text, the same one each time. */
  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size < TEXTS_MAX) this.#known.set(text, text);
    return text;
  }
}
