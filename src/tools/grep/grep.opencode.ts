// How OpenCode searches in files: lines under the name of their file.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { GrepContent, GrepInput, GrepResult } from './grep-results.ts';
import { contentResult } from './grep-texts.ts';

const FOUND = /^Found (\d{1,9}) match(?:es)?\b/;
const LINE = /^ {2}Line (\d{1,9}): ?(.*)$/;

/** In the format of other searches: `file:12:text`. */
function readFound(content: string): GrepContent | undefined {
  if (/^No files found/.test(content)) return contentResult('', { matches: 0 });
  const found = FOUND.exec(content);
  if (found === null) return undefined;
  const lines: string[] = [];
  let file = '';
  for (const line of content.split('\n').slice(1)) {
    const match = LINE.exec(line);
    if (match !== null) lines.push(`${file}:${match[1]}:${match[2] ?? ''}`);
    else if (line.endsWith(':')) file = line.slice(0, -1);
  }
  return contentResult(lines.join('\n'), { matches: Number(found[1]) });
}

export const openCode = defineDialect<GrepInput, GrepResult>({
  agent: 'opencode',
  names: ['grep'],
  input: shape.object({ pattern: text, path: looseText, include: looseText }).transform(
    (raw): GrepInput => ({
      pattern: raw.pattern,
      path: raw.path,
      glob: raw.include,
      mode: 'content',
      linesBefore: 0,
      linesAfter: 0,
      lineNumbers: true,
      ignoreCase: false,
      multiline: false,
      onlyMatching: false,
    }),
  ),
  structured: [],
  text: [{ kind: 'content', read: (content) => readFound(content) }],
});

/** The older program of that name, in Go, has the same format. */
export const openCodeGo = { ...openCode, agent: 'opencode-go', lends: false } as const;
