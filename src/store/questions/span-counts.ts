// Percentiles of durations, part of the contract: durations are counted in steps of three digits, as many as are shown, and the
// step of the nearest rank is the answer. Engines that count in these steps agree exactly.

/** Below a thousand milliseconds every millisecond is a step; above, 900 steps for each power of ten. */
const FINE = 1000;
const STEPS = 900;
const POWERS = 12;
const LAST = FINE + POWERS * STEPS;
/** Counts are kept in pages: most durations are alike. */
const PAGE_BITS = 8;
const PAGE = 2 ** PAGE_BITS;

/** The step that a duration counts in. */
export function stepOf(ms: number): number {
  if (ms < FINE) return Math.max(0, Math.round(ms));
  let power = 1;
  let unit = 10;
  while (ms >= FINE * unit && power < POWERS) {
    unit *= 10;
    power++;
  }
  return Math.min(LAST, FINE + (power - 1) * STEPS + Math.round(ms / unit) - 100);
}

/** The duration that a step stands for. */
export function msOf(step: number): number {
  if (step < FINE) return step;
  const above = step - FINE;
  return (100 + (above % STEPS)) * 10 ** (1 + Math.floor(above / STEPS));
}

/** Sums of durations are rounded to the microsecond: lower digits depend on the order of addition. */
export function toldSum(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

export class SpanCounts {
  count = 0;
  readonly #pages: (Uint32Array | undefined)[] = [];

  add(ms: number): void {
    this.addStep(stepOf(ms), 1);
  }

  /** Adds this many durations of one step. */
  addStep(step: number, count: number): void {
    const page = this.#page(step >>> PAGE_BITS);
    const place = step & (PAGE - 1);
    page[place] = (page[place] ?? 0) + count;
    this.count += count;
  }

  include(other: SpanCounts | undefined): void {
    if (other === undefined) return;
    this.count += other.count;
    for (const [number, counts] of other.#pages.entries()) {
      if (counts === undefined) continue;
      const page = this.#page(number);
      for (let i = 0; i < PAGE; i++) page[i] = (page[i] ?? 0) + (counts[i] ?? 0);
    }
  }

  #page(number: number): Uint32Array {
    const known = this.#pages[number];
    if (known !== undefined) return known;
    const page = new Uint32Array(PAGE);
    this.#pages[number] = page;
    return page;
  }

  /** Nearest rank: a measured value, never one between two. */
  percentile(share: number): number | null {
    const rank = Math.max(1, Math.ceil(this.count * share));
    let seen = 0;
    for (const [number, page] of this.#pages.entries()) {
      for (let i = 0; page !== undefined && i < PAGE; i++) {
        seen += page[i] ?? 0;
        if (seen >= rank) return msOf(number * PAGE + i);
      }
    }
    return null;
  }
}
