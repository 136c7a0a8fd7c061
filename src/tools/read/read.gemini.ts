// How Gemini CLI and Qwen Code read files: plain lines, after a notice if there are more of them.

import { countLines, utf8Bytes } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import type { ValueOf } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseText, looseTexts } from '../shapes.ts';
import type { ReadInput, ReadResult, ReadText } from './read-results.ts';
import { readImage, readPlainText } from './read-texts.ts';

const NOTICE =
  /^\s{0,5}IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d{1,9})-\d{1,9} of (\d{1,9}) total lines\.\n[^\n]{0,2000}\n\n--- FILE CONTENT \(truncated\) ---\n/;
/** Qwen Code says it in one line. */
const SHORT_NOTICE = /^\s{0,5}Showing lines (\d{1,9})-\d{1,9} of (\d{1,9}) total lines\.\n\n---\n\n/;

function readPart(content: string, path: string): ReadText | undefined {
  const head = content.slice(0, 4000);
  const notice = NOTICE.exec(head) ?? SHORT_NOTICE.exec(head);
  if (notice === null) return undefined;
  const body = content.slice(notice[0].length);
  return {
    kind: 'text',
    path,
    content: body,
    bytes: utf8Bytes(body),
    startLine: Number(notice[1]),
    lines: countLines(body),
    totalLines: Number(notice[2]),
    partial: true,
    truncated: false,
    remarks: notice[0].trim().split('\n').slice(0, 2),
  };
}

const asked = shape.object({
  file_path: looseText,
  absolute_path: looseText,
  path: looseText,
  start_line: looseNumber,
  end_line: looseNumber,
  offset: looseNumber,
  limit: looseNumber,
  include: looseTexts,
  paths: looseTexts,
});

type Asked = ValueOf<typeof asked>;

function manyOf({ include, paths }: Asked): string | undefined {
  return include.length + paths.length === 0 ? undefined : [...include, ...paths].join(', ');
}

function pathOf(raw: Asked): string | undefined {
  return raw.file_path ?? raw.absolute_path ?? raw.path ?? manyOf(raw);
}

/** Offsets count from zero, lines from one. */
const input = asked
  .refine((raw) => pathOf(raw) !== undefined, { place: 'file_path' })
  .transform((raw): ReadInput => {
    const { start_line: first, end_line: last, offset } = raw;
    return {
      path: pathOf(raw) ?? '',
      offset: first ?? (offset === undefined ? undefined : offset + 1),
      limit: raw.limit ?? (last === undefined ? undefined : last - (first ?? 1) + 1),
      allowLarge: false,
    };
  });

export const gemini = defineDialect<ReadInput, ReadResult>({
  agent: 'gemini',
  lends: false,
  names: ['read_file', 'read_many_files'],
  input,
  structured: [],
  text: [
    { kind: 'image', read: readImage },
    { kind: 'text', read: (content, { input: of }) => readPart(content, of?.path ?? '') },
    { kind: 'text', read: readPlainText },
  ],
});

export const qwen = defineDialect<ReadInput, ReadResult>({ ...gemini, agent: 'qwen' });
