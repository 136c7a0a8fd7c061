// The rules for what reading leaves out, as tables in the scanner's memory. Their layout is the scanner's: see wasm/prune.ts.

import type { UnreadRecord } from '../../formats/format.ts';

const SLOTS = 64;
const TABLE_BYTES = SLOTS * 4;
const ENTRY_BYTES = 16;
const ENTER = 6;
const ACTIONS = { drop: 1, same: 2, false: 3, start: 4, cut: 5 } as const;
/** Room for a member's previous value, with its round and length. */
const BEFORE_BYTES = 256;

function hashKey(key: Buffer): number {
  return (key.length * 31 + (key[0] ?? 0) * 7 + (key[key.length - 1] ?? 0)) % SLOTS;
}

/** Writes tables one after the other into a part of the memory. */
export class PruneRules {
  readonly #memory: Buffer;
  readonly #end: number;
  #free: number;
  readonly #known = new Map<UnreadRecord, number>();

  constructor(memory: Buffer, start: number, end: number) {
    this.#memory = memory;
    this.#free = start;
    this.#end = end;
  }

  /** Where the table for these rules begins. */
  tableOf(rules: UnreadRecord): number {
    const known = this.#known.get(rules);
    if (known !== undefined) return known;
    const table = this.#write(rules);
    this.#known.set(rules, table);
    return table;
  }

  #write(rules: UnreadRecord): number {
    const table = this.#take(TABLE_BYTES);
    for (const [key, rule] of Object.entries(rules)) {
      const bytes = Buffer.from(key);
      // Keys that JSON escapes are not compared.
      if (bytes.length === 0 || JSON.stringify(key).length !== key.length + 2) continue;
      const entry = this.#take(ENTRY_BYTES + bytes.length);
      const slot = table + hashKey(bytes) * 4;
      const inner = typeof rule === 'string' ? (rule === 'same' ? this.#take(BEFORE_BYTES) : 0) : this.#write(rule);
      const action = typeof rule === 'string' ? ACTIONS[rule] : ENTER;
      this.#memory.writeUInt32LE(this.#memory.readUInt32LE(slot), entry);
      this.#memory.writeUInt32LE(bytes.length, entry + 4);
      this.#memory.writeUInt32LE(action, entry + 8);
      this.#memory.writeUInt32LE(inner, entry + 12);
      bytes.copy(this.#memory, entry + ENTRY_BYTES);
      this.#memory.writeUInt32LE(entry, slot);
    }
    return table;
  }

  #take(bytes: number): number {
    const start = this.#free;
    this.#free += (bytes + 3) & ~3;
    if (this.#free > this.#end) throw new RangeError('The rules for leaving things out are too many for their memory.');
    this.#memory.fill(0, start, this.#free);
    return start;
  }
}
