// Places in a session's logs: which of many is the last before another, by binary search. Files are compared by their times.

import type { LineRef } from '../model/source.ts';

/** A place in the log, and its time. */
export interface LogMoment {
  readonly line: LineRef;
  readonly at: number | null;
}

/** Whether one is after another; undefined when the log does not say. */
export function isLater(a: LogMoment, b: LogMoment): boolean | undefined {
  if (a.line.source === b.line.source) return a.line.offset > b.line.offset;
  return a.at === null || b.at === null ? undefined : a.at > b.at;
}

/** How many of a sorted list are before a place. */
function countBefore(items: readonly { readonly end: LogMoment }[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.end.line.offset ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class LogPlaces<Item extends { readonly end: LogMoment }> {
  readonly #files = new Map<number, Item[]>();

  constructor(items: Iterable<Item>) {
    for (const item of items) {
      const { source } = item.end.line;
      const file = this.#files.get(source);
      if (file === undefined) this.#files.set(source, [item]);
      else file.push(item);
    }
    for (const file of this.#files.values()) file.sort((a, b) => a.end.line.offset - b.end.line.offset);
  }

  /** The last of those known to be before it. */
  lastBefore(moment: LogMoment): Item | undefined {
    const { source, offset } = moment.line;
    const own = this.#files.get(source) ?? [];
    let last = own[countBefore(own, offset) - 1];
    for (const [other, items] of this.#files) {
      if (other === source) continue;
      for (const item of items) {
        if (isLater(moment, item.end) !== true && item.end.at !== moment.at) continue;
        if (moment.at === null || item.end.at === null) continue;
        if (last === undefined || isLater(last.end, item.end) !== true) last = item;
      }
    }
    return last;
  }

  /** Of the same file. */
  firstAfter({ line: { source, offset } }: LogMoment): Item | undefined {
    const own = this.#files.get(source) ?? [];
    return own[countBefore(own, offset + 1)];
  }
}
