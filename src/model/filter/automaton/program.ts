// The program of a pattern: a flat list of instructions without backtracking, of bounded size.

import type { Assertion, CharSet, Pattern } from './pattern.ts';

export type Instruction =
  | { readonly op: 'char'; readonly set: number }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { readonly op: 'match' };

export interface Program {
  readonly code: readonly Instruction[];
  readonly sets: readonly CharSet[];
  /** Without assertions, what came before a character never matters. */
  readonly hasAssertions: boolean;
}

/** Work per character is at most proportional to this. */
export const MAX_INSTRUCTIONS = 1000;

class TooBig extends Error {}

class Writer {
  readonly code: Instruction[] = [];
  readonly sets: CharSet[] = [];
  readonly #setIds = new Map<string, number>();
  hasAssertions = false;

  emit<Kind extends Instruction>(instruction: Kind): Kind {
    if (this.code.length >= MAX_INSTRUCTIONS) throw new TooBig();
    this.code.push(instruction);
    return instruction;
  }

  #setId(set: CharSet): number {
    const known = this.#setIds.get(set.name);
    if (known !== undefined) return known;
    const id = this.sets.push(set) - 1;
    this.#setIds.set(set.name, id);
    return id;
  }

  write(pattern: Pattern): void {
    switch (pattern.type) {
      case 'empty':
        return;
      case 'char':
        this.emit({ op: 'char', set: this.#setId(pattern.set) });
        return;
      case 'assert':
        this.hasAssertions = true;
        this.emit({ op: 'assert', assertion: pattern.assertion });
        return;
      case 'sequence':
        for (const item of pattern.items) this.write(item);
        return;
      case 'choice':
        this.#choice(pattern.items);
        return;
      case 'repeat':
        this.#repeat(pattern.item, pattern.min, pattern.max);
    }
  }

  #choice(items: readonly Pattern[]): void {
    const jumps: { op: 'jump'; to: number }[] = [];
    items.forEach((item, index) => {
      if (index === items.length - 1) {
        this.write(item);
        return;
      }
      const split = this.emit({ op: 'split' as const, first: this.code.length + 1, second: 0 });
      this.write(item);
      jumps.push(this.emit({ op: 'jump' as const, to: 0 }));
      split.second = this.code.length;
    });
    for (const jump of jumps) jump.to = this.code.length;
  }

  #repeat(item: Pattern, min: number, max: number | null): void {
    // Each round writes at least one instruction or nothing at all, so the size limit also bounds these loops.
    if (isNothing(item)) return;
    for (let round = 0; round < min; round++) this.write(item);
    if (max === null) {
      const start = this.code.length;
      const split = this.emit({ op: 'split' as const, first: start + 1, second: 0 });
      this.write(item);
      this.emit({ op: 'jump', to: start });
      split.second = this.code.length;
      return;
    }
    const splits: { op: 'split'; first: number; second: number }[] = [];
    for (let round = min; round < max; round++) {
      splits.push(this.emit({ op: 'split' as const, first: this.code.length + 1, second: 0 }));
      this.write(item);
    }
    for (const split of splits) split.second = this.code.length;
  }
}

function isNothing(pattern: Pattern): boolean {
  switch (pattern.type) {
    case 'empty':
      return true;
    case 'sequence':
      return pattern.items.every(isNothing);
    case 'repeat':
      return pattern.max === 0 || isNothing(pattern.item);
    default:
      return false;
  }
}

/** The program, or undefined when it would be larger than MAX_INSTRUCTIONS. */
export function programOf(pattern: Pattern): Program | undefined {
  const writer = new Writer();
  try {
    writer.write(pattern);
    writer.emit({ op: 'match' });
  } catch (error) {
    if (error instanceof TooBig) return undefined;
    throw error;
  }
  return { code: writer.code, sets: writer.sets, hasAssertions: writer.hasAssertions };
}
