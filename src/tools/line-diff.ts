// Owns the line diff of two short texts: what a replacement would change, drawn before anybody applied it.

/** Lines of a text; a final line end ends the last line, it does not begin another. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Above this many line pairs the middle is drawn as one removal and one addition: still true, only coarser. */
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

/** Longest common subsequence of two line lists, as marked lines. */
function middleDiff(before: readonly string[], after: readonly string[]): string[] {
  const rows = before.length;
  const columns = after.length;
  const removed = before.map((line) => `-${line}`);
  const added = after.map((line) => `+${line}`);
  if (rows === 0 || columns === 0 || rows * columns > MOST_PAIRS) return [...removed, ...added];

  // best[row * width + column]: length of the longest common tail from there on.
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  const numbers = numbered(before, after);
  for (let row = rows - 1; row >= 0; row--) {
    const line = numbers.rows[row];
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      best[at] =
        line === numbers.columns[column]
          ? (best[at + width + 1] ?? 0) + 1
          : Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (before[row] === after[column]) {
      lines.push(` ${before[row]}`);
      row++;
      column++;
    } else if ((best[(row + 1) * width + column] ?? 0) >= (best[row * width + column + 1] ?? 0)) {
      lines.push(removed[row] ?? '-');
      row++;
    } else {
      lines.push(added[column] ?? '+');
      column++;
    }
  }
  return lines.concat(removed.slice(row), added.slice(column));
}

/** Lines marked ' ', '-' and '+'. Removals come before additions. */
export function lineDiff(oldText: string, newText: string): string[] {
  const bothEnd = oldText.endsWith('\n') === newText.endsWith('\n') || oldText === '' || newText === '';
  const before = bothEnd ? splitLines(oldText) : oldText.split('\n');
  const after = bothEnd ? splitLines(newText) : newText.split('\n');
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    ...before.slice(0, head).map((line) => ` ${line}`),
    ...middleDiff(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((line) => ` ${line}`),
  ];
}
