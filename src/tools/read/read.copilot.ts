// How Copilot reads files: `view`, which also lists folders, and `read_file` in VS Code.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, looseNumber, looseText, text } from '../shapes.ts';
import type { ReadInput, ReadResult, ReadText } from './read-results.ts';
import { readPlainText } from './read-texts.ts';

/** `view_range: [first, last]`; -1 is the end of the file. */
function rangeOf(raw: unknown): Pick<ReadInput, 'offset' | 'limit'> {
  if (!Array.isArray(raw)) return {};
  const first: unknown = raw[0];
  const last: unknown = raw[1];
  if (typeof first !== 'number') return {};
  return typeof last === 'number' && last >= first ? { offset: first, limit: last - first + 1 } : { offset: first };
}

const NUMBERED = /^(\d{1,9})\. /;

/** Some versions number the lines. A file that is itself a numbered list looks the same when read from its start. */
function readNumbered(content: string, context: { readonly input: ReadInput | null }): ReadText | undefined {
  const first = NUMBERED.exec(content.slice(0, 12))?.[1];
  if (first === undefined || Number(first) !== (context.input?.offset ?? 1)) return undefined;
  let number = Number(first);
  const lines: string[] = [];
  for (const line of content.split('\n')) {
    const mark = `${number}. `;
    if (line.startsWith(mark)) lines.push(line.slice(mark.length));
    else if (line === `${number}.`) lines.push('');
    else if (line !== '') return undefined;
    number++;
  }
  return readPlainText(lines.join('\n'), { input: context.input, status: 'ok', blocks: [] });
}

export const copilot = defineDialect<ReadInput, ReadResult>({
  agent: 'copilot',
  names: ['view'],
  input: shape
    .object({ path: text, view_range: anything.optional() })
    .transform((raw): ReadInput => ({ path: raw.path, ...rangeOf(raw.view_range), allowLarge: false })),
  structured: [],
  text: [
    { kind: 'text', read: readNumbered },
    { kind: 'text', read: readPlainText },
  ],
});

export const copilotVscode = defineDialect<ReadInput, ReadResult>({
  agent: 'copilot-vscode',
  names: ['read_file'],
  input: shape
    .object({ filePath: text, startLine: looseNumber, endLine: looseNumber, explanation: looseText })
    .transform(
      (raw): ReadInput => ({ path: raw.filePath, ...rangeOf([raw.startLine, raw.endLine]), allowLarge: false }),
    ),
  structured: [],
  text: [],
});
