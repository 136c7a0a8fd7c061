// The hunks of a net diff: changed lines with some context, each hunk with the calls that made it.

import { hunkText } from '../tools/hunk-text.ts';
import type { Hunk } from '../tools/hunks.ts';
import type { LineOp } from './file-lines.ts';

export interface NetHunk extends Hunk {
  /** The calls that made it, by number, in order. */
  readonly by: readonly number[];
}

/** Whether the last line of the file has no line end; null if the log does not say. */
export interface OpenEnds {
  readonly before: boolean | null;
  readonly after: boolean | null;
  /** The call that changed it. */
  readonly by: number;
}

const CONTEXT = 3;
const REMARK = '\\ No newline at end of file';

type ShownOp = Exclude<LineOp, { readonly mark: '…' }>;

class OpenHunk {
  readonly lines: string[] = [];
  readonly #by = new Set<number>();
  readonly #oldStart: number;
  readonly #newStart: number;
  #old = 0;
  #new = 0;
  /** Unchanged lines at its end. */
  #tail = 0;

  constructor(oldStart: number, newStart: number) {
    this.#oldStart = oldStart;
    this.#newStart = newStart;
  }

  get tail(): number {
    return this.#tail;
  }

  add({ mark, text, by }: ShownOp): void {
    this.lines.push(mark + text);
    if (mark !== '+') this.#old++;
    if (mark !== '-') this.#new++;
    this.#tail = mark === ' ' ? this.#tail + 1 : 0;
    if (by !== null) this.#by.add(by);
  }

  remark(): void {
    this.lines.push(REMARK);
  }

  closed(isPlaced: boolean): NetHunk {
    const extra = Math.max(0, this.#tail - CONTEXT);
    const lines = extra === 0 ? this.lines : this.lines.slice(0, -extra);
    const [oldLines, newLines] = [this.#old - extra, this.#new - extra];
    return {
      oldStart: isPlaced ? (oldLines === 0 ? this.#oldStart - 1 : this.#oldStart) : null,
      oldLines,
      newStart: isPlaced ? (newLines === 0 ? this.#newStart - 1 : this.#newStart) : null,
      newLines,
      ...hunkText(lines),
      by: [...this.#by].sort((a, b) => a - b),
    };
  }
}

/** A changed end of the last line is a change of that line. */
function withEnds(ops: readonly LineOp[], { before, after, by }: OpenEnds): readonly LineOp[] {
  const last = ops.at(-1);
  if (before === null || after === null || before === after || last?.mark !== ' ') return ops;
  return [...ops.slice(0, -1), { ...last, mark: '-', by }, { ...last, mark: '+', by }];
}

function lastWith(ops: readonly LineOp[], mark: '-' | '+'): number {
  return ops.findLastIndex((op) => op.mark === mark || op.mark === ' ');
}

/** Takes the lines one by one. */
class HunkMaker {
  readonly made: NetHunk[] = [];
  readonly #isPlaced: boolean;
  #open: OpenHunk | undefined;
  #context: ShownOp[] = [];
  #oldNext = 1;
  #newNext = 1;

  constructor(isPlaced: boolean) {
    this.#isPlaced = isPlaced;
  }

  skip(count: number): void {
    this.close();
    this.#oldNext += count;
    this.#newNext += count;
  }

  add(op: ShownOp, isEnd: boolean): void {
    this.#context.push(op);
    if (op.mark !== ' ' && this.#open === undefined) this.#begin();
    else this.#open?.add(op);
    if (this.#context.length > CONTEXT) this.#context.shift();
    if (op.mark !== '+') this.#oldNext++;
    if (op.mark !== '-') this.#newNext++;
    const tail = this.#open?.tail ?? 0;
    if (isEnd && tail <= CONTEXT) this.#open?.remark();
    else if (tail > CONTEXT * 2) this.#end();
  }

  close(): void {
    this.#end();
    this.#context = [];
  }

  #begin(): void {
    const before = this.#context.length - 1;
    this.#open = new OpenHunk(this.#oldNext - before, this.#newNext - before);
    for (const op of this.#context) this.#open.add(op);
  }

  #end(): void {
    if (this.#open !== undefined) this.made.push(this.#open.closed(this.#isPlaced));
    this.#open = undefined;
  }
}

/** `isPlaced`: the line numbers are those of the file. */
export function netHunks(given: Iterable<LineOp>, isPlaced: boolean, ends: OpenEnds): readonly NetHunk[] {
  const ops = withEnds([...given], ends);
  const oldEnd = ends.before === true ? lastWith(ops, '-') : -1;
  const newEnd = ends.after === true ? lastWith(ops, '+') : -1;
  const maker = new HunkMaker(isPlaced);
  for (const [at, op] of ops.entries()) {
    if (op.mark === '…') maker.skip(op.count);
    else maker.add(op, at === oldEnd || at === newEnd);
  }
  maker.close();
  return maker.made;
}
