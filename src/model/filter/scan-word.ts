// Reads one word of a filter text: bare with escapes and wildcards, or in quotes.

export interface Word {
  readonly from: number;
  readonly to: number;
  /** Its value, escapes resolved. */
  readonly value: string;
  /** The same as a glob, in which only unescaped wildcards are wild. */
  readonly pattern: string;
  readonly isQuoted: boolean;
  /** Unescaped `*` and `?`, by position in `value`. */
  readonly wildcards: readonly number[];
  /** Escaped characters, by position in `value`. */
  readonly escaped: ReadonlySet<number>;
  /** The closing quote is missing, something follows it directly, or a group is in place of a value. */
  readonly trouble: 'unclosed' | 'glued' | 'group' | null;
}

/** Characters that a backslash escapes in a bare word; before others the backslash is literal. */
const ESCAPABLE = /[\s"“”()\\,:*?/<>=!≥≤≠-]/;

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '”': '”' };

export function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

export function isQuote(char: string | undefined): char is string {
  return char !== undefined && Object.hasOwn(CLOSING, char);
}

/** `*`, `?` and `\` as ordinary characters of a glob. */
export function asGlob(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}

export function scanQuoted(text: string, from: number): Word {
  const closing = CLOSING[text[from] ?? ''] ?? '"';
  let value = '';
  let at = from + 1;
  while (at < text.length && text[at] !== closing) {
    const next = text[at + 1];
    if (text[at] === '\\' && next !== undefined && (next === closing || next === '\\')) at++;
    value += text[at] ?? '';
    at++;
  }
  const isClosed = at < text.length;
  return {
    from,
    to: isClosed ? at + 1 : at,
    value,
    pattern: asGlob(value),
    isQuoted: true,
    wildcards: [],
    escaped: new Set(),
    trouble: isClosed ? null : 'unclosed',
  };
}

/** A bare word ends at a space, at an unopened closing parenthesis, and in a list at a comma. */
export function scanBare(text: string, from: number, inList: boolean): Word {
  let value = '';
  let pattern = '';
  const wildcards: number[] = [];
  const escaped = new Set<number>();
  let depth = 0;
  let at = from;
  for (let char = text[at]; char !== undefined && !isSpace(char); char = text[at]) {
    const next = text[at + 1];
    if (char === '\\' && next !== undefined && ESCAPABLE.test(next)) {
      escaped.add(value.length);
      value += next;
      pattern += asGlob(next);
      at += 2;
      continue;
    }
    if (inList && char === ',' && depth === 0) break;
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) break;
    const isWild = char === '*' || char === '?';
    if (isWild) wildcards.push(value.length);
    value += char;
    pattern += isWild ? char : asGlob(char);
    at++;
  }
  return { from, to: at, value, pattern, isQuoted: false, wildcards, escaped, trouble: null };
}

/** `key:(a OR b)`, up to the closing parenthesis: not a value, but an error points at all of it. */
function scanGroup(text: string, from: number): Word {
  let depth = 0;
  let at = from;
  do {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    at++;
  } while (at < text.length && depth > 0);
  const value = text.slice(from, at);
  const plain = { isQuoted: false, wildcards: [], escaped: new Set<number>() };
  return { from, to: at, value, pattern: asGlob(value), ...plain, trouble: 'group' };
}

/** A value of a term. */
export function scanListed(text: string, from: number): Word {
  if (text[from] === '(') return scanGroup(text, from);
  return isQuote(text[from]) ? scanQuoted(text, from) : scanBare(text, from, true);
}
