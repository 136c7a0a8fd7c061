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

/** The plain way: each rule's pattern over the text, unless no hint of it is there. */
export function finderOf(rules: readonly Rule[]): Finder {
  return (text, has, found) => {
    for (const { id, kind, name, hints, pattern, isReal } of rules) {
      if (hints?.some(has) === false) continue;
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const end = match.index + match[0].length;
        const start = match.index + (match[1]?.length ?? 0);
        if (start === end) pattern.lastIndex = end + 1;
        else if (isReal === undefined || isReal(text.slice(start, end), match))
          found({ rule: id, kind, name, start, end });
      }
    }
  };
}
