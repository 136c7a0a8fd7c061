// Own patterns of secrets and exceptions, as `redaction` in toolscope.config has them.

export interface OwnPattern {
  /** Counted under this name. */
  readonly id: string;
  /** A regular expression; as text, it is written as between the slashes. */
  readonly pattern: string | RegExp;
  /** `personal` patterns are masked, but not listed by `toolscope secrets`. */
  readonly kind?: 'secret' | 'personal';
}

export interface RedactionSettings {
  readonly patterns?: readonly OwnPattern[];
  /** Texts that are no secrets, whatever a rule says: a key of a test server, an address of the company. */
  readonly allow?: readonly string[];
  /** Rules that are not to be used, by their ids. */
  readonly off?: readonly string[];
}
