// Percentiles by selection, without sorting all values.

/** Moves the value of a rank to its sorted position, with everything smaller before it. Changes the list. */
function select(list: Float64Array, rank: number): void {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const pivot = list[(low + high) >> 1] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((list[i] ?? 0) < pivot) i++;
      while ((list[j] ?? 0) > pivot) j--;
      if (i > j) break;
      const swapped = list[i] ?? 0;
      list[i] = list[j] ?? 0;
      list[j] = swapped;
      i++;
      j--;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else return;
  }
}

/** By nearest rank; null for an empty list. Changes the order of the list. */
export function percentile(list: Float64Array, share: number): number | null {
  const rank = Math.max(0, Math.ceil(list.length * share) - 1);
  select(list, rank);
  return list[rank] ?? null;
}
