// Runs a program over a text: a lazily built automaton, one step per character, never a step back.

import { CharClasses, UNKNOWN_CLASS } from './char-classes.ts';
import { holds, TEXT_EDGE } from './edges.ts';
import type { Program } from './program.ts';

/** Steps a search may still take. Shared by all texts of one query, so that no filter can hang its caller. */
export interface StepBudget {
  stepsLeft: number;
}

/** States kept before all are dropped and built again: memory stays small whatever the pattern. */
const MAX_STATES = 2048;
/** Characters between two checks of the budget. */
const STRETCH = 4096;

const UNBUILT = 0;
const MATCHED = -1;

interface State {
  readonly id: number;
  /** Instructions to continue from, sorted. */
  readonly threads: readonly number[];
  /** What came before, as assertions see it. */
  readonly before: number;
  /** Whether it matches at the end of the text, once computed. */
  atEnd?: boolean;
}

export class Matcher {
  readonly #program: Program;
  readonly #classes: CharClasses;
  /** By id; ids begin at 1. */
  #states: State[] = [];
  #byKey = new Map<string, State>();
  /** Row: state, column: class. The next state's id, UNBUILT or MATCHED. */
  #table = new Int32Array(0);
  #columnBits = 3;
  #start: State | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#classes = new CharClasses(program);
    this.#forget();
  }

  /** Whether the text contains a match anywhere; null when the budget ran out before that was known. */
  test(text: string, budget: StepBudget): boolean | null {
    this.#start ??= this.#stateOf([0], TEXT_EDGE);
    let state = this.#start.id;
    let at = 0;
    while (at < text.length) {
      const stop = Math.min(text.length, at + STRETCH);
      budget.stepsLeft -= stop - at;
      while (at < stop) {
        const walked = this.#walk(text, at, stop, state);
        at = walked.at;
        state = walked.state;
        if (at >= stop) break;
        const codePoint = text.codePointAt(at) ?? 0;
        state = this.#slowStep(state, codePoint, budget);
        if (state === MATCHED) return true;
        at += codePoint > 0xffff ? 2 : 1;
        if (budget.stepsLeft < 0) return null;
      }
      if (budget.stepsLeft < 0) return null;
    }
    const last = this.#states[state - 1];
    if (last === undefined) return false;
    last.atEnd ??= this.#close(last, TEXT_EDGE).matched;
    return last.atEnd;
  }

  /** Follows the table as far as it leads: the one loop that must be fast. */
  #walk(text: string, from: number, stop: number, start: number): { at: number; state: number } {
    const ofUnit = this.#classes.ofUnit;
    const table = this.#table;
    const bits = this.#columnBits;
    let state = start;
    let at = from;
    for (; at < stop; at++) {
      const next = table[(state << bits) + (ofUnit[text.charCodeAt(at)] ?? UNKNOWN_CLASS)] ?? UNBUILT;
      if (next <= UNBUILT) break;
      state = next;
    }
    return { at, state };
  }

  /** A step that is not in the table yet, or whose character has no column. */
  #slowStep(id: number, codePoint: number, budget: StepBudget): number {
    const column = this.#classes.classOf(codePoint, budget);
    const state = this.#states[id - 1];
    if (state === undefined) return MATCHED;
    if (column >= 1 << this.#columnBits) {
      this.#columnBits++;
      this.#forget();
    } else {
      const known = this.#table[(id << this.#columnBits) + column] ?? UNBUILT;
      if (known !== UNBUILT) return known;
    }
    const next = this.#advance(state, column, budget);
    // The step may have dropped all states, this one included.
    if (this.#states[id - 1] === state) this.#table[(id << this.#columnBits) + column] = next;
    return next;
  }

  #advance(state: State, column: number, budget: StepBudget): number {
    const { inSet, edge } = this.#classes.get(column);
    const { matched, chars, visited } = this.#close(state, edge);
    budget.stepsLeft -= visited;
    if (matched) return MATCHED;
    // A match may begin at every character.
    const threads = new Set([0]);
    for (const at of chars) {
      const instruction = this.#program.code[at];
      if (instruction?.op === 'char' && inSet[instruction.set] === true) threads.add(at + 1);
    }
    return this.#stateOf(
      [...threads].sort((a, b) => a - b),
      edge,
    ).id;
  }

  #stateOf(threads: readonly number[], before: number): State {
    const key = `${before}:${threads.join()}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= MAX_STATES) this.#forget();
    const state: State = { id: this.#states.length + 1, threads, before };
    this.#states.push(state);
    this.#byKey.set(key, state);
    const needed = (state.id + 1) << this.#columnBits;
    if (needed > this.#table.length) {
      const larger = new Int32Array(Math.max(needed, this.#table.length * 2));
      larger.set(this.#table);
      this.#table = larger;
    }
    return state;
  }

  #forget(): void {
    this.#states = [];
    this.#start = undefined;
    this.#byKey = new Map();
    this.#table = new Int32Array(16 << this.#columnBits);
  }

  /** Everything reachable from a state without reading a character, when `after` comes next. */
  #close({ threads, before }: State, after: number) {
    const { code } = this.#program;
    const seen = new Set<number>();
    const stack = [...threads];
    const chars: number[] = [];
    let matched = false;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = code[at];
      if (instruction === undefined) continue;
      if (instruction.op === 'match') matched = true;
      else if (instruction.op === 'char') chars.push(at);
      else if (instruction.op === 'jump') stack.push(instruction.to);
      else if (instruction.op === 'split') stack.push(instruction.first, instruction.second);
      else if (holds(instruction.assertion, before, after)) stack.push(at + 1);
    }
    return { matched, chars, visited: seen.size };
  }
}
