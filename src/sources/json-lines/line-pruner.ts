// The scanner of log lines: WebAssembly with its own memory, which files are read straight into. Undefined if it cannot run; then
// lines are parsed whole.

import { asArray, parseJson } from '../../base/json.ts';
import { NEWLINE } from '../../base/lines.ts';
import type { UnreadRecord } from '../../formats/format.ts';
import { PRUNE_MODULE } from './prune-module.ts';
import { PruneRules } from './prune-rules.ts';

declare global {
  /** The part that the scanner needs: the types of Node.js have none. */
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }

    class Memory {
      constructor(limits: { initial: number; maximum: number });
      readonly buffer: ArrayBuffer;
    }

    class Instance {
      constructor(module: Module, imports: { env: { memory: Memory } });
      readonly exports: { readonly [name: string]: unknown };
    }
  }
}

const PAGE = 64 * 1024;
const RULES_START = 1024;
const ROWS_START = PAGE;
const ROWS_MAX = 4096;
const ROW_WORDS = 4;
const INPUT_START = 2 * PAGE;
/** Longer lines, line end included, are read without the scanner. */
export const INPUT_MAX = 4 * 1024 * 1024;
/** The scanner reads up to sixty-four bytes at a time, so it may read past the end. */
const OUTPUT_START = INPUT_START + INPUT_MAX + PAGE;
/** A copy may be a quarter longer than its line. */
const MEMORY_BYTES = OUTPUT_START + INPUT_MAX + INPUT_MAX / 4 + PAGE;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
/**
 * Lines of plain ASCII are decoded and parsed together as one list, up to this many bytes: V8 expects that a member of a list has
 * the keys of the one before. That takes a fifth off decoding and parsing. From 128 KB on, a text would be a large object, which
 * costs more.
 */
const RUN_MAX = 64 * 1024;

type Prune = (
  input: number,
  length: number,
  output: number,
  rows: number,
  most: number,
  table: number,
  isSound: boolean,
) => number;

/** The scan result of one line; one object, reused for every line. */
export interface ScannedLine {
  /** Place in `input`, without the line end. */
  start: number;
  end: number;
  /** The line's value without what reading leaves out; undefined when the line has to be parsed. */
  value: unknown;
  /** Whether a long text in it was cut. */
  isCut: boolean;
}

let compiled: WebAssembly.Module | null | undefined;

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Buffer.from(PRUNE_MODULE, 'base64'));
  } catch {
    // No WebAssembly, or none with vectors.
    return null;
  }
}

export class LinePruner {
  /** Files are read into this. */
  readonly input: Buffer;
  readonly #memory: Buffer;
  readonly #rows: Uint32Array;
  readonly #prune: Prune;
  readonly #rules: PruneRules;
  /** Call before the lines of another file, or of another place in it: `same` values are then given in full again. */
  readonly forget: () => void;
  readonly #line: ScannedLine = { start: 0, end: 0, value: undefined, isCut: false };

  private constructor(memory: WebAssembly.Memory, prune: Prune, forget: () => void) {
    this.#memory = Buffer.from(memory.buffer);
    this.input = this.#memory.subarray(INPUT_START, INPUT_START + INPUT_MAX + 1);
    this.#rows = new Uint32Array(memory.buffer, ROWS_START, ROWS_MAX * ROW_WORDS);
    this.#prune = prune;
    this.forget = forget;
    this.#rules = new PruneRules(this.#memory, RULES_START, ROWS_START);
  }

  /** Undefined if the scanner cannot run. */
  static create(): LinePruner | undefined {
    compiled = compiled === undefined ? compile() : compiled;
    if (compiled === null) return undefined;
    const memory = new WebAssembly.Memory({ initial: MEMORY_BYTES / PAGE, maximum: MEMORY_BYTES / PAGE });
    const { prune, forget } = new WebAssembly.Instance(compiled, { env: { memory } }).exports;
    if (typeof prune !== 'function' || typeof forget !== 'function') return undefined;
    return new LinePruner(memory, prune as Prune, forget as () => void);
  }

  /**
   * Scans the whole lines in the first `length` bytes of the input; returns how many bytes they were. `isSound` when all
   * of them are valid UTF-8.
   */
  scan(length: number, isSound: boolean, unread: UnreadRecord, take: (line: ScannedLine) => void): number {
    this.input[length] = NEWLINE;
    const table = this.#rules.tableOf(unread);
    let done = 0;
    for (;;) {
      const count = this.#prune(INPUT_START + done, length - done, OUTPUT_START, ROWS_START, ROWS_MAX, table, isSound);
      for (let row = 0; row < count; ) row = this.#takeRun(row, count, take);
      if (count === 0) return done;
      done = this.#endOf(count - 1);
      if (count < ROWS_MAX) return done;
    }
  }

  /** Just after the line end of a row's line. */
  #endOf(row: number): number {
    const end = (this.#rows[row * ROW_WORDS + 1] ?? 0) - INPUT_START;
    return this.input[end] === NEWLINE ? end + 1 : end + 2;
  }

  /** Where a row's copy ends, times four, with its marks; 0 when there is none. */
  #copied(row: number): number {
    return this.#rows[row * ROW_WORDS + 3] ?? 0;
  }

  /** Takes a row, and those after it that can be parsed with it; returns the next one. */
  #takeRun(first: number, count: number, take: (line: ScannedLine) => void): number {
    const copied = this.#copied(first);
    if (copied === 0) {
      this.#take(first, undefined, take);
      return first + 1;
    }
    const start = this.#rows[first * ROW_WORDS + 2] ?? 0;
    let next = first + 1;
    if (isAscii(copied))
      while (next < count && isAscii(this.#copied(next)) && (this.#copied(next) >>> 2) - start <= RUN_MAX) next++;
    const values = this.#parse(start, this.#copied(next - 1) >>> 2, isAscii(copied) ? 'latin1' : 'utf8');
    for (let row = first; row < next; row++) this.#take(row, values?.[row - first], take);
    return next;
  }

  /** The values of copies, which follow each other with commas between: with brackets, they are a list. */
  #parse(start: number, end: number, encoding: 'latin1' | 'utf8'): readonly unknown[] | undefined {
    this.#memory[start - 1] = OPEN_BRACKET;
    this.#memory[end] = CLOSE_BRACKET;
    const parsed = parseJson(this.#memory.toString(encoding, start - 1, end + 1));
    return parsed.ok ? asArray(parsed.value) : undefined;
  }

  #take(row: number, value: unknown, take: (line: ScannedLine) => void): void {
    const line = this.#line;
    line.start = (this.#rows[row * ROW_WORDS] ?? 0) - INPUT_START;
    line.end = (this.#rows[row * ROW_WORDS + 1] ?? 0) - INPUT_START;
    line.value = value;
    line.isCut = (this.#copied(row) & 2) === 2;
    take(line);
  }
}

function isAscii(copied: number): boolean {
  return (copied & 1) === 1;
}

const idle: LinePruner[] = [];
let isMissing = false;

/** Lends a scanner to `work`, exclusively until it is done. */
export async function withPruner<Value>(work: (pruner: LinePruner | undefined) => Promise<Value>): Promise<Value> {
  const pruner = isMissing ? undefined : (idle.pop() ?? LinePruner.create());
  if (pruner === undefined) isMissing = true;
  try {
    return await work(pruner);
  } finally {
    if (pruner !== undefined) idle.push(pruner);
  }
}
