// Error records of Windows PowerShell, put into two lines: category and id, which are English in every language, and the words.

/** Where the category begins; what is too long for the screen goes on in the next line, indented. */
const CATEGORY = /^ {4}\+ CategoryInfo {1,12}: /;
const ID = /^ {4}\+ FullyQualifiedErrorId : /;
const CONTINUED = /^ {1,3}\S/;
/** The piece of the command, and what underlines it. */
const EXCERPT = /^\+ /;
/** The words begin with what complains: `Get-Content : …`. */
const SPEAKER = /^\S{1,120} : /;
/** So many lines can the words have. */
const WORDS_MAX = 8;

/** What a program wrote to stderr is shown as a record of PowerShell's; the words are the program's own. */
const FROM_PROGRAM = /\bNativeCommandError/;

/** How a record's category and id are put above its words. Failure rules look for it; it is never a message. */
export const RECORD_LABEL = '+ CategoryInfo: ';

/** Lines are broken at the width of the screen, in the middle of words; a space at the end belongs to the text. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line) => (line.endsWith(' ') ? `${line.trimEnd()} ` : line))
    .join('')
    .trim();
}

/** The value of a label, with the lines in which it goes on. Also where the next line stands. */
function valueAt(lines: readonly string[], at: number): { readonly value: string; readonly next: number } {
  let next = at + 1;
  while (CONTINUED.test(lines[next] ?? '')) next++;
  const [first = '', ...more] = lines.slice(at, next);
  return { value: joined([first.replace(/^[^:]{1,60}: /, ''), ...more.map((line) => line.trimStart())]), next };
}

/** Takes the words of a record, and the place below or above them, from the end of what was read so far. */
function takeWords(lines: string[]): string {
  const start = lines.length;
  let end = start;
  while (EXCERPT.test(lines[end - 1] ?? '')) end--;
  if (end < start) {
    // The place stands between the excerpt and the words.
    lines.length = end - 1;
    const from = lines.findLastIndex((line) => line.trim() === '' || SPEAKER.test(line));
    const isNear = SPEAKER.test(lines[from] ?? '') && lines.length - from <= WORDS_MAX;
    return joined(lines.splice(isNear ? from : lines.length - 1));
  }
  const place = lines.findLastIndex((line) => EXCERPT.test(line));
  if (place === -1 || end - place > WORDS_MAX) return joined(lines.splice(-1));
  const words = joined(lines.splice(place + 1));
  while (EXCERPT.test(lines.at(-1) ?? '')) lines.pop();
  lines.pop();
  return words;
}

/** The text with every error record as two lines. */
export function withShortRecords(text: string): string {
  if (!text.includes('FullyQualifiedErrorId')) return text;
  const lines = text.split('\n');
  const read: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!CATEGORY.test(line)) {
      read.push(line);
      continue;
    }
    const category = valueAt(lines, at);
    const id = ID.test(lines[category.next] ?? '') ? valueAt(lines, category.next) : { value: '', next: category.next };
    const words = takeWords(read);
    if (FROM_PROGRAM.test(id.value)) read.push(words.replace(SPEAKER, ''));
    else read.push(`${RECORD_LABEL}${category.value} ${id.value}`, words);
    at = id.next - 1;
  }
  return read.join('\n');
}
