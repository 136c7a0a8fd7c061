// Maps moments to positions on a line: long silences are drawn short, so that work stays visible.

import type { Spans } from './spans.ts';

export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A silence that is drawn short, with its position from 0 to 1. */
interface PlacedGap extends Gap {
  readonly start: number;
  readonly end: number;
}

interface Piece {
  readonly from: number;
  readonly to: number;
  /** Position of its beginning, and its length, from 0 to 1. */
  start: number;
  length: number;
  readonly isGap: boolean;
}

/** Drawn length of a silence, as a share of all the work. */
const GAP_SHARE = 0.012;
/** Maximum share of all silences together. */
const MOST_GAPS = 0.25;

export class TimeScale {
  readonly from: number;
  readonly to: number;
  /** No moment is known: from and to stand for nothing. */
  readonly isEmpty: boolean;
  readonly #pieces: readonly Piece[];
  /** Cached: every row needs them. */
  #gaps: readonly PlacedGap[] | undefined;

  private constructor(from: number, to: number, pieces: readonly Piece[], isEmpty = false) {
    this.isEmpty = isEmpty;
    this.from = from;
    this.to = to;
    this.#pieces = pieces;
  }

  /** From spans of activity; silences longer than `gapMs` are drawn short. */
  static over(spans: Spans, gapMs = Number.POSITIVE_INFINITY): TimeScale {
    const busy = spans.merged(gapMs);
    const first = busy[0];
    const last = busy.at(-1);
    if (first === undefined || last === undefined) return new TimeScale(0, 1, [piece(0, 1, false)], true);
    // A single moment is drawn as a millisecond, so that places lead back to it.
    const end = Math.max(last.to, first.from + 1);
    const pieces: Piece[] = [];
    for (const [i, { from, to }] of busy.entries()) {
      const before = busy[i - 1];
      if (before !== undefined) pieces.push(piece(before.to, from, true));
      pieces.push(piece(from, i === busy.length - 1 ? end : Math.max(to, from), false));
    }
    const scale = new TimeScale(first.from, end, pieces);
    lay(pieces);
    return scale;
  }

  /** 0 to 1. */
  place(at: number): number {
    if (at <= this.from) return 0;
    if (at >= this.to) return 1;
    const found = this.#find((candidate) => candidate.to, at);
    const span = found.to - found.from;
    return found.start + (span === 0 ? 0 : ((at - found.from) / span) * found.length);
  }

  /** The moment at a position. */
  at(place: number): number {
    const clamped = Math.min(1, Math.max(0, place));
    const found = this.#find((candidate) => candidate.start + candidate.length, clamped);
    const share = found.length === 0 ? 0 : (clamped - found.start) / found.length;
    return found.from + Math.min(1, Math.max(0, share)) * (found.to - found.from);
  }

  /** Silences that are drawn short, with their positions. */
  gaps(): readonly PlacedGap[] {
    this.#gaps ??= this.#pieces
      .filter(({ isGap }) => isGap)
      .map(({ from, to, start, length }) => ({ from, to, start, end: start + length }));
    return this.#gaps;
  }

  #find(endOf: (candidate: Piece) => number, value: number): Piece {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = this.#pieces[middle];
      if (candidate !== undefined && endOf(candidate) < value) low = middle + 1;
      else high = middle;
    }
    return this.#pieces[low] ?? piece(this.from, this.to, false);
  }
}

function piece(from: number, to: number, isGap: boolean): Piece {
  return { from, to, start: 0, length: 1, isGap };
}

function lay(pieces: readonly Piece[]): void {
  const gaps = pieces.filter(({ isGap }) => isGap).length;
  const busyMs = pieces.reduce((sum, { from, to, isGap }) => sum + (isGap ? 0 : to - from), 0);
  const gapShare = gaps === 0 ? 0 : Math.min(GAP_SHARE, MOST_GAPS / gaps);
  const rest = 1 - gapShare * gaps;
  const idleOnly = busyMs === 0 ? 1 / Math.max(1, pieces.length - gaps) : 0;
  let start = 0;
  for (const one of pieces) {
    one.start = start;
    one.length = one.isGap ? gapShare : rest * (busyMs === 0 ? idleOnly : (one.to - one.from) / busyMs);
    start += one.length;
  }
}
