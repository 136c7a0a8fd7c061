// Where the calls of a scope stand in a log, so that a search that only they can answer reads nothing else of it.

import type { Block, BlockTable } from './block-table.ts';
import type { PhysicalLine } from './match-line.ts';

export interface CallLine {
  readonly callId: string;
  readonly offset: number;
}

/** What is said because of a call, such as the text of a skill, names it in a line of its own soon after. */
const NEAR_BYTES = 64 * 1024;

export class CallLines {
  /** By their offsets. */
  readonly #lines: readonly CallLine[];

  constructor(lines: Iterable<CallLine>) {
    this.#lines = [...lines].sort((a, b) => a.offset - b.offset);
  }

  /** The same blocks, without those that no such line is in or shortly before. */
  narrow(table: BlockTable): BlockTable {
    return {
      count: table.count,
      end: table.end,
      at: (block) => table.at(block),
      findLast: (end, grams) => {
        let found = table.findLast(end, grams);
        while (found >= 0 && !this.#isNear(table.at(found))) found = table.findLast(found, grams);
        return found;
      },
    };
  }

  /** Whether the line is one of a call, or names one that stands shortly before it. */
  mayBelong({ offset, bytes }: PhysicalLine): boolean {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = this.#firstFrom(offset + 1) - 1; i >= 0; i--) {
      const line = this.#lines[i];
      if (line === undefined || line.offset < offset - NEAR_BYTES) return false;
      if (line.offset === offset || text.includes(line.callId)) return true;
    }
    return false;
  }

  #isNear({ offset, length }: Block): boolean {
    const line = this.#lines[this.#firstFrom(offset - NEAR_BYTES)];
    return line !== undefined && line.offset < offset + length;
  }

  #firstFrom(offset: number): number {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lines[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
