// How well what was typed into the palette names something: whole words first, then abbreviations of words, and nothing else.

/** Letters and digits in a row are a word. */
const WORD = /[\p{L}\p{N}]+/gu;

/** Whether the letters are beginnings of words, in order: "nr" and "nexr" for "next row". */
function abbreviates(letters: string, words: readonly string[], from = 0): boolean {
  if (letters === '') return true;
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? '';
    let same = 0;
    while (same < letters.length && letters[same] === word[same]) same++;
    // A shorter beginning may leave letters that a later word begins with.
    for (; same > 0; same--) if (abbreviates(letters.slice(same), words, at + 1)) return true;
  }
  return false;
}

/** Abbreviations are short; trying ways to cut a long text into them takes long. */
const LONGEST_ABBREVIATION = 12;

/** Smaller is better; undefined where the text does not match. `others` are words that are not shown. */
export function paletteRank(typed: string, title: string, others: string): number | undefined {
  const wanted = typed.toLowerCase().trim();
  const [name, more] = [title.toLowerCase(), others.toLowerCase()];
  if (name.startsWith(wanted)) return 0;
  if (` ${name}`.includes(` ${wanted}`)) return 1;
  if (` ${more}`.includes(` ${wanted}`)) return 2;
  if (name.includes(wanted)) return 3;
  const all = wanted.split(/\s+/);
  if (all.length > 1 && all.every((word) => name.includes(word) || more.includes(word))) return 4;
  const letters = all.join('');
  if (letters.length > LONGEST_ABBREVIATION) return undefined;
  return abbreviates(letters, name.match(WORD) ?? []) ? 5 : undefined;
}
