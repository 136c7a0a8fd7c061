// A line diff of two texts: what a replacement would change, counted or drawn before it is applied.

/** Lines of a text; a final line end does not start another line. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Two texts as lines: the common prefix, what differs, and the common suffix. */
interface Parted {
  readonly head: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly tail: readonly string[];
}

function part(oldText: string, newText: string): Parted {
  const bothEnd = oldText.endsWith('\n') === newText.endsWith('\n') || oldText === '' || newText === '';
  const before = bothEnd ? splitLines(oldText) : oldText.split('\n');
  const after = bothEnd ? splitLines(newText) : newText.split('\n');
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return {
    head: before.slice(0, head),
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  };
}

/** Maximum number of edits searched for; the rest becomes one removal and one addition: still correct, only coarser. */
const MOST_EDITS = 1000;

/** Lines as numbers, equal for equal lines: fast to compare. */
function numbered(before: readonly string[], after: readonly string[]): { rows: Uint32Array; columns: Uint32Array } {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { rows: Uint32Array.from(before, numberOf), columns: Uint32Array.from(after, numberOf) };
}

/** A run of equal lines on both sides. */
interface Run {
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

/**
 * The furthest row reached on each diagonal with a number of edits: every other diagonal, from `-edits` to `edits`. A
 * diagonal is row minus column.
 */
type Reach = readonly number[];

/** Whether the best path to this diagonal adds a line, rather than removing one. `reach` is that of one edit less. */
function adds(reach: Reach, at: number): boolean {
  return at === 0 || (at < reach.length && (reach[at - 1] ?? 0) < (reach[at] ?? 0));
}

/** The row in which that diagonal is entered. */
function entered(reach: Reach | undefined, at: number): number {
  if (reach === undefined) return 0;
  return adds(reach, at) ? (reach[at] ?? 0) : (reach[at - 1] ?? 0) + 1;
}

/** Walks back from the end of a diagonal to the beginning, and returns the runs of equal lines on the way, in order. */
function runsTo(reaches: readonly Reach[], lastAt: number): Run[] {
  const runs: Run[] = [];
  let at = lastAt;
  for (let edits = reaches.length - 1; edits >= 0; edits--) {
    const before = reaches[edits - 1];
    const row = entered(before, at);
    const length = (reaches[edits]?.[at] ?? 0) - row;
    if (length > 0) runs.push({ row, column: row - (2 * at - edits), length });
    if (before !== undefined && !adds(before, at)) at--;
  }
  return runs.reverse();
}

/** A longest common subsequence of lines: Myers' greedy search for the fewest edits. */
function commonRuns(before: readonly string[], after: readonly string[]): Run[] {
  const { rows, columns } = numbered(before, after);
  const reaches: Reach[] = [];
  for (let edits = 0; ; edits++) {
    const last = reaches.at(-1);
    const reach: number[] = [];
    let furthest = 0;
    let most = -1;
    for (let at = 0; at <= edits; at++) {
      let row = entered(last, at);
      let column = row - (2 * at - edits);
      while (row < rows.length && column < columns.length && rows[row] === columns[column]) {
        row++;
        column++;
      }
      reach.push(row);
      if (row <= rows.length && column <= columns.length && row + column > most) {
        furthest = at;
        most = row + column;
      }
    }
    reaches.push(reach);
    if (most === rows.length + columns.length || edits === MOST_EDITS) return runsTo(reaches, furthest);
  }
}

/** The differing part, as marked lines. */
function middleDiff(before: readonly string[], after: readonly string[]): string[] {
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  const change = (toRow: number, toColumn: number): void => {
    for (; row < toRow; row++) lines.push(`-${before[row]}`);
    for (; column < toColumn; column++) lines.push(`+${after[column]}`);
  };
  for (const run of commonRuns(before, after)) {
    change(run.row, run.column);
    for (const end = row + run.length; row < end; row++, column++) lines.push(` ${before[row]}`);
  }
  change(before.length, after.length);
  return lines;
}

/** Lines marked ' ', '-' and '+'. Removals come before additions. */
export function lineDiff(oldText: string, newText: string): string[] {
  const { head, before, after, tail } = part(oldText, newText);
  return [...head.map((line) => ` ${line}`), ...middleDiff(before, after), ...tail.map((line) => ` ${line}`)];
}

/** How many lines such a diff removes and adds, without making it. */
export function countLineDiff(oldText: string, newText: string): { readonly added: number; readonly removed: number } {
  const { before, after } = part(oldText, newText);
  const common = commonRuns(before, after).reduce((sum, { length }) => sum + length, 0);
  return { added: after.length - common, removed: before.length - common };
}
