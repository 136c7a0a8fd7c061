// The character classes of one program: characters that no instruction or assertion distinguishes.

import { edgeOf } from './edges.ts';
import type { StepBudget } from './matcher.ts';
import type { Program } from './program.ts';

/** No character has this class: it means "not classified yet". */
export const UNKNOWN_CLASS = 0;

export interface CharClass {
  /** Which of the program's sets hold these characters. */
  readonly inSet: readonly boolean[];
  readonly edge: number;
}

const MAX_FAR_CHARS = 20_000;
const NO_CLASS: CharClass = { inSet: [], edge: 0 };

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

export class CharClasses {
  /** By UTF-16 unit: Latin letters at first, all once another one is met. Surrogates stay unknown. */
  ofUnit = new Uint16Array(0x100);
  readonly #program: Program;
  readonly #far = new Map<number, number>();
  readonly #classes: CharClass[] = [NO_CLASS];
  readonly #ids = new Map<string, number>();

  constructor(program: Program) {
    this.#program = program;
  }

  get(id: number): CharClass {
    return this.#classes[id] ?? NO_CLASS;
  }

  classOf(codePoint: number, budget: StepBudget): number {
    const isFar = codePoint > 0xffff || isSurrogate(codePoint);
    const known = isFar ? this.#far.get(codePoint) : this.ofUnit[codePoint];
    if (known !== undefined && known !== UNKNOWN_CLASS) return known;
    const { sets, hasAssertions } = this.#program;
    budget.stepsLeft -= sets.length;
    const inSet = sets.map((set) => set.has(codePoint));
    const edge = hasAssertions ? edgeOf(codePoint) : 0;
    const signature = `${edge}:${inSet.map(Number).join('')}`;
    let id = this.#ids.get(signature);
    if (id === undefined) {
      id = this.#classes.push({ inSet, edge }) - 1;
      this.#ids.set(signature, id);
    }
    if (!isFar) this.#remember(codePoint, id);
    else if (this.#far.size < MAX_FAR_CHARS) this.#far.set(codePoint, id);
    return id;
  }

  #remember(unit: number, id: number): void {
    if (unit >= this.ofUnit.length) {
      const all = new Uint16Array(0x10000);
      all.set(this.ofUnit);
      this.ofUnit = all;
    }
    this.ofUnit[unit] = id;
  }
}
