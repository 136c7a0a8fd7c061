// How Gemini CLI and Qwen Code find files by name: a sentence that counts them, and one path per line.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import { foundFiles } from './found-files.ts';
import type { GlobFiles, GlobInput } from './glob.ts';

function readFiles(content: string): GlobFiles | undefined {
  if (/^No files found\b/.test(content)) return foundFiles([], false);
  const said = /^Found (\d{1,9}) file\(s\) matching\b/.exec(content);
  if (said === null) return undefined;
  const lines = content
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '' && !/^(?:---$|\[\d{1,9} )/.test(line));
  const total = Number(said[1]);
  return { ...foundFiles(lines, lines.length < total), total };
}

export const gemini = defineDialect<GlobInput, GlobFiles>({
  agent: 'gemini',
  lends: false,
  names: ['glob'],
  input: shape
    .object({ pattern: text, dir_path: looseText, path: looseText })
    .transform((raw): GlobInput => ({ pattern: raw.pattern, path: raw.dir_path ?? raw.path })),
  structured: [],
  text: [{ kind: 'files', read: (content) => readFiles(content) }],
});

export const qwen = defineDialect<GlobInput, GlobFiles>({ ...gemini, agent: 'qwen' });
