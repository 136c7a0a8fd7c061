// How Kimi reads files: numbered lines, and in Kimi CLI a sentence after them that says how many.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, text } from '../shapes.ts';
import type { ReadInput, ReadResult, ReadText } from './read-results.ts';
import { readNumberedText } from './read-texts.ts';

const SENTENCE = /^\d{1,9} lines? read from file starting from line \d{1,9}\./;

function readLines(content: string, context: Parameters<typeof readNumberedText>[1]): ReadText | undefined {
  const at = content.lastIndexOf('\n');
  const last = content.slice(at + 1);
  if (!SENTENCE.test(last)) return readNumberedText(content, context);
  const read = readNumberedText(content.slice(0, Math.max(0, at)), context);
  if (read === undefined) return undefined;
  const isWhole = last.includes('End of file reached');
  const isFromStart = read.startLine === 1;
  return {
    kind: 'text',
    path: read.path,
    content: read.content,
    bytes: read.bytes,
    startLine: read.startLine,
    lines: read.lines,
    totalLines: isWhole ? read.startLine + read.lines - 1 : null,
    partial: !(isWhole && isFromStart),
    truncated: false,
    remarks: [last],
  };
}

export const kimi = defineDialect<ReadInput, ReadResult>({
  agent: 'kimi',
  names: ['ReadFile'],
  input: shape.object({ path: text, line_offset: looseNumber, n_lines: looseNumber }).transform(
    (raw): ReadInput => ({
      path: raw.path,
      offset: raw.line_offset,
      limit: raw.n_lines,
      allowLarge: false,
    }),
  ),
  structured: [],
  text: [{ kind: 'text', read: readLines }],
});

export const kimiCode = defineDialect<ReadInput, ReadResult>({ ...kimi, agent: 'kimi-code', names: ['Read'] });
