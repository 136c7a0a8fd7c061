// Cheap test that a pattern cannot match a text: each of its matches contains some literal, and the text lacks a trigram of each. Many
// patterns are tried on one text, so its trigrams are noted once.

/** How many trigrams of a literal are tested. */
const TRIGRAMS_MAX = 8;
const SIZE = 1 << 15;
const SHIFT = 5;

function folded(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}

/** The trigram that ends with this letter: older letters are shifted out. */
function next(trigram: number, code: number): number {
  return ((trigram << SHIFT) ^ folded(code)) & (SIZE - 1);
}

/** Which trigrams the last text has: those marked with its number. */
const marks = new Uint32Array(SIZE);
let number = 0;
let lastText: string | null = null;

function note(text: string): void {
  if (text === lastText) return;
  lastText = text;
  number++;
  let trigram = 0;
  for (let i = 0; i < text.length; i++) {
    trigram = next(trigram, text.charCodeAt(i));
    marks[trigram] = number;
  }
}

function trigramsOf(literal: string): readonly number[] {
  const found: number[] = [];
  let trigram = 0;
  for (let i = 0; i < literal.length && found.length < TRIGRAMS_MAX; i++) {
    trigram = next(trigram, literal.charCodeAt(i));
    if (i > 1) found.push(trigram);
  }
  return found;
}

/** A shorter literal counts as in every text. */
const SHORTEST = 3;

/** Literals of which every match contains one; null if unknown. */
type Literals = readonly string[] | null;

function shortest(literals: readonly string[]): number {
  return Math.min(...literals.map(({ length }) => length));
}

const QUANTIFIER = /[?*+]|\{(\d+)(?:,\d*)?\}/y;
const NAMED_LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Reads the source of a pattern from left to right. What it does not understand may match anything. */
class PatternReader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  #at = 0;

  constructor({ source, ignoreCase }: RegExp) {
    this.#source = source;
    this.#ignoresCase = ignoreCase;
  }

  /** Up to the end, or to the bracket that closes the group. */
  alternatives(): Literals {
    const all: string[] = [];
    let isKnown = true;
    for (;;) {
      const literals = this.#sequence();
      if (literals === null) isKnown = false;
      else all.push(...literals);
      if (this.#source[this.#at] !== '|') return isKnown ? all : null;
      this.#at++;
    }
  }

  #sequence(): Literals {
    let best: Literals = null;
    let run = '';
    const offer = (literals: Literals): void => {
      if (literals === null || literals.length === 0 || shortest(literals) < SHORTEST) return;
      if (best === null || shortest(literals) > shortest(best)) best = literals;
    };
    const end = (): void => {
      offer([run]);
      run = '';
    };
    for (let char = this.#source[this.#at]; char !== undefined && char !== '|' && char !== ')'; ) {
      const atom = this.#atom(char);
      const least = atom.kind === 'nothing' ? 1 : this.#leastTimes();
      if (atom.kind === 'letter') {
        if (least === 0) end();
        else run += atom.letter;
        if (least !== 1) end();
      } else if (atom.kind === 'group') {
        end();
        if (least > 0) offer(atom.literals);
      } else if (atom.kind === 'anything') end();
      char = this.#source[this.#at];
    }
    end();
    return best;
  }

  /** How often the atom occurs at least; more than once for one that may be repeated. */
  #leastTimes(): number {
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.#source);
    if (found === null) return 1;
    this.#at += found[0].length;
    if (this.#source[this.#at] === '?') this.#at++;
    if (found[0] === '+') return 2;
    return found[1] === undefined || Number(found[1]) === 0 ? 0 : 2;
  }

  #atom(
    char: string,
  ):
    | { readonly kind: 'nothing' | 'anything' }
    | { readonly kind: 'letter'; readonly letter: string }
    | { readonly kind: 'group'; readonly literals: Literals } {
    this.#at++;
    if (char === '^' || char === '$') return { kind: 'nothing' };
    if (char === '.') return { kind: 'anything' };
    if (char === '\\') return this.#escaped();
    if (char === '[') {
      while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
      this.#at++;
      return { kind: 'anything' };
    }
    if (char === '(') return this.#group();
    return this.#letter(char);
  }

  #letter(letter: string): { readonly kind: 'anything' } | { readonly kind: 'letter'; readonly letter: string } {
    // Case folding is known only for these.
    return this.#ignoresCase && letter > '\x7f' ? { kind: 'anything' } : { kind: 'letter', letter };
  }

  #escaped() {
    const char = this.#source[this.#at] ?? '';
    this.#at++;
    if (char === 'b' || char === 'B') return { kind: 'nothing' } as const;
    const named = NAMED_LETTERS.get(char);
    if (named !== undefined) return this.#letter(named);
    // Classes, references and code points.
    return /\w/.test(char) ? this.#code(char) : this.#letter(char);
  }

  #code(char: string): { readonly kind: 'anything' } {
    this.#at += char === 'x' ? 2 : char === 'u' ? 4 : char === 'c' ? 1 : 0;
    return { kind: 'anything' };
  }

  #group() {
    const opening = /\?(?:[:=!]|<[=!]|<\w+>)|/y;
    opening.lastIndex = this.#at;
    const kind = opening.exec(this.#source)?.[0] ?? '';
    this.#at += kind.length;
    const literals = this.alternatives();
    this.#at++;
    if (/^\?<?[=!]$/.test(kind)) return { kind: 'nothing' } as const;
    return { kind: 'group', literals } as const;
  }
}

/** Literals of which one is in everything that the pattern matches, in any letter case; null if none is known. */
export function literalsIn(pattern: RegExp): readonly string[] | null {
  return /[uv]/.test(pattern.flags) || pattern.source.includes('\\k<')
    ? null
    : new PatternReader(pattern).alternatives();
}

const known = new WeakMap<RegExp, readonly (readonly number[])[] | null>();

function wantedBy(pattern: RegExp): readonly (readonly number[])[] | null {
  const wanted = known.get(pattern);
  if (wanted !== undefined) return wanted;
  const found = literalsIn(pattern)?.map(trigramsOf) ?? null;
  known.set(pattern, found);
  return found;
}

/** False: the pattern matches nothing in the text. True says nothing. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const wanted = wantedBy(pattern);
  if (wanted === null) return true;
  note(text);
  return wanted.some((trigrams) => trigrams.every((trigram) => marks[trigram] === number));
}
