// How Kimi finds files by name: one path per line, and a sentence about them before or after.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { GlobFiles, GlobInput } from './glob.ts';

const SENTENCE =
  /^(?:\[?Truncated at |Only the first |No matches found|Found \d{1,9} match(?:es)? for pattern|Results? truncated)/;

function readFiles(content: string): GlobFiles {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const files = lines.filter((line) => !SENTENCE.test(line));
  return {
    kind: 'files',
    files,
    count: files.length,
    total: null,
    totalIsComplete: true,
    truncated: lines.some((line) => /truncated|^Only the first /i.test(line) && SENTENCE.test(line)),
    timedOut: false,
    elapsedMs: null,
  };
}

export const kimi = defineDialect<GlobInput, GlobFiles>({
  agent: 'kimi',
  names: ['Glob'],
  input: shape
    .object({ pattern: text, path: looseText, directory: looseText })
    .transform((raw): GlobInput => ({ pattern: raw.pattern, path: raw.path ?? raw.directory })),
  structured: [],
  text: [{ kind: 'files', read: readFiles }],
});

export const kimiCode = defineDialect<GlobInput, GlobFiles>({ ...kimi, agent: 'kimi-code' });
