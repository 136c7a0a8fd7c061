// Checks a text before a model reads it: reports hidden characters. The text itself is never changed.

const CHECKS: readonly (readonly [string, RegExp])[] = [
  ['control-characters', /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/],
  ['direction-marks', /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  // Tag characters and zero-width characters: invisible to people, readable for a model.
  ['invisible-text', /[\u{e0000}-\u{e007f}]|[\u200b\u2060-\u2064\ufeff]/u],
  ['broken-characters', /\p{Surrogate}/u],
];

/** Names of what a person would not see in the text. */
export function inspectText(text: string): string[] {
  return CHECKS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}
