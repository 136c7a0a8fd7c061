// The rows of a diff: hunks with line numbers, long unchanged runs folded, removed lines paired with added ones.

export interface DiffHunk {
  readonly oldStart: number | null;
  readonly oldLines: number;
  readonly newStart: number | null;
  readonly newLines: number;
  /** Each begins with ' ', '-', '+' or '\'. */
  readonly lines: readonly string[];
  readonly section?: string | undefined;
}

export interface DiffFile {
  readonly path: string;
  readonly movedTo?: string | undefined;
  readonly change: string;
  readonly basis: string;
  readonly hunks: readonly DiffHunk[];
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
}

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'remark';
  readonly text: string;
  readonly oldNumber: number | null;
  readonly newNumber: number | null;
  /** Line index in the text of its side, for looking up colours. */
  readonly oldIndex: number | null;
  readonly newIndex: number | null;
  /** The line it replaced, or that replaced it: an index into the diff's lines. */
  pair: number | null;
}

export type DiffRow =
  | { readonly type: 'line'; readonly index: number }
  /** Above the hunk of that number. */
  | { readonly type: 'gap'; readonly lines: number | null; readonly section: string; readonly hunk: number }
  | { readonly type: 'fold'; readonly id: number; readonly lines: readonly number[] };

export interface DiffRows {
  readonly lines: readonly DiffLine[];
  readonly rows: readonly DiffRow[];
  /** The text of each side, hunk after hunk. */
  readonly oldText: string;
  readonly newText: string;
  /** Digits of the highest line number; 0 when no numbers are known. */
  readonly digits: number;
}

/** Unchanged lines kept around a change. */
const CONTEXT = 4;
const FOLD_FROM = CONTEXT * 2 + 4;

function kindOf(mark: string): DiffLine['kind'] {
  return mark === '+' ? 'added' : mark === '-' ? 'removed' : mark === '\\' ? 'remark' : 'same';
}

/** Reads hunks one by one and counts lines on both sides. */
class RowMaker {
  readonly lines: DiffLine[] = [];
  readonly rows: DiffRow[] = [];
  readonly #old: string[] = [];
  readonly #new: string[] = [];
  #nextOld: number | null = 1;
  #highest = 0;

  addHunk(hunk: DiffHunk, number: number, hasHead: boolean): void {
    const skipped = hunk.oldStart === null || this.#nextOld === null ? 0 : hunk.oldStart - this.#nextOld;
    const section = hunk.section ?? '';
    if (hasHead || number > 0 || section !== '' || skipped > 0) {
      this.rows.push({ type: 'gap', lines: skipped > 0 ? skipped : null, section, hunk: number });
    }
    const first = this.lines.length;
    this.#addLines(hunk);
    this.#pair(first);
    this.#fold(first);
  }

  #addLines(hunk: DiffHunk): void {
    let oldNumber = hunk.oldStart;
    let newNumber = hunk.newStart;
    for (const raw of hunk.lines) {
      const kind = kindOf(raw.charAt(0));
      const text = raw.slice(1);
      const inOld = kind === 'same' || kind === 'removed';
      const inNew = kind === 'same' || kind === 'added';
      this.lines.push({
        kind,
        text,
        oldNumber: inOld ? oldNumber : null,
        newNumber: inNew ? newNumber : null,
        oldIndex: inOld ? this.#old.push(text) - 1 : null,
        newIndex: inNew ? this.#new.push(text) - 1 : null,
        pair: null,
      });
      if (inOld && oldNumber !== null) oldNumber++;
      if (inNew && newNumber !== null) newNumber++;
    }
    this.#nextOld = oldNumber;
    this.#highest = Math.max(this.#highest, oldNumber ?? 0, newNumber ?? 0);
  }

  /** Pairs removed lines with the added ones right after them, in order. */
  #pair(first: number): void {
    let removed: number[] = [];
    let added = 0;
    for (let index = first; index < this.lines.length; index++) {
      const line = this.lines[index];
      if (line?.kind === 'removed') {
        if (added > 0) removed = [];
        added = 0;
        removed.push(index);
      } else if (line?.kind === 'added') {
        const other = removed[added++];
        const partner = other === undefined ? undefined : this.lines[other];
        if (other !== undefined && partner !== undefined) {
          line.pair = other;
          partner.pair = index;
        }
      } else if (line?.kind === 'same') {
        removed = [];
        added = 0;
      }
    }
  }

  #fold(first: number): void {
    let index = first;
    while (index < this.lines.length) {
      let end = index;
      while (end < this.lines.length && this.lines[end]?.kind === 'same') end++;
      if (end - index >= FOLD_FROM) {
        const from = index === first ? index : index + CONTEXT;
        const to = end === this.lines.length ? end : end - CONTEXT;
        this.#rowsOf(index, from);
        const folded = Array.from({ length: to - from }, (_, at) => from + at);
        this.rows.push({ type: 'fold', id: from, lines: folded });
        this.#rowsOf(to, end);
      } else this.#rowsOf(index, end);
      if (end < this.lines.length) this.#rowsOf(end, end + 1);
      index = end + 1;
    }
  }

  #rowsOf(from: number, to: number): void {
    for (let index = from; index < to; index++) this.rows.push({ type: 'line', index });
  }

  made(): DiffRows {
    return {
      lines: this.lines,
      rows: this.rows,
      oldText: this.#old.join('\n'),
      newText: this.#new.join('\n'),
      digits: this.#highest === 0 ? 0 : String(this.#highest).length,
    };
  }
}

/** `hasHeads`: every hunk has a head, including the first one. */
export function diffRows(hunks: readonly DiffHunk[], hasHeads = false): DiffRows {
  const maker = new RowMaker();
  hunks.forEach((hunk, index) => {
    maker.addHunk(hunk, index, hasHeads);
  });
  return maker.made();
}

/** The rows with the given folds expanded. */
export function openRows({ rows }: DiffRows, opened: ReadonlySet<number>): readonly DiffRow[] {
  if (opened.size === 0) return rows;
  return rows.flatMap((row): readonly DiffRow[] =>
    row.type === 'fold' && opened.has(row.id) ? row.lines.map((index) => ({ type: 'line', index })) : [row],
  );
}

export type SplitRow =
  | Exclude<DiffRow, { readonly type: 'line' }>
  | { readonly type: 'pair'; readonly left: number | null; readonly right: number | null };

/** Side by side: a removed line and the added one that replaced it share a row. */
export function splitRows({ lines }: DiffRows, rows: readonly DiffRow[]): readonly SplitRow[] {
  const made: SplitRow[] = [];
  let lefts: number[] = [];
  let rights: number[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(lefts.length, rights.length); at++) {
      made.push({ type: 'pair', left: lefts[at] ?? null, right: rights[at] ?? null });
    }
    lefts = [];
    rights = [];
  };
  for (const row of rows) {
    const line = row.type === 'line' ? lines[row.index] : undefined;
    if (row.type === 'line' && line?.kind === 'removed') {
      if (rights.length > 0) flush();
      lefts.push(row.index);
    } else if (row.type === 'line' && line?.kind === 'added') rights.push(row.index);
    else {
      flush();
      made.push(row.type === 'line' ? { type: 'pair', left: row.index, right: row.index } : row);
    }
  }
  flush();
  return made;
}
