// Lanes: overlapping things are put next to each other, each into the first free lane.

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The smallest first. */
class Heap {
  readonly #items: { readonly key: number; readonly lane: number }[] = [];

  get first(): { readonly key: number; readonly lane: number } | undefined {
    return this.#items[0];
  }

  add(key: number, lane: number): void {
    const items = this.#items;
    let at = items.length;
    const item = { key, lane };
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || parent.key <= key) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  take(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [items[below], items[below + 1]];
      if (left === undefined) break;
      if (right !== undefined && right.key < left.key) below++;
      const least = items[below];
      if (least === undefined || least.key >= last.key) break;
      items[at] = least;
      at = below;
    }
    items[at] = last;
  }
}

/** The lane of each stretch, from 0 on. Two in one lane never overlap; they may touch. */
export function lanesOf(stretches: readonly Stretch[]): Int32Array {
  const start = (i: number): number => stretches[i]?.from ?? 0;
  const end = (i: number): number => stretches[i]?.to ?? 0;
  const order = Int32Array.from(stretches.keys()).sort((a, b) => start(a) - start(b) || end(a) - end(b) || a - b);
  const lanes = new Int32Array(stretches.length);
  const busy = new Heap();
  const free = new Heap();
  let count = 0;
  for (const i of order) {
    for (let next = busy.first; next !== undefined && next.key <= start(i); next = busy.first) {
      busy.take();
      free.add(next.lane, next.lane);
    }
    const lane = free.first?.lane ?? count++;
    free.take();
    lanes[i] = lane;
    busy.add(end(i), lane);
  }
  return lanes;
}
