// Many time spans: sorted, merged, and their total coverage. Sessions have a hundred thousand of them, so they are numbers
// in two arrays instead of objects.

export class Spans {
  #from: Float64Array;
  #to: Float64Array;
  #size = 0;
  #isInOrder = true;

  /** `most`: the maximum number. */
  constructor(most: number) {
    this.#from = new Float64Array(most);
    this.#to = new Float64Array(most);
  }

  static of(list: readonly (readonly [from: number, to: number])[]): Spans {
    const spans = new Spans(list.length);
    for (const [from, to] of list) spans.add(from, to);
    return spans;
  }

  add(from: number, to: number): void {
    const size = this.#size++;
    // Logs are nearly in order: usually there is nothing to sort.
    this.#isInOrder &&= size === 0 || from >= (this.#from[size - 1] ?? 0);
    this.#from[size] = from;
    this.#to[size] = to;
  }

  get size(): number {
    return this.#size;
  }

  /** In order, those put together that overlap or have at most `gapMs` between them. */
  merged(gapMs: number): { from: number; to: number }[] {
    const made: { from: number; to: number }[] = [];
    let last: { from: number; to: number } | undefined;
    this.#sort();
    for (let i = 0; i < this.#size; i++) {
      const from = this.#from[i] ?? 0;
      const to = this.#to[i] ?? 0;
      if (last !== undefined && from - last.to <= gapMs) last.to = Math.max(last.to, to);
      else {
        last = { from, to };
        made.push(last);
      }
    }
    return made;
  }

  /** Time covered by at least one of them. */
  coveredMs(): number {
    let sum = 0;
    let until = Number.NEGATIVE_INFINITY;
    this.#sort();
    for (let i = 0; i < this.#size; i++) {
      const from = Math.max(this.#from[i] ?? 0, until);
      const to = this.#to[i] ?? 0;
      if (to <= from) continue;
      sum += to - from;
      until = to;
    }
    return sum;
  }

  #sort(): void {
    if (this.#isInOrder) return;
    const [from, to] = [this.#from, this.#to];
    const order = Uint32Array.from({ length: this.#size }, (_, i) => i);
    order.sort((a, b) => (from[a] ?? 0) - (from[b] ?? 0));
    this.#from = Float64Array.from(order, (i) => from[i] ?? 0);
    this.#to = Float64Array.from(order, (i) => to[i] ?? 0);
    this.#isInOrder = true;
  }
}
