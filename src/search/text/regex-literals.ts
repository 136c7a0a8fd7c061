// Finds, in a regular expression, the texts that everything it matches must hold.

/** A text that is always there, and where in the source of the expression it begins. */
export interface LiteralRun {
  readonly text: string;
  readonly at: number;
}

/** Ends of what must be there: what may be left out, repeated or chosen is skipped, never guessed at. */
const CLASS_LETTERS = /[dDwWsSbBpPkKcxu0-9]/;
const CONTROL_LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

class LiteralReader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  readonly #isUnicode: boolean;
  #at = 0;
  #run = '';
  #runAt = 0;
  readonly #runs: LiteralRun[] = [];

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#ignoresCase = flags.includes('i');
    this.#isUnicode = flags.includes('u');
  }

  /** Undefined when the expression offers a choice at its top level, where nothing must be there. */
  read(): LiteralRun[] | undefined {
    while (this.#at < this.#source.length) {
      if (this.#source[this.#at] === '|') return undefined;
      this.#atom();
    }
    this.#end();
    return this.#runs;
  }

  /** One atom with its quantifier. */
  #atom(): void {
    const at = this.#at;
    const literal = this.#literal();
    const quantifier = this.#quantifier();
    if (literal === undefined || quantifier === 'optional') {
      this.#end();
      return;
    }
    if (this.#run === '') this.#runAt = at;
    this.#run += literal;
    if (quantifier === 'repeated') this.#end();
  }

  #end(): void {
    if (this.#run !== '') this.#runs.push({ text: this.#run, at: this.#runAt });
    this.#run = '';
  }

  /** The character that the next atom stands for, or undefined when it is something else, which is passed. */
  #literal(): string | undefined {
    const unit = this.#source[this.#at] ?? '';
    this.#at++;
    if (unit === '\\') return this.#escape();
    if (unit === '[') return this.#skipClass();
    if (unit === '(') return this.#skipGroup();
    if ('.^$)'.includes(unit)) return undefined;
    return this.#asWritten(unit);
  }

  #escape(): string | undefined {
    const unit = this.#source[this.#at] ?? '';
    this.#at++;
    if (!CLASS_LETTERS.test(unit)) return this.#asWritten(CONTROL_LETTERS[unit] ?? unit);
    // Numbers and names that follow belong to the escape. Taking too many letters for them only loses help.
    const rest = /^(?:\{[^}]*\}|<[^>]*>|[0-9A-Fa-f]*)/.exec(this.#source.slice(this.#at, this.#at + 80));
    if (unit === 'c') this.#at++;
    else if (/[pPkux0-9]/.test(unit)) this.#at += rest?.[0].length ?? 0;
    return undefined;
  }

  /** A letter that is found in either case is safe only where the search folds the same way: in ASCII. */
  #asWritten(unit: string): string | undefined {
    if (!this.#ignoresCase) return unit;
    const code = unit.charCodeAt(0);
    if (code >= 0x80) return undefined;
    // With `iu`, k and s have partners outside ASCII (the Kelvin sign, the long s).
    return this.#isUnicode && /[ks]/i.test(unit) ? undefined : unit;
  }

  #skipClass(): undefined {
    while (this.#at < this.#source.length) {
      const unit = this.#source[this.#at];
      this.#at += unit === '\\' ? 2 : 1;
      if (unit === ']') break;
    }
    return undefined;
  }

  #skipGroup(): undefined {
    let depth = 1;
    while (this.#at < this.#source.length && depth > 0) {
      const unit = this.#source[this.#at];
      this.#at++;
      if (unit === '\\') this.#at++;
      else if (unit === '[') this.#skipClass();
      else if (unit === '(') depth++;
      else if (unit === ')') depth--;
    }
    return undefined;
  }

  #quantifier(): 'once' | 'repeated' | 'optional' {
    const rest = this.#source.slice(this.#at, this.#at + 40);
    const match = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(rest);
    if (match === null) return 'once';
    this.#at += match[0].length;
    if (match[0].startsWith('+')) return 'repeated';
    return match[1] !== undefined && Number(match[1]) > 0 ? 'repeated' : 'optional';
  }
}

/** The texts that every match of a valid regular expression holds, in their order; none when that cannot be known. */
export function literalsOf(source: string, flags: string): LiteralRun[] {
  // Set notation (`v`) nests classes; it is rare, and searching without help is only slower.
  if (flags.includes('v')) return [];
  return new LiteralReader(source, flags).read() ?? [];
}
