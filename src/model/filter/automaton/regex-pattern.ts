// Parses a regular expression: the part of JavaScript's syntax that can be matched in linear time.

import { type CharSet, oneChar, type Pattern } from './pattern.ts';

export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

export interface RegexTrouble {
  /** Characters of the source. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly hint?: string;
}

export type RegexRead = { readonly pattern: Pattern } | { readonly trouble: RegexTrouble };

const MAX_DEPTH = 50;
const MAX_REPEAT = 1000;
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

class Trouble extends Error {
  readonly trouble: RegexTrouble;
  constructor(trouble: RegexTrouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** The engine itself is asked which characters a piece of syntax matches, one character at a time. */
function nativeSet(atom: string, flags: RegexFlags): CharSet | undefined {
  const letters = `u${flags.ignoreCase ? 'i' : ''}${flags.dotAll ? 's' : ''}`;
  try {
    const test = new RegExp(`^${atom}$`, letters);
    return { name: `${letters}${atom}`, has: (codePoint) => test.test(String.fromCodePoint(codePoint)) };
  } catch {
    return undefined;
  }
}

function codeEscape(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

class Reader {
  readonly #source: string;
  readonly #flags: RegexFlags;
  #at = 0;

  constructor(source: string, flags: RegexFlags) {
    this.#source = source;
    this.#flags = flags;
  }

  #fail(from: number, to: number, message: string, hint?: string): never {
    throw new Trouble({ from, to, message, ...(hint === undefined ? {} : { hint }) });
  }

  read(): Pattern {
    const pattern = this.#choice(0);
    if (this.#at < this.#source.length) {
      this.#fail(this.#at, this.#at + 1, 'This parenthesis closes nothing.', 'Write \\) for the character itself.');
    }
    return pattern;
  }

  #choice(depth: number): Pattern {
    if (depth > MAX_DEPTH) this.#fail(this.#at - 1, this.#at, 'The expression is nested too deeply.');
    const items = [this.#sequence(depth)];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      items.push(this.#sequence(depth));
    }
    return items.length === 1 ? (items[0] ?? { type: 'empty' }) : { type: 'choice', items };
  }

  #sequence(depth: number): Pattern {
    const items: Pattern[] = [];
    for (let char = this.#source[this.#at]; char !== undefined && char !== '|' && char !== ')'; ) {
      items.push(this.#repeated(depth));
      char = this.#source[this.#at];
    }
    return { type: 'sequence', items };
  }

  #repeated(depth: number): Pattern {
    const from = this.#at;
    const item = this.#atom(depth);
    const repeat = this.#quantifier();
    if (repeat === undefined) return item;
    if (item.type === 'assert') this.#fail(from, this.#at, 'There is nothing here that could be repeated.');
    const again = this.#at;
    if (this.#quantifier() !== undefined) {
      this.#fail(again, this.#at, 'A repetition cannot follow another.', 'Put the first one in parentheses.');
    }
    return { type: 'repeat', item, ...repeat };
  }

  #quantifier(): { min: number; max: number | null } | undefined {
    const from = this.#at;
    const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/.exec(this.#source.slice(from, from + 32));
    if (match === null) return undefined;
    this.#at += match[0].length;
    // Greedy or not does not affect whether there is a match.
    if (this.#source[this.#at] === '?') this.#at++;
    if (match[0] === '*') return { min: 0, max: null };
    if (match[0] === '+') return { min: 1, max: null };
    if (match[0] === '?') return { min: 0, max: 1 };
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? null : Number(match[3]);
    if (max !== null && max < min) this.#fail(from, this.#at, 'The numbers are in the wrong order.');
    if (Math.max(min, max ?? 0) > MAX_REPEAT) {
      this.#fail(from, this.#at, `More than ${MAX_REPEAT} repetitions are too many.`);
    }
    return { min, max };
  }

  #atom(depth: number): Pattern {
    const from = this.#at;
    const codePoint = this.#source.codePointAt(from) ?? 0;
    const char = String.fromCodePoint(codePoint);
    this.#at += char.length;
    switch (char) {
      case '(':
        return this.#group(from, depth);
      case '[':
        return this.#class(from);
      case '\\':
        return this.#escape(from);
      case '.':
        return this.#native(from, '.');
      case '^':
        return { type: 'assert', assertion: 'line-start' };
      case '$':
        return { type: 'assert', assertion: 'line-end' };
      case '*':
      case '+':
      case '?':
        return this.#fail(from, this.#at, 'There is nothing here that could be repeated.', `Write \\${char} for it.`);
      default:
        return this.#literal(codePoint);
    }
  }

  #literal(codePoint: number): Pattern {
    const set = this.#flags.ignoreCase ? nativeSet(codeEscape(codePoint), this.#flags) : undefined;
    return { type: 'char', set: set ?? oneChar(codePoint) };
  }

  #native(from: number, atom: string): Pattern {
    const set = nativeSet(atom, this.#flags);
    if (set === undefined) this.#fail(from, this.#at, 'This is not a set of characters.');
    return { type: 'char', set };
  }

  #group(from: number, depth: number): Pattern {
    const opening = /^\?(?::|<[A-Za-z_$][\w$]*>|<?[=!]|)/.exec(this.#source.slice(this.#at, this.#at + 100))?.[0] ?? '';
    if (/^\?<?[=!]$/.test(opening)) {
      this.#fail(
        from,
        this.#at + opening.length,
        'Looking ahead or back is not possible here.',
        'Use a term of its own.',
      );
    }
    if (opening === '?') this.#fail(from, this.#at + 1, 'This kind of group is not known.');
    this.#at += opening.length;
    const pattern = this.#choice(depth + 1);
    if (this.#source[this.#at] !== ')') {
      this.#fail(from, from + 1, 'This parenthesis is never closed.', 'Write \\( for the character itself.');
    }
    this.#at++;
    return pattern;
  }

  #class(from: number): Pattern {
    let atom = '[';
    if (this.#source[this.#at] === '^') {
      atom += '^';
      this.#at++;
    }
    for (;;) {
      const codePoint = this.#source.codePointAt(this.#at);
      if (codePoint === undefined) {
        this.#fail(from, from + 1, 'This bracket is never closed.', 'Write \\[ for the character itself.');
      }
      const char = String.fromCodePoint(codePoint);
      this.#at += char.length;
      if (char === ']') break;
      atom += char === '\\' ? this.#escapeInClass() : char;
    }
    return this.#native(from, `${atom}]`);
  }

  #escapeInClass(): string {
    const from = this.#at - 1;
    if (this.#source[this.#at] === 'b') {
      this.#at++;
      return codeEscape(8);
    }
    const single = this.#codePointEscape(from);
    return typeof single === 'string' ? single : codeEscape(single);
  }

  #escape(from: number): Pattern {
    const char = this.#source[this.#at];
    if (char === 'b' || char === 'B') {
      this.#at++;
      return { type: 'assert', assertion: char === 'b' ? 'word-edge' : 'no-word-edge' };
    }
    const meaning = this.#codePointEscape(from);
    return typeof meaning === 'string' ? this.#native(from, meaning) : this.#literal(meaning);
  }

  /** After a backslash: a code point, or the text of a set such as `\d`. */
  #codePointEscape(from: number): number | string {
    const rest = this.#source.slice(this.#at, this.#at + 64);
    const set = /^(?:[dDwWsS]|[pP]\{[\w=]+\})/.exec(rest)?.[0];
    if (set !== undefined) {
      this.#at += set.length;
      return `\\${set}`;
    }
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(rest);
    if (hex !== null) {
      this.#at += hex[0].length;
      const codePoint = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
      if (codePoint > 0x10ffff) this.#fail(from, this.#at, 'There is no such character.');
      return codePoint;
    }
    const codePoint = rest.codePointAt(0);
    if (codePoint === undefined) {
      this.#fail(from, from + 1, 'A backslash needs something after it.', 'Write \\\\ for a backslash.');
    }
    const char = String.fromCodePoint(codePoint);
    this.#at += char.length;
    const control = Object.hasOwn(CONTROL_ESCAPES, char) ? CONTROL_ESCAPES[char] : undefined;
    if (control !== undefined) return control;
    if (/[1-9k]/.test(char)) this.#fail(from, this.#at, 'Going back to an earlier group is not possible here.');
    if (/[A-Za-z]/.test(char)) {
      this.#fail(
        from,
        this.#at,
        `\\${char} means nothing.`,
        `Leave the backslash away, or write \\\\ for a backslash.`,
      );
    }
    return codePoint;
  }
}

export function readRegex(source: string, flags: RegexFlags): RegexRead {
  try {
    return { pattern: new Reader(source, flags).read() };
  } catch (error) {
    if (error instanceof Trouble) return { trouble: error.trouble };
    throw error;
  }
}
