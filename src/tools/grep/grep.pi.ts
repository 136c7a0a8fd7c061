// How pi searches in files: `file:12: text`, `file-11- text` for context, and a remark in brackets if there are more.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import type { GrepContent, GrepInput, GrepResult } from './grep-results.ts';
import { contentResult } from './grep-texts.ts';

const TAIL = 400;
const CUT =
  /\n\n\[(?:(\d{1,9}) matches limit reached|[^\]\n]{1,200}\b(?:limit reached|truncated to))[^\]\n]{0,300}\]\s*$/;

function readFound(content: string): GrepContent {
  if (/^No matches found\s*$/.test(content)) return contentResult('', { matches: 0 });
  const from = Math.max(0, content.length - TAIL);
  const cut = CUT.exec(content.slice(from));
  const body = cut === null ? content : content.slice(0, from + cut.index);
  const matches = cut?.[1] === undefined ? undefined : Number(cut[1]);
  return contentResult(body, { matches }, { limit: matches ?? null, offset: null });
}

export const pi = defineDialect<GrepInput, GrepResult>({
  agent: 'pi',
  lends: false,
  names: ['grep'],
  input: shape
    .object({
      pattern: text,
      path: looseText,
      glob: looseText,
      ignoreCase: looseFlag,
      context: looseNumber,
      limit: looseNumber,
    })
    .transform(
      (raw): GrepInput => ({
        pattern: raw.pattern,
        path: raw.path,
        glob: raw.glob,
        mode: 'content',
        linesBefore: raw.context ?? 0,
        linesAfter: raw.context ?? 0,
        lineNumbers: true,
        ignoreCase: raw.ignoreCase ?? false,
        multiline: false,
        onlyMatching: false,
        limit: raw.limit,
      }),
    ),
  structured: [],
  text: [{ kind: 'content', read: (content) => readFound(content) }],
});
