// Parses a regular expression into a tree, for tests that reason about its cost. One character is left to the real engine.

export type RegexNode =
  /** One character: a letter, an escape, a class or the dot. */
  | { readonly kind: 'one'; readonly source: string; readonly matches: (char: string) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'capture'; readonly index: number; readonly body: RegexNode }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negative: boolean; readonly body: RegexNode }
  | {
      readonly kind: 'repeat';
      readonly body: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  | { readonly kind: 'assert'; readonly what: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'back'; readonly index: number };

const ATOM =
  /\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[\s\S]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y;
const OPENING = /\((?:\?(?:(:)|(<?)([=!])|<\w+>))?/y;

/** Throws on what our own patterns do not use: named references, sets of the `v` flag, flags inside groups. */
export function parseRegex(regex: RegExp): RegexNode {
  const source = regex.source;
  const atomFlags = regex.flags.replace(/[^ius]/g, '');
  const seen = new Map<string, RegexNode>();
  let at = 0;
  let captures = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at += match[0].length;
    return match;
  };

  const one = (atom: string): RegexNode => {
    const known = seen.get(atom);
    if (known !== undefined) return known;
    const engine = new RegExp(`^${atom}$`, atomFlags);
    const answers = new Map<string, boolean>();
    const node: RegexNode = {
      kind: 'one',
      source: atom,
      matches: (char) => {
        const known = answers.get(char);
        if (known !== undefined) return known;
        const answer = engine.test(char);
        answers.set(char, answer);
        return answer;
      },
    };
    seen.set(atom, node);
    return node;
  };

  const either = (): RegexNode => {
    const options: RegexNode[] = [sequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'either', options };
  };

  const sequence = (): RegexNode => {
    const items: RegexNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(repeated(term()));
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };
  };

  const repeated = (body: RegexNode): RegexNode => {
    const match = take(QUANTIFIER);
    if (match === null) return body;
    const [, sign, low, comma, high, lazy] = match;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    let max = Number.POSITIVE_INFINITY;
    if (sign === '?') max = 1;
    else if (sign === undefined && comma === undefined) max = min;
    else if (high !== undefined && high !== '') max = Number(high);
    return { kind: 'repeat', body, min, max, lazy: lazy !== undefined };
  };

  const term = (): RegexNode => {
    const char = source[at];
    if (char === '(') return group();
    if (char === '^' || char === '$') {
      at += 1;
      return { kind: 'assert', what: char };
    }
    const match = take(ATOM);
    if (match === null) throw new Error(`Not understood at ${at}: ${source}`);
    const [atom] = match;
    if (atom === '\\b' || atom === '\\B') return { kind: 'assert', what: atom === '\\b' ? 'b' : 'B' };
    if (/^\\[1-9]$/.test(atom)) return { kind: 'back', index: Number(atom[1]) };
    if (atom === '\\k') throw new Error(`Named references are not understood: ${source}`);
    return one(atom);
  };

  const group = (): RegexNode => {
    const [, plain, behind, look] = take(OPENING) ?? [];
    const isCapture = plain === undefined && look === undefined;
    if (isCapture) captures += 1;
    const index = isCapture ? captures : 0;
    const body = either();
    if (source[at] !== ')') throw new Error(`No end of a group: ${source}`);
    at += 1;
    if (look !== undefined) return { kind: 'look', ahead: behind === '', negative: look === '!', body };
    return index === 0 ? body : { kind: 'capture', index, body };
  };

  const tree = either();
  if (at !== source.length) throw new Error(`Not understood from ${at}: ${source}`);
  return tree;
}
