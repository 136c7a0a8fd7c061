// Own patterns of secrets and exceptions, as `redaction` in toolscope.config has them.

export interface OwnPattern {
  /** Counted under this name. */
  readonly id: string;
  /** A regular expression; as text, what is between the slashes. */
  readonly pattern: string | RegExp;
  /** `personal` patterns are masked, but not listed by `toolscope secrets`. */
  readonly kind?: 'secret' | 'personal';
}

export interface RedactionSettings {
  readonly patterns?: readonly OwnPattern[];
  /** Texts that are not secrets, whatever a rule says: a key of a test server, an address of the company. */
  readonly allow?: readonly string[];
  /** Disabled rules, by id. */
  readonly off?: readonly string[];
}
