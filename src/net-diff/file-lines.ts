// A file as calls change it line by line: what is there now, its line number in the original file, and which call added or removed it.
// Lines that were never shown are known by their number alone.

import type { Hunk } from '../tools/hunks.ts';
import { type HunkLine, hunkLines, isSameLine, LOOKS } from './hunk-lines.ts';
import { lineMatches } from './line-matches.ts';

/** One changed line, separate from what stayed. `by`: the number of the call that did it. */
export type LineOp =
  | { readonly mark: ' ' | '-' | '+'; readonly text: string; readonly by: number | null }
  /** Unchanged lines that the log never shows. */
  | { readonly mark: '…'; readonly count: number };

interface Line {
  text: string | null;
  /** Its number in the original file; null for a line that was added. */
  readonly origin: number | null;
  readonly by: number | null;
}

/** Lines of the original file that were never shown. */
interface Run {
  readonly from: number;
  readonly count: number;
}

type Item = Line | Run;

function isRun(item: Item): item is Run {
  return 'count' in item;
}

export class FileLines {
  #items: Item[];
  #runs: number;
  readonly #gone = new Map<number, { readonly text: string; readonly by: number }>();

  private constructor(items: Item[], runs: number) {
    this.#items = items;
    this.#runs = runs;
  }

  /** A file about which nothing is known. */
  static unknown(): FileLines {
    return new FileLines([{ from: 1, count: Number.POSITIVE_INFINITY }], 1);
  }

  /** A file whose every line is known; no lines for one that does not exist. */
  static of(lines: readonly string[]): FileLines {
    return new FileLines(
      lines.map((text, at) => ({ text, origin: at + 1, by: null })),
      0,
    );
  }

  /** No line of it is unknown. */
  get isWhole(): boolean {
    return this.#runs === 0;
  }

  /** Every line as it is now; undefined when some were never shown. */
  texts(): readonly string[] | undefined {
    return this.#runs > 0 ? undefined : this.#items.map((item) => (isRun(item) ? '' : (item.text ?? '')));
  }

  /** What was added since, and what was removed. */
  get touched(): { readonly added: readonly string[]; readonly removed: readonly string[] } {
    const added = this.#items.flatMap((item) => (isRun(item) || item.origin !== null ? [] : (item.text ?? '')));
    return { added, removed: [...this.#gone.values()].map(({ text }) => text) };
  }

  /** Learns the whole file as it is now. False when it contradicts what is known: something else changed it. */
  learn(lines: readonly string[]): boolean {
    let at = 0;
    for (const item of this.#items) {
      if (isRun(item)) at += Number.isFinite(item.count) ? item.count : lines.length - at;
      else if (at >= lines.length || (item.text !== null && !isSameLine(item.text, lines[at] ?? ''))) return false;
      else at++;
    }
    if (at !== lines.length) return false;
    at = 0;
    this.#items = this.#items.flatMap((item): Item[] => {
      if (!isRun(item)) {
        item.text = lines[at] ?? '';
        at++;
        return [item];
      }
      const count = Number.isFinite(item.count) ? item.count : lines.length - at;
      const from = at;
      at += count;
      return Array.from({ length: count }, (_, step) => ({
        text: lines[from + step] ?? '',
        origin: item.from + step,
        by: null,
      }));
    });
    this.#runs = 0;
    return true;
  }

  /** The whole file became this. Only for files whose every line is known. */
  become(lines: readonly string[], by: number): void {
    const before = this.#items.flatMap((item) => (isRun(item) ? [] : [item]));
    const made: Item[] = [];
    let oldAt = 0;
    let newAt = 0;
    const until = (oldTo: number, newTo: number): void => {
      for (; oldAt < oldTo; oldAt++) this.#remove(before[oldAt], by);
      for (; newAt < newTo; newAt++) made.push({ text: lines[newAt] ?? '', origin: null, by });
    };
    for (const [oldLine, newLine] of lineMatches(
      before.map(({ text }) => text ?? ''),
      lines,
    )) {
      until(oldLine, newLine);
      const kept = before[oldAt++];
      newAt++;
      if (kept !== undefined) made.push(kept);
    }
    until(before.length, lines.length);
    this.#items = made;
  }

  /** Applies hunks with line numbers, all or none. False when other lines are there than they say. */
  applyPlaced(hunks: readonly Hunk[], by: number): boolean {
    const placed: { readonly at: number; readonly lines: readonly HunkLine[] }[] = [];
    for (const hunk of hunks) {
      const lines = hunkLines(hunk);
      if (lines === undefined || hunk.oldStart === null) return false;
      const old = lines.filter(({ mark }) => mark !== '+').length;
      // A hunk without old lines names the line before it, unless there is none.
      const start = old === 0 ? Math.min(hunk.oldStart + 1, this.#length() + 1) : hunk.oldStart;
      if (start < 1 || !this.#fits(start, lines)) return false;
      placed.push({ at: start, lines });
    }
    // From the last to the first, so that line numbers stay valid.
    for (const { at, lines } of placed.sort((a, b) => b.at - a.at)) this.#put(this.#open(at, lines), lines, by);
    return true;
  }

  /** Applies hunks without line numbers: each is searched after the one before. `isOnly`: an ambiguous place does not count. */
  applyFound(hunks: readonly Hunk[], by: number, isOnly: boolean): boolean {
    const found: { readonly at: number; readonly lines: readonly HunkLine[] }[] = [];
    let from = 0;
    for (const hunk of hunks) {
      const lines = hunkLines(hunk);
      if (lines === undefined) return false;
      const old = lines.filter(({ mark }) => mark !== '+').map(({ text }) => text);
      if (hunk.section !== undefined) from = Math.max(from, this.#find([hunk.section.split(' › ').at(-1) ?? ''], from));
      const at = old.length === 0 ? (this.#runs > 0 ? -1 : this.#items.length) : this.#find(old, from);
      if (at === -1 || (isOnly && old.length > 0 && this.#find(old, at + 1) !== -1)) return false;
      found.push({ at, lines });
      from = at + old.length;
    }
    for (const { at, lines } of found.reverse()) this.#put(at, lines, by);
    return true;
  }

  /** The file was deleted. */
  removeAll(by: number): void {
    for (const item of this.#items) if (!isRun(item)) this.#remove(item, by);
    this.#items = [];
    this.#runs = 0;
  }

  /** From the original file to the current one; lines removed and added back are left out. */
  *ops(): Generator<LineOp> {
    let next = 1;
    let added: Line[] = [];
    for (const item of this.#items) {
      const origin = isRun(item) ? item.from : item.origin;
      if (origin === null) {
        if (!isRun(item)) added.push(item);
        continue;
      }
      yield* this.#block(next, origin, added);
      added = [];
      if (isRun(item)) {
        yield { mark: '…', count: item.count };
        next = origin + item.count;
      } else {
        yield item.text === null ? { mark: '…', count: 1 } : { mark: ' ', text: item.text, by: null };
        next = origin + 1;
      }
    }
    yield* this.#block(next, Number.POSITIVE_INFINITY, added);
  }

  *#block(from: number, to: number, added: readonly Line[]): Generator<LineOp> {
    const removed: { readonly text: string; readonly by: number }[] = [];
    for (let origin = from; origin < to; origin++) {
      const line = this.#gone.get(origin);
      if (line === undefined) break;
      removed.push(line);
    }
    const texts = added.map(({ text }) => text ?? '');
    let oldAt = 0;
    let newAt = 0;
    const matches = lineMatches(
      removed.map(({ text }) => text),
      texts,
    );
    for (const [oldLine, newLine] of [...matches, [removed.length, added.length] as const]) {
      for (; oldAt < oldLine; oldAt++) yield { mark: '-', text: '', by: null, ...removed[oldAt] };
      for (; newAt < newLine; newAt++) yield { mark: '+', text: texts[newAt] ?? '', by: added[newAt]?.by ?? null };
      if (newLine < added.length || oldLine < removed.length) {
        yield { mark: ' ', text: texts[newLine] ?? '', by: null };
        oldAt++;
        newAt++;
      }
    }
  }

  #length(): number {
    return this.#items.reduce((sum, item) => sum + (isRun(item) ? item.count : 1), 0);
  }

  #remove(line: Line | undefined, by: number): void {
    if (line?.origin !== undefined && line.origin !== null) this.#gone.set(line.origin, { text: line.text ?? '', by });
  }

  /** Makes line `number` the first of its item and returns where that is; -1 after the end. */
  #cut(number: number): number {
    if (this.#runs === 0) return number >= 1 && number <= this.#items.length + 1 ? number - 1 : -1;
    let first = 1;
    for (let at = 0; at < this.#items.length; at++) {
      if (first === number) return at;
      const item = this.#items[at];
      if (item === undefined) break;
      const count = isRun(item) ? item.count : 1;
      if (isRun(item) && number < first + count) {
        const head = number - first;
        const tail: Run = { from: item.from + head, count: count - head };
        this.#items.splice(at, 1, { from: item.from, count: head }, tail);
        this.#runs++;
        return at + 1;
      }
      first += count;
    }
    return first === number ? this.#items.length : -1;
  }

  /** Splits the lines that a hunk covers into single lines, and returns where they begin; -1 when the file is too short. */
  #open(start: number, lines: readonly HunkLine[]): number {
    const count = lines.filter(({ mark }) => mark !== '+').length;
    const from = this.#cut(start);
    const to = this.#cut(start + count);
    if (from === -1 || to === -1) return -1;
    for (let at = from; at < this.#items.length && at < from + count; at++) {
      const item = this.#items[at];
      if (item === undefined || !isRun(item)) continue;
      const single = Array.from({ length: item.count }, (_, step) => ({
        text: null,
        origin: item.from + step,
        by: null,
      }));
      this.#items.splice(at, 1, ...single);
      this.#runs--;
    }
    return from;
  }

  #fits(start: number, lines: readonly HunkLine[]): boolean {
    let at = this.#open(start, lines);
    if (at === -1) return false;
    for (const { mark, text } of lines) {
      if (mark === '+') continue;
      const item = this.#items[at++];
      if (item === undefined || isRun(item)) return false;
      if (item.text !== null && !isSameLine(item.text, text)) return false;
    }
    return true;
  }

  #put(from: number, lines: readonly HunkLine[], by: number): void {
    const made: Item[] = [];
    let at = from;
    for (const { mark, text } of lines) {
      if (mark === '+') {
        made.push({ text, origin: null, by });
        continue;
      }
      const item = this.#items[at++];
      if (item === undefined || isRun(item)) continue;
      item.text ??= text;
      if (mark === ' ') made.push(item);
      else this.#remove(item, by);
    }
    this.#items = [...this.#items.slice(0, from), ...made, ...this.#items.slice(at)];
  }

  /** Where these lines are in sequence, at or after `from`; -1 when nowhere. */
  #find(lines: readonly string[], from: number): number {
    for (const look of LOOKS) {
      const wanted = lines.map(look);
      for (let at = from; at + lines.length <= this.#items.length; at++) {
        const isThere = wanted.every((text, step) => {
          const item = this.#items[at + step];
          return item !== undefined && !isRun(item) && item.text !== null && look(item.text) === text;
        });
        if (isThere) return at;
      }
    }
    return -1;
  }
}
