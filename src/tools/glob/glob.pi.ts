// How pi finds files by name: `find`, with one path per line, and a remark in brackets if there are more.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import { foundFiles } from './found-files.ts';
import type { GlobFiles, GlobInput } from './glob.ts';

function readFiles(content: string): GlobFiles {
  const lines = content.startsWith('No files found') ? [] : content.split('\n').filter((line) => line.trim() !== '');
  const isCut = /^\[.{1,300}\blimit reached\b.{0,300}\]$/.test(lines.at(-1) ?? '');
  return foundFiles(isCut ? lines.slice(0, -1) : lines, isCut);
}

export const pi = defineDialect<GlobInput, GlobFiles>({
  agent: 'pi',
  lends: false,
  names: ['find'],
  input: shape
    .object({ pattern: text, path: looseText })
    .transform((raw): GlobInput => ({ pattern: raw.pattern, path: raw.path })),
  structured: [],
  text: [{ kind: 'files', read: (content) => readFiles(content) }],
});
