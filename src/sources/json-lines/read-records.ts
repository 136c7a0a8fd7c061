// Reads a log's records through the scanner: what reading leaves out is neither decoded nor parsed. Lines that the scanner is not
// sure of are passed on as lines.

import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { ByteLine } from '../../base/lines.ts';
import type { Format } from '../../formats/format.ts';
import { isCompressed } from '../files/compressed.ts';
import { openLog } from '../kinds/open-source.ts';
import { lineLimit } from './line-limit.ts';
import { INPUT_MAX, type LinePruner, type ScannedLine, withPruner } from './line-pruner.ts';
import { type LinesRead, type ReadLinesOptions, readLines } from './read-lines.ts';

const BLOCK = 512 * 1024;
const CR = 13;
/** Blocks between two turns for other work. */
const TURN_EVERY = 16;

/** The format's rules for reading less than everything. */
export type ReadingRules = Pick<Format, 'unread' | 'isEnough'>;

export interface RecordSink {
  /** A line that was read, without what `unread` names; `isCut` when a long text is incomplete. */
  record(record: JsonObject, offset: number, length: number, line: number, isCut: boolean): void;
  /** Any other line; its bytes must not be kept. */
  line(line: ByteLine): void;
}

class Feed {
  readonly #pruner: LinePruner;
  readonly #rules: ReadingRules;
  readonly #sink: RecordSink;
  readonly position: { offset: number; line: number };
  readonly #maxBytes = lineLimit();
  #isSound = true;
  readonly #take = (line: ScannedLine): void => this.#emit(line);

  constructor(pruner: LinePruner, rules: ReadingRules, sink: RecordSink, start: { offset: number; line: number }) {
    this.#pruner = pruner;
    this.#rules = rules;
    this.#sink = sink;
    this.position = { offset: start.offset, line: start.line };
    pruner.forget();
  }

  /** Emits the whole lines of the input's first bytes; returns the number of bytes left of a line, now at its start. */
  block(length: number): number {
    const { input } = this.#pruner;
    this.#isSound = isUtf8(input.subarray(0, length));
    const done = this.#pruner.scan(length, this.#isSound, this.#rules.unread, this.#take);
    if (done > 0 && done < length) input.copyWithin(0, done, length);
    this.position.offset += done;
    return length - done;
  }

  /** A last line without a line end. */
  rest(length: number): void {
    const { input } = this.#pruner;
    const end = input[length - 1] === CR ? length - 1 : length;
    this.#line(0, end, this.position.line, false);
  }

  #emit({ start, end, value, isCut }: ScannedLine): void {
    const length = end - start;
    const offset = this.position.offset + start;
    const line = this.position.line++;
    if (length > this.#maxBytes) {
      this.#line(start, end, line, true);
      return;
    }
    const isSound = isObject(value) && (this.#isSound || isUtf8(this.#pruner.input.subarray(start, end)));
    if (isSound && (!isCut || this.#rules.isEnough?.(value) === true)) {
      this.#sink.record(value, offset, length, line, isCut);
      return;
    }
    this.#line(start, end, line, true);
  }

  #line(start: number, end: number, line: number, terminated: boolean): void {
    const length = end - start;
    const offset = this.position.offset + start;
    const isTooLong = length > this.#maxBytes;
    const bytes = this.#pruner.input.subarray(start, isTooLong ? start : end);
    this.#sink.line({ bytes, offset, length, line, terminated, ...(isTooLong ? { isTooLong } : {}) });
  }
}

/**
 * Continues at `start`, as `readLines` does, until the end of the file or a line that is too long for the scanner: then `isWhole`
 * is false, and `position` is where that line starts.
 */
async function readPruned(
  path: string,
  pruner: LinePruner,
  rules: ReadingRules,
  sink: RecordSink,
  options: ReadLinesOptions,
): Promise<LinesRead & { readonly isWhole: boolean }> {
  const start = options.start ?? { offset: 0, line: 1 };
  const feed = new Feed(pruner, rules, sink, start);
  const size = options.blockBytes ?? BLOCK;
  const file = (options.open ?? openLog)(path);
  let at = start.offset;
  let carried = 0;
  let blocks = 0;
  let isWhole = true;
  try {
    for (;;) {
      const room = Math.min(size, INPUT_MAX - carried);
      if (room === 0) {
        isWhole = false;
        break;
      }
      const read = file.read(pruner.input.subarray(carried, carried + room), at);
      if (read === 0) break;
      at += read;
      carried = feed.block(carried + read);
      if (options.stop?.() === true) break;
      blocks++;
      if (blocks % TURN_EVERY === 0) await nextTurn();
    }
    if (isWhole && options.partial === true && carried > 0) feed.rest(carried);
  } catch (error) {
    options.onBroken?.(feed.position);
    throw error;
  } finally {
    file.close();
  }
  const { position } = feed;
  return { position, bytes: isWhole ? at - start.offset : position.offset - start.offset, isWhole };
}

/** Continues at `start`, every line once: scanned if possible, else parsed whole. */
export function readRecords(
  path: string,
  rules: ReadingRules,
  sink: RecordSink,
  options: ReadLinesOptions & { readonly portable?: boolean },
): Promise<LinesRead> {
  const take = (line: ByteLine): void => sink.line(line);
  if (options.portable === true || isCompressed(path)) return readLines(path, take, options);
  return withPruner(async (pruner) => {
    if (pruner === undefined) return readLines(path, take, options);
    const scanned = await readPruned(path, pruner, rules, sink, options);
    if (scanned.isWhole) return scanned;
    const rest = await readLines(path, take, { ...options, start: scanned.position });
    return { position: rest.position, bytes: scanned.bytes + rest.bytes };
  });
}
