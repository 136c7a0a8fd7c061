// Tells regular expressions that cannot run away from those that might, so that only these are run under a watch.

const TOKENS = /\\(?:[1-9]|k<)|\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|\)?(?:[*+?]|\{\d+(?:,\d*)?\})|[\s\S]/g;

/** What a quantifier may repeat at most without counting as endless. */
const FEW = 16;

function isEndless(quantifier: string): boolean {
  if (quantifier === '?') return false;
  const most = /^\{(?:\d+,)?(\d+)\}$/.exec(quantifier)?.[1];
  return most === undefined || Number(most) > FEW;
}

/**
 * Tame: no repeated group, no reference back, at most one endless repeat. Such an expression takes at worst the square of
 * a text's length.
 */
export function isTame(source: string): boolean {
  let endless = 0;
  for (const [token] of source.matchAll(TOKENS)) {
    if (/^\\(?:[1-9]|k<)/.test(token)) return false;
    const isQuantifier = /^\)?(?:[*+?]|\{\d)/.test(token) && token !== ')';
    if (!isQuantifier) continue;
    if (token.startsWith(')')) return false;
    if (isEndless(token)) endless++;
  }
  return endless <= 1;
}
