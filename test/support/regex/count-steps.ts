// Counts the steps a backtracking engine takes for a pattern on a text: the cost of a pattern without a clock.

import { parseRegex, type RegexNode } from './parse-regex.ts';

type Instruction =
  | { readonly op: 'one'; readonly matches: (char: string) => boolean; readonly backwards: boolean }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'mark'; readonly register: number }
  | { readonly op: 'moved'; readonly register: number }
  | { readonly op: 'assert'; readonly what: '^' | '$' | 'b' | 'B' }
  | { readonly op: 'back'; readonly index: number; readonly backwards: boolean }
  | { readonly op: 'look'; readonly negative: boolean; readonly program: Program }
  | { readonly op: 'done' };

const WORD = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_');

type Program = readonly Instruction[];

export interface StepCount {
  readonly steps: number;
  /** Where the matches begin and end; what the real engine says must be the same. */
  readonly matches: readonly (readonly [number, number])[];
  /** The limit was reached before the end. */
  readonly cut: boolean;
}

/** Counts for one pattern. A global pattern is run to the end of the text, a sticky one is tried at every place. */
export function stepCounter(regex: RegExp): (text: string, limit: number) => StepCount {
  const registers = { next: 200 };
  const program = compile(parseRegex(regex), false, registers);
  return (text, limit) => {
    const run = new Run(text, regex.multiline, limit);
    const matches: [number, number][] = [];
    for (let at = 0; at <= text.length && !run.cut; ) {
      const end = run.from(program, at);
      if (end < 0) {
        at += 1;
        continue;
      }
      matches.push([at, end]);
      if (!regex.global && !regex.sticky) break;
      at = Math.max(end, at + 1);
    }
    return { steps: run.steps, matches, cut: run.cut };
  };
}

/** What one run over a text remembers. Registers below 200 hold captures (start and end), the others loop positions. */
class Run {
  steps = 0;
  cut = false;
  private readonly registers: number[] = [];
  private readonly text: string;
  private readonly multiline: boolean;
  private readonly limit: number;

  constructor(text: string, multiline: boolean, limit: number) {
    this.text = text;
    this.multiline = multiline;
    this.limit = limit;
  }

  /** The end of the match that begins here, or −1. */
  from(program: Program, start: number): number {
    // Three numbers for each way back: where in the program (−1 − register: restore it), where in the text or the old value.
    const ways: number[] = [];
    let at = start;
    let pc = 0;
    for (;;) {
      this.steps += 1;
      if (this.steps > this.limit) {
        this.cut = true;
        return -1;
      }
      const instruction = program[pc];
      if (instruction === undefined || instruction.op === 'done') return at;
      if (this.step(instruction, at, ways)) {
        pc = this.nextPc === -1 ? pc + 1 : this.nextPc;
        at = this.nextAt;
        continue;
      }
      for (;;) {
        const value = ways.pop();
        const where = ways.pop();
        if (value === undefined || where === undefined) return -1;
        if (where >= 0) {
          pc = where;
          at = value;
          break;
        }
        this.registers[-1 - where] = value;
      }
    }
  }

  private nextPc = -1;
  private nextAt = 0;

  private step(instruction: Instruction, at: number, ways: number[]): boolean {
    this.nextPc = -1;
    this.nextAt = at;
    switch (instruction.op) {
      case 'one': {
        const char = this.text[instruction.backwards ? at - 1 : at];
        if (char === undefined || !instruction.matches(char)) return false;
        this.nextAt = instruction.backwards ? at - 1 : at + 1;
        return true;
      }
      case 'split':
        ways.push(instruction.second, at);
        this.nextPc = instruction.first;
        return true;
      case 'jump':
        this.nextPc = instruction.to;
        return true;
      case 'mark':
        ways.push(-1 - instruction.register, this.registers[instruction.register] ?? -1);
        this.registers[instruction.register] = at;
        return true;
      case 'moved':
        return this.registers[instruction.register] !== at;
      case 'assert':
        return this.holds(instruction.what, at);
      case 'back':
        return this.repeats(instruction.index, instruction.backwards, at);
      case 'look': {
        const found = this.from(instruction.program, at) >= 0;
        this.nextPc = -1;
        this.nextAt = at;
        return found !== instruction.negative;
      }
      case 'done':
        return true;
    }
  }

  private holds(what: '^' | '$' | 'b' | 'B', at: number): boolean {
    if (what === '^') return at === 0 || (this.multiline && isNewline(this.text[at - 1]));
    if (what === '$') return at === this.text.length || (this.multiline && isNewline(this.text[at]));
    return (isWord(this.text[at - 1]) !== isWord(this.text[at])) === (what === 'b');
  }

  private repeats(index: number, backwards: boolean, at: number): boolean {
    const start = this.registers[index * 2] ?? -1;
    const end = this.registers[index * 2 + 1] ?? -1;
    if (start < 0 || end < 0) return true;
    const length = end - start;
    const from = backwards ? at - length : at;
    if (from < 0 || this.text.slice(from, from + length) !== this.text.slice(start, end)) return false;
    this.steps += length;
    this.nextAt = backwards ? from : at + length;
    return true;
  }
}

function compile(tree: RegexNode, backwards: boolean, registers: { next: number }): Program {
  const program: Instruction[] = [];
  emit(tree, backwards, registers, program);
  program.push({ op: 'done' });
  return program;
}

function emit(node: RegexNode, backwards: boolean, registers: { next: number }, program: Instruction[]): void {
  const add = (child: RegexNode): void => emit(child, backwards, registers, program);
  switch (node.kind) {
    case 'one':
      program.push({ op: 'one', matches: node.matches, backwards });
      return;
    case 'assert':
      program.push({ op: 'assert', what: node.what });
      return;
    case 'back':
      program.push({ op: 'back', index: node.index, backwards });
      return;
    case 'look':
      program.push({ op: 'look', negative: node.negative, program: compile(node.body, !node.ahead, registers) });
      return;
    case 'sequence':
      for (const item of backwards ? [...node.items].reverse() : node.items) add(item);
      return;
    case 'capture':
      program.push({ op: 'mark', register: node.index * 2 + (backwards ? 1 : 0) });
      add(node.body);
      program.push({ op: 'mark', register: node.index * 2 + (backwards ? 0 : 1) });
      return;
    case 'either': {
      const ends: { op: 'jump'; to: number }[] = [];
      for (const option of node.options.slice(0, -1)) {
        const split = { op: 'split' as const, first: program.length + 1, second: 0 };
        program.push(split);
        add(option);
        const jump = { op: 'jump' as const, to: 0 };
        program.push(jump);
        ends.push(jump);
        split.second = program.length;
      }
      const last = node.options.at(-1);
      if (last !== undefined) add(last);
      for (const jump of ends) jump.to = program.length;
      return;
    }
    case 'repeat':
      emitRepeat(node, add, registers, program);
  }
}

function emitRepeat(
  node: Extract<RegexNode, { kind: 'repeat' }>,
  add: (child: RegexNode) => void,
  registers: { next: number },
  program: Instruction[],
): void {
  for (let count = 0; count < node.min; count += 1) add(node.body);
  const register = registers.next;
  registers.next += 1;
  const endless = node.max === Number.POSITIVE_INFINITY;
  const splits: { op: 'split'; first: number; second: number }[] = [];
  for (let count = node.min; count < (endless ? node.min + 1 : node.max); count += 1) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    splits.push(split);
    program.push(split);
    // A round that consumes nothing ends the loop; one character always moves on.
    const mayStay = node.body.kind !== 'one';
    if (mayStay) program.push({ op: 'mark', register });
    add(node.body);
    if (mayStay) program.push({ op: 'moved', register });
    if (endless) program.push({ op: 'jump', to: split.first - 1 });
  }
  for (const split of splits) {
    split.second = program.length;
    if (node.lazy) [split.first, split.second] = [split.second, split.first];
  }
}

function isNewline(char: string | undefined): boolean {
  return char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029';
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && WORD.has(char);
}
