// Finds where a program matches, for highlights: the leftmost match, as long as it can be. Slower than a test.

import { edgeOf, holds, TEXT_EDGE } from './edges.ts';
import type { StepBudget } from './matcher.ts';
import type { Program } from './program.ts';

export interface MatchSpan {
  readonly from: number;
  readonly to: number;
}

interface Thread {
  readonly at: number;
  /** Where its match would begin. */
  readonly start: number;
}

/** The first match at or after `from`; null when there is none or the budget ran out. */
export function findMatch(program: Program, text: string, budget: StepBudget, from = 0): MatchSpan | null {
  let threads: Thread[] = [];
  let best: MatchSpan | null = null;
  const before = from === 0 ? undefined : text.codePointAt(from - 1);
  let edge = before === undefined ? TEXT_EDGE : edgeOf(before);
  for (let position = from; ; ) {
    const codePoint = position < text.length ? text.codePointAt(position) : undefined;
    const after = codePoint === undefined ? TEXT_EDGE : edgeOf(codePoint);
    if (best === null) threads.push({ at: 0, start: position });
    const closed = close(program, threads, edge, after);
    budget.stepsLeft -= closed.visited;
    if (closed.matched !== null) best = { from: closed.matched, to: position };
    if (codePoint === undefined) return best;
    if (budget.stepsLeft < 0) return null;
    const limit = best?.from ?? position;
    threads = closed.chars.filter(({ at, start }) => {
      const instruction = program.code[at];
      return start <= limit && instruction?.op === 'char' && program.sets[instruction.set]?.has(codePoint) === true;
    });
    if (best !== null && threads.length === 0) return best;
    threads = threads.map(({ at, start }) => ({ at: at + 1, start }));
    edge = after;
    position += codePoint > 0xffff ? 2 : 1;
  }
}

/** Threads come in order of their start and keep it, so the first to reach an instruction is the one to keep. */
function close(program: Program, threads: readonly Thread[], before: number, after: number) {
  const seen = new Set<number>();
  const chars: Thread[] = [];
  let matched: number | null = null;
  for (const { at: first, start } of threads) {
    const stack = [first];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = program.code[at];
      if (instruction === undefined) continue;
      if (instruction.op === 'match') matched ??= start;
      else if (instruction.op === 'char') chars.push({ at, start });
      else if (instruction.op === 'jump') stack.push(instruction.to);
      else if (instruction.op === 'split') stack.push(instruction.first, instruction.second);
      else if (holds(instruction.assertion, before, after)) stack.push(at + 1);
    }
  }
  return { matched, chars, visited: seen.size };
}
