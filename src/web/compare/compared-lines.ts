// The lines of two sessions side by side: prompts, the calls under them, and identical runs of calls folded into one line.

import type { WireCallPair, WireComparison, WirePromptPair } from '../../api/wire/compare.ts';

export type ComparedLine =
  | { readonly kind: 'prompt'; readonly pair: WirePromptPair; readonly number: number }
  | { readonly kind: 'call'; readonly pair: WireCallPair; readonly isOtherwise: boolean }
  /** Calls in both with the same outcome; `id` expands them. */
  | { readonly kind: 'fold'; readonly id: string; readonly count: number };

interface ComparedLines {
  readonly lines: readonly ComparedLine[];
  /** Line number of the first difference; null if there is none. */
  readonly divergence: number | null;
}

function isOtherwise({ a, b }: WireCallPair): boolean {
  return a !== null && b !== null && (a.status !== b.status || a.code !== b.code || a.masked !== b.masked);
}

function isSame(pair: WireCallPair): boolean {
  return pair.a !== null && pair.b !== null && !isOtherwise(pair);
}

/** A single call takes as much space as the fold line. */
const LEAST_FOLDED = 2;

/** How many calls from there on are the same in both. */
function sameFrom(calls: readonly WireCallPair[], from: number): number {
  let end = from;
  for (let pair = calls[end]; pair !== undefined && isSame(pair); pair = calls[end]) end++;
  return end - from;
}

/** The calls of a prompt, each with its index; runs that are not expanded are one line. */
function linesOf(calls: readonly WireCallPair[], index: number, opened: readonly string[]) {
  const lines: { readonly at: number; readonly line: ComparedLine }[] = [];
  for (let at = 0; at < calls.length; ) {
    const run = sameFrom(calls, at);
    const id = `${index} ${at}`;
    if (run >= LEAST_FOLDED && !opened.includes(id)) lines.push({ at, line: { kind: 'fold', id, count: run } });
    else {
      for (const [i, pair] of calls.slice(at, at + Math.max(run, 1)).entries())
        lines.push({ at: at + i, line: { kind: 'call', pair, isOtherwise: isOtherwise(pair) } });
    }
    at += Math.max(run, 1);
  }
  return lines;
}

export function comparedLines(
  { prompts, divergence }: Pick<WireComparison, 'prompts' | 'divergence'>,
  opened: readonly string[],
): ComparedLines {
  const lines: ComparedLine[] = [];
  let found: number | null = null;
  for (const [index, pair] of prompts.entries()) {
    const isHere = divergence?.prompt === index;
    if (isHere && divergence.call === null) found = lines.length;
    lines.push({ kind: 'prompt', pair, number: index + 1 });
    for (const { at, line } of linesOf(pair.calls, index, opened)) {
      if (isHere && divergence.call === at) found = lines.length;
      lines.push(line);
    }
  }
  return { lines, divergence: found };
}

/** The ids of all runs that can be folded. */
export function foldsOf(comparison: Pick<WireComparison, 'prompts' | 'divergence'>): string[] {
  return comparedLines(comparison, []).lines.flatMap((line) => (line.kind === 'fold' ? [line.id] : []));
}
