// Numbers things by their hashes, in order of arrival: ten to twenty bytes each, where a map of numbers takes fifty.

/** No such row. */
export const NOT_THERE = -1;

const ROWS_MIN = 32;

export class HashedRows {
  #keys: Float64Array;
  #rows = 0;
  /** Rows by hash, plus one; open addressing, never more than half full. */
  #slots: Int32Array;

  constructor(keys: Float64Array = new Float64Array()) {
    let room = ROWS_MIN;
    while (room < keys.length) room *= 2;
    this.#keys = new Float64Array(room);
    this.#slots = new Int32Array(room * 2);
    for (const key of keys) this.add(key);
  }

  get size(): number {
    return this.#rows;
  }

  /** All hashes, by row: a view of them. */
  get keys(): Float64Array {
    return this.#keys.subarray(0, this.#rows);
  }

  keyOf(row: number): number {
    return this.#keys[row] ?? 0;
  }

  /** The row with this hash, or NOT_THERE. */
  find(key: number): number {
    const mask = this.#slots.length - 1;
    // The low 32 bits of a hash are as good as all of it.
    for (let slot = (key | 0) & mask; ; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0 || this.#keys[row] === key) return row;
    }
  }

  /** Adds a hash that is not there yet; returns its row. */
  add(key: number): number {
    if (this.#rows === this.#keys.length) this.#grow();
    const row = this.#rows++;
    this.#keys[row] = key;
    this.#enter(row);
    return row;
  }

  #enter(row: number): void {
    const mask = this.#slots.length - 1;
    let slot = ((this.#keys[row] ?? 0) | 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(keys.length * 2);
    for (let row = 0; row < this.#rows; row++) this.#enter(row);
  }
}
