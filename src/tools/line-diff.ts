// The line diff of two short texts: what a replacement would change, counted or drawn before anybody applied it.

/** Lines of a text; a final line end ends the last line, it does not begin another. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Two texts in lines: those that both begin with, what differs, and those that both end with. */
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

/** Above this many line pairs the middle is one removal and one addition: still true, only coarser. */
const MOST_PAIRS = 250_000;

/** Lines as numbers, equal for equal lines: comparing those is cheap, and it is done for every pair. */
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

/**
 * `[row * (columns + 1) + column]`: how many lines both have in common from there on, in order. Null where they are too
 * many to compare, or one side is empty.
 */
function commonTails(before: readonly string[], after: readonly string[]): Uint32Array | null {
  const height = before.length;
  const width = after.length + 1;
  if (height === 0 || width === 1 || height * after.length > MOST_PAIRS) return null;
  const { rows, columns } = numbered(before, after);
  const best = new Uint32Array((height + 1) * width);
  for (let row = height - 1; row >= 0; row--) {
    const line = rows[row];
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      best[at] =
        line === columns[column] ? (best[at + width + 1] ?? 0) + 1 : Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  return best;
}

/** What differs, as marked lines. */
function middleDiff(before: readonly string[], after: readonly string[]): string[] {
  const best = commonTails(before, after);
  const width = after.length + 1;
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  while (best !== null && row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push(` ${before[row]}`);
      row++;
      column++;
    } else if ((best[(row + 1) * width + column] ?? 0) >= (best[row * width + column + 1] ?? 0)) {
      lines.push(`-${before[row]}`);
      row++;
    } else {
      lines.push(`+${after[column]}`);
      column++;
    }
  }
  return lines.concat(
    before.slice(row).map((line) => `-${line}`),
    after.slice(column).map((line) => `+${line}`),
  );
}

/** Lines marked ' ', '-' and '+'. Removals come before additions. */
export function lineDiff(oldText: string, newText: string): string[] {
  const { head, before, after, tail } = part(oldText, newText);
  return [...head.map((line) => ` ${line}`), ...middleDiff(before, after), ...tail.map((line) => ` ${line}`)];
}

/** How many lines such a diff removes and adds, without drawing it. */
export function countLineDiff(oldText: string, newText: string): { readonly added: number; readonly removed: number } {
  const { before, after } = part(oldText, newText);
  const common = commonTails(before, after)?.[0] ?? 0;
  return { added: after.length - common, removed: before.length - common };
}
