// What a redaction rule is: data, so that a family of rules is a table.

/** `secret`: gives access to something, and is to be replaced once it leaked. `personal`: says who or where somebody is. */
export type RuleKind = 'secret' | 'personal';

export interface Rule {
  /** Counted under this name in reports. */
  readonly id: string;
  readonly kind: RuleKind;
  /** In words, for lists. */
  readonly name: string;
  /** Text that has none of these, in lower case, is not looked at. Leave it out for a rule without fixed words. */
  readonly hints?: readonly string[];
  /** With the flag `g`, over bytes (see byte-text). Its first group is what stands before the secret; all that follows in the match is the secret. */
  readonly pattern: RegExp;
  /** Whether what was matched is meant: not a placeholder, a name, or a piece of code. */
  isReal?(secret: string, match: RegExpExecArray): boolean;
}

/** A place in a text, in bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Finding extends Range {
  readonly rule: string;
  readonly kind: RuleKind;
  readonly name: string;
}

/** Finds in a text what a family of rules is about. `has` answers whether its lower-case form holds a word. */
export type Finder = (text: string, has: (hint: string) => boolean, found: (finding: Finding) => void) => void;

/** Where a text was cut, as summaries are: an ellipsis, in bytes, or three dots. What stands before it is no placeholder for that. */
const CUT_MARK = /(?:\xe2\x80\xa6|\.{3})$/;

/** The plain way: each rule's pattern over the text, unless no hint of it is there. */
export function finderOf(rules: readonly Rule[]): Finder {
  return (text, has, found) => {
    for (const { id, kind, name, hints, pattern, isReal } of rules) {
      if (hints?.some(has) === false) continue;
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const start = match.index + (match[1]?.length ?? 0);
        const secret = match[0].slice(start - match.index).replace(CUT_MARK, '');
        const end = start + secret.length;
        if (match[0] === '') pattern.lastIndex++;
        if (secret !== '' && (isReal === undefined || isReal(secret, match)))
          found({ rule: id, kind, name, start, end });
      }
    }
  };
}

/** For many rules of which few texts need any: one look for all hints, written as programs are, before each is looked for. */
export function finderOfRare(rules: readonly Rule[]): Finder {
  const hints = new Set(rules.flatMap((rule) => rule.hints ?? []));
  const any = new RegExp([...hints].map((hint) => hint.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'i');
  const find = finderOf(rules);
  return (text, has, found) => {
    if (any.test(text)) find(text, has, found);
  };
}
