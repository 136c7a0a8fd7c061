// Hands out what a synchronous walk finds in batches, with one wait for each.

/** The first is small, so that something can be shown at once. */
const FIRST = 32;
const MOST = 512;

export async function* inBatches<Item>(items: Iterable<Item>): AsyncGenerator<readonly Item[]> {
  let most = FIRST;
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
    most = Math.min(MOST, 2 * most);
  }
  if (batch.length > 0) yield batch;
}

/** The first so many. */
export function* firstOf<Item>(items: Iterable<Item>, limit: number): Generator<Item> {
  if (limit <= 0) return;
  let count = 0;
  for (const item of items) {
    yield item;
    if (++count >= limit) return;
  }
}
