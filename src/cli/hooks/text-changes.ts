// A line diff of two texts: added and removed lines, with a little context.

/** `+`, `-` or a space, then the line; null where unchanged lines are left out. */
type ChangeLine = string | null;

const AROUND = 2;
/** Beyond this the whole middle is shown as replaced: settings are never that long. */
const TABLE_LIMIT = 4_000_000;

/** Lengths of the longest common subsequence, from every pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]];
    if (row === undefined || below === undefined) continue;
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function marked(before: readonly string[], after: readonly string[]): string[] {
  if (before.length * after.length > TABLE_LIMIT) {
    return [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  }
  const table = commonLengths(before, after);
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(` ${before[i]}`);
      i++;
      j++;
    } else if (j < after.length && (i >= before.length || (table[i]?.[j + 1] ?? 0) > (table[i + 1]?.[j] ?? 0))) {
      lines.push(`+${after[j]}`);
      j++;
    } else {
      lines.push(`-${before[i]}`);
      i++;
    }
  }
  return lines;
}

/** Empty when nothing changes. */
export function changeLines(before: string, after: string): ChangeLine[] {
  if (before === after) return [];
  const split = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split(/\r?\n/));
  const all = marked(split(before), split(after));
  const isNear = all.map((_, at) =>
    all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((line) => line[0] !== ' '),
  );
  const shown: ChangeLine[] = [];
  for (const [at, line] of all.entries()) {
    if (isNear[at] === true) shown.push(line);
    else if (shown.at(-1) !== null) shown.push(null);
  }
  return shown;
}
