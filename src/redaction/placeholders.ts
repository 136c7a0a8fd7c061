// Tells secrets from what only stands in their place: examples, variables, types, masks, words of a program.

const PLACEHOLDERS = [
  // Said to be none, or the name of the thing itself.
  /^(?:my|your|the|some|an?|fake|mock|dummy|sample|example|test|new|old|bad|wrong|invalid|valid|correct|default|random|super)[-_ ]?(?:secret|pass(?:word|wd|phrase)?|pw|token|api|key|access|auth|value|here|user|admin|jwt)/i,
  /example|placeholder|change[-_]?me|replace[-_]?(?:me|with)|redacted|masked|removed|insert[-_]|dummy|your[-_]|_here$|todo|fixme|lorem|foobar|<[^>]*>/i,
  // Variables and templates, also half of one.
  /^[$%@&#{[(<]|\$\{|\{\{|\}\}|%[A-Z_]+%|\$[A-Z_]{2}/,
  // Code: a call, a member, an index, a type, a comparison.
  /[()[\];{}|]|=>|\w\.\w+\.\w|^(?:process|os|env|self|this|config|settings|ctx|req|res|args|options|props|params|state|data|user|input|import|require|await|new|typeof)\b[.?[ ]/,
  /^(?:string|str|bytes|number|int|integer|bool|boolean|float|object|any|unknown|never|void|null|none|nil|undefined|true|false|optional|required|default|secret|token|password|passwd|bearer|basic|auto|yes|no|on|off|missing|unset|empty|not[-_]?set|set)$/i,
  // Masks and fillers: one character, or a row of the alphabet.
  /^(.)\1{3,}|^\*+$|(?:x{4,}|\*{3,}|\.{3,}|\xe2\x80[\xa2\xa6])|^(?:0123|1234|abcd|qwer)[0-9a-z]{0,12}$/i,
];

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDERS.some((pattern) => pattern.test(value));
}

/** Bits per character by how often each occurs: words have about 3, random letters and digits more than 3.5. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Letters of one or both cases and digits, as keys are. Words and names of a program have no digits inside. */
export function isMixed(text: string): boolean {
  return /[A-Za-z]/.test(text) && (/\d/.test(text) || isShuffled(text));
}

/** One key of 32 letters and digits in two hundred has no digit. Names have a capital for each word, or nothing else. */
function isShuffled(text: string): boolean {
  if (text.length < 16 || !/^[A-Za-z]+$/.test(text)) return false;
  const capitals = text.length - text.replace(/[A-Z]/g, '').length;
  const rises = text.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
  return rises * 6 >= text.length && capitals * 10 >= text.length * 3 && capitals * 10 <= text.length * 7;
}

/** Like what a machine drew by lot. */
export function isRandom(text: string, least = 3.3): boolean {
  // There are only sixteen of these.
  const isHex = /^[a-f\d]{24,}$/.test(text);
  return isMixed(text) && entropyOf(text) >= (isHex ? Math.min(least, 2.9) : least);
}
