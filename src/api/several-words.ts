// Whether a search has several words, which a hit has to have all of. A phrase is told by its quotes.

export function hasSeveralWords(query: string): boolean {
  return !query.includes('"') && /\S\s+\S/.test(query);
}
