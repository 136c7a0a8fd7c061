// How Gemini CLI and Qwen Code search in files: `L12: text` under the file's name, after the number of matches.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import type { GrepContent, GrepInput, GrepResult } from './grep-results.ts';
import { contentResult } from './grep-texts.ts';

const FOUND = /^Found (\d{1,9}) match(?:es)? for pattern\b/;
const LINE = /^L(\d{1,9})([:-]) ?(.*)$/;

/** In the format of other searches: `file:12:text`, `file-11-text`. */
function readFound(content: string): GrepContent | undefined {
  if (/^No matches found for pattern\b/.test(content)) return contentResult('', { matches: 0 });
  const found = FOUND.exec(content);
  if (found === null) return undefined;
  const lines: string[] = [];
  let file = '';
  for (const line of content.split('\n').slice(1)) {
    const match = LINE.exec(line);
    if (match !== null) lines.push(`${file}${match[2]}${match[1]}${match[2]}${match[3] ?? ''}`);
    else if (line.startsWith('File: ')) file = line.slice('File: '.length);
  }
  return contentResult(lines.join('\n'), { matches: Number(found[1]) });
}

const input = shape
  .object({
    pattern: text,
    dir_path: looseText,
    path: looseText,
    include: looseText,
    include_pattern: looseText,
    glob: looseText,
    case_sensitive: looseFlag,
    context: looseNumber,
    before: looseNumber,
    after: looseNumber,
    limit: looseNumber,
  })
  .transform(
    (raw): GrepInput => ({
      pattern: raw.pattern,
      path: raw.dir_path ?? raw.path,
      glob: raw.include_pattern ?? raw.include ?? raw.glob,
      mode: 'content',
      linesBefore: raw.before ?? raw.context ?? 0,
      linesAfter: raw.after ?? raw.context ?? 0,
      lineNumbers: true,
      ignoreCase: raw.case_sensitive !== true,
      multiline: false,
      onlyMatching: false,
      limit: raw.limit,
    }),
  );

export const gemini = defineDialect<GrepInput, GrepResult>({
  agent: 'gemini',
  lends: false,
  names: ['grep_search', 'search_file_content'],
  input,
  structured: [],
  text: [{ kind: 'content', read: (content) => readFound(content) }],
});

export const qwen = defineDialect<GrepInput, GrepResult>({ ...gemini, agent: 'qwen' });
