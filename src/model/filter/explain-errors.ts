// Filter errors as plain text: the filter with the wrong words underlined, and what to do about each.

import type { FilterError } from './filter.ts';

const WIDTH = 76;

/** Control characters would spoil the underlining. */
function onOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

/** The part of the text around an error, cut to a line, and where the error is in it. */
function excerpt(text: string, { from, to }: FilterError): { line: string; from: number; to: number } {
  if (text.length <= WIDTH) return { line: onOneLine(text), from, to };
  const start = Math.max(0, Math.min(from - 20, text.length - WIDTH));
  const line = onOneLine(text.slice(start, start + WIDTH));
  return { line, from: from - start, to: Math.min(to - start, WIDTH) };
}

/** Several lines, for a terminal or a log. */
export function explainFilterErrors(text: string, errors: readonly FilterError[]): string {
  const blocks = errors.map((error) => {
    const { line, from, to } = excerpt(text, error);
    const marks = `${' '.repeat(Math.max(0, from))}${'^'.repeat(Math.max(1, to - from))}`;
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    return `  ${line}\n  ${marks}\n${error.message}${hint}`;
  });
  return blocks.join('\n\n');
}
