// Made-up text that is the same for the same seed, and does not compress to nothing.

/** Words of random letters, as many characters as asked for. */
export function randomWords(seed: number): (length: number) => string {
  const next = randomNumbers(seed);
  return (length) => {
    let text = '';
    while (text.length < length) text += next().toString(36);
    return text.slice(0, length);
  };
}

/** Whole numbers of 32 bits (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
