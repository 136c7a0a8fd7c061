// A first look at a place where a regular expression may match: whether what the expression wants behind its fixed
// text can stand there, asked of a few raw bytes instead of a decoded line.

import type { LiteralRun } from './regex-literals.ts';

/** Bytes from the start of the fixed text that are looked at: most words end long before. */
const WINDOW = 256;
const MOST_ATOMS = 48;

/**
 * One atom that fits only characters which stand in a log as they are, whatever quotes them: printable ASCII without quote
 * and backslash. Counts in braces end what is known, because the window may cut through what they count.
 */
const ATOM =
  /(?:[ !#%&',\-/0-9:;<=>@A-Z_`a-z~]|\\[wd!#-/:-@[\]^_`{-~]|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[ !#-,./0-9:-@A-Z_`a-z{-~]|\\[wd]|-(?=\]))+\])(?![{])[*+?]?\??/y;

function atomsFrom(source: string, at: number): string[] {
  const atoms: string[] = [];
  ATOM.lastIndex = at;
  for (let match = ATOM.exec(source); match !== null && atoms.length < MOST_ATOMS; match = ATOM.exec(source)) {
    atoms.push(match[0]);
  }
  return atoms;
}

export class RegexTail {
  readonly #pattern: RegExp;

  private constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  /** Undefined when nothing more is known than the text itself, in any case. */
  static of(source: string, flags: string, { text, at }: LiteralRun): RegexTail | undefined {
    // With `iu`, letters have partners outside ASCII.
    if (flags.includes('i') && flags.includes('u')) return undefined;
    const atoms = atomsFrom(source, at);
    const isCased = !flags.includes('i') && /[A-Za-z]/.test(text);
    if (atoms.length < text.length || (atoms.length === text.length && !isCased)) return undefined;
    // Behind each atom the window may end, and what is wanted next may stand behind it.
    const pattern = atoms.reduceRight((rest, atom) => (rest === '' ? atom : `${atom}(?:$|${rest})`), '');
    return new RegexTail(new RegExp(pattern, flags.includes('i') ? 'iy' : 'y'));
  }

  /** False when the expression cannot match with its fixed text at this place of a line that ends at `end`. */
  mayFollow(bytes: Uint8Array, at: number, end: number): boolean {
    const length = Math.min(WINDOW, end - at);
    this.#pattern.lastIndex = 0;
    return this.#pattern.test(Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString('latin1'));
  }
}
