// How OpenCode reads files: numbered lines between tags, and folders as a list of names. The older program of that name, in Go,
// calls it view.

import { utf8Bytes } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, text } from '../shapes.ts';
import type { ReadInput, ReadResult, ReadText } from './read-results.ts';
import { readPlainText } from './read-texts.ts';

const CONTENT = /<(content|file)>\n?/;
/** `12: text`, and `00012| text` in old versions. */
const NUMBERED = /^\s{0,8}(\d{1,9})(?:: ?|\| ?)/;
/** `    12|text`, in Go. */
const NUMBERED_GO = /^ {0,8}(\d{1,9})\|/;
const TOTAL = /\((?:End of file - total (\d{1,9}) lines|Showing lines \d{1,9}-\d{1,9} of (\d{1,9})\b)/;

function readTagged(content: string, path: string, numbered = NUMBERED): ReadText | undefined {
  const open = CONTENT.exec(content.slice(0, 4000));
  if (open === null) return undefined;
  const lines: string[] = [];
  const remarks: string[] = [];
  let startLine: number | null = null;
  for (const line of content.slice(open.index + open[0].length).split('\n')) {
    const number = numbered.exec(line);
    // After the last line comes the tool's own text.
    if (number === null || remarks.length > 0) {
      const said = line.replace(/<\/(?:content|file)>$/, '').trim();
      if (said !== '') remarks.push(said);
      continue;
    }
    startLine ??= Number(number[1]);
    lines.push(line.slice(number[0].length));
  }
  const body = lines.join('\n');
  const total = TOTAL.exec(remarks.join('\n').slice(0, 4000));
  const totalLines = total === null ? null : Number(total[1] ?? total[2]);
  return {
    kind: 'text',
    path,
    content: body,
    bytes: utf8Bytes(body),
    startLine: startLine ?? 1,
    lines: lines.length,
    totalLines,
    partial: totalLines === null ? null : lines.length < totalLines,
    truncated: false,
    remarks,
  };
}

export const openCode = defineDialect<ReadInput, ReadResult>({
  agent: 'opencode',
  names: ['read'],
  input: shape
    .object({ filePath: text, offset: looseNumber, limit: looseNumber })
    .transform((raw): ReadInput => ({ path: raw.filePath, offset: raw.offset, limit: raw.limit, allowLarge: false })),
  structured: [],
  text: [
    { kind: 'text', read: (content, { input }) => readTagged(content, input?.path ?? '') },
    { kind: 'text', read: readPlainText },
  ],
});

export const openCodeGo = defineDialect<ReadInput, ReadResult>({
  agent: 'opencode-go',
  lends: false,
  names: ['view'],
  input: shape
    .object({ file_path: text, offset: looseNumber, limit: looseNumber })
    .transform((raw): ReadInput => ({ path: raw.file_path, offset: raw.offset, limit: raw.limit, allowLarge: false })),
  structured: [],
  text: [{ kind: 'text', read: (content, { input }) => readTagged(content, input?.path ?? '', NUMBERED_GO) }],
});
