// How pi reads files: plain lines, with a remark in brackets if there are more; images as they are.

import { countLines, utf8Bytes } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseText } from '../shapes.ts';
import type { ReadInput, ReadResult, ReadText } from './read-results.ts';
import { readImage, readPlainText } from './read-texts.ts';

const TAIL = 300;
const REMARK =
  /\n\n\[(?:Showing lines \d{1,9}-\d{1,9} of (\d{1,9})(?: \([^)\n]{1,40}\))?|(\d{1,9}) more lines? in file)\. Use offset=\d{1,9} to continue\.\]\s*$/;

function readPart(content: string, input: ReadInput | null): ReadText | undefined {
  const from = Math.max(0, content.length - TAIL);
  const remark = REMARK.exec(content.slice(from));
  if (remark === null) return undefined;
  const body = content.slice(0, from + remark.index);
  const startLine = input?.offset ?? 1;
  const lines = countLines(body);
  const [, total, more] = remark;
  return {
    kind: 'text',
    path: input?.path ?? '',
    content: body,
    bytes: utf8Bytes(body),
    startLine,
    lines,
    totalLines: total === undefined ? startLine - 1 + lines + Number(more) : Number(total),
    partial: true,
    truncated: total !== undefined,
    remarks: [remark[0].trim()],
  };
}

export const pi = defineDialect<ReadInput, ReadResult>({
  agent: 'pi',
  lends: false,
  names: ['read'],
  input: shape
    .object({ path: looseText, file_path: looseText, offset: looseNumber, limit: looseNumber })
    .refine((raw) => (raw.path ?? raw.file_path) !== undefined, { place: 'path' })
    .transform(
      (raw): ReadInput => ({
        path: raw.path ?? raw.file_path ?? '',
        offset: raw.offset,
        limit: raw.limit,
        allowLarge: false,
      }),
    ),
  structured: [],
  text: [
    { kind: 'image', read: readImage },
    { kind: 'text', read: (content, { input }) => readPart(content, input) },
    { kind: 'text', read: readPlainText },
  ],
});
