// "did you mean": the known word nearest to a wrong one, if any is near enough.

/** Edits from one word to the other: letters put in, left out, changed, or two neighbours swapped. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const LONGEST = 40;

export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  const word = wrong.toLowerCase();
  if (word === '' || word.length > LONGEST) return undefined;
  let best: string | undefined;
  // Two typos in a short word make another word.
  let bestScore = word.length <= 4 ? 1.5 : word.length <= 6 ? 2.5 : 3.5;
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    // A prefix is a likely typo, however much is missing.
    const isStart = word.length >= 2 && lower.startsWith(word);
    const score = isStart ? 0.5 : distance(word, lower);
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}
