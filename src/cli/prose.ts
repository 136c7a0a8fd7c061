// Word wrapping: to the terminal's width; elsewhere a line stays one line.

import { cells } from './table.ts';

/** A word longer than the width is on a line of its own, uncut, so that paths can be copied. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || cells(last) + 1 + cells(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

interface Paper {
  readonly width: number;
  readonly isTerminal: boolean;
}

/** Lines after the first are indented by two more. */
export function prose(text: string, { width, isTerminal }: Paper): string[] {
  if (!isTerminal || cells(text) <= width) return [text];
  const indent = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = wrapped(text.slice(indent.length), width - indent.length - 2);
  return [indent + first, ...rest.map((line) => `${indent}  ${line.trimStart()}`)];
}
