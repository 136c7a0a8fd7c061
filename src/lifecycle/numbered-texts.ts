// Recurring texts by number: packed facts name a tool or a pointer in a digit or two.

/** Beyond this many different texts, they do not recur. */
const TEXTS_MAX = 4096;

/** A text's number, or the text itself if there are too many. */
export type TextNumber = number | string;

export class NumberedTexts {
  readonly #texts: string[];
  readonly #numbers = new Map<string, number>();

  constructor(texts: readonly string[] = []) {
    this.#texts = [...texts];
    for (const [number, text] of texts.entries()) this.#numbers.set(text, number);
  }

  /** All texts, by number. */
  save(): readonly string[] {
    return this.#texts;
  }

  numberOf(text: string): TextNumber {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= TEXTS_MAX) return text;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** The same string each time. */
  textOf(number: TextNumber): string {
    return typeof number === 'string' ? number : (this.#texts[number] ?? '');
  }
}
