// How OpenCode finds files by name: one path per line, and a remark in brackets if there are more.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import { foundFiles } from './found-files.ts';
import type { GlobFiles, GlobInput } from './glob.ts';

function readFiles(content: string): GlobFiles {
  const lines = content.startsWith('No files found') ? [] : content.split('\n').filter((line) => line.trim() !== '');
  const files = lines.filter((line) => !/^\(.{1,300}\)$/.test(line));
  return foundFiles(files, files.length < lines.length);
}

export const openCode = defineDialect<GlobInput, GlobFiles>({
  agent: 'opencode',
  names: ['glob'],
  input: shape
    .object({ pattern: text, path: looseText })
    .transform((raw): GlobInput => ({ pattern: raw.pattern, path: raw.path })),
  structured: [],
  text: [{ kind: 'files', read: (content) => readFiles(content) }],
});

/** The older program of that name, in Go, has the same format. */
export const openCodeGo = { ...openCode, agent: 'opencode-go', lends: false } as const;
