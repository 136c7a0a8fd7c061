// How Gemini CLI and Qwen Code list a folder: one name per line, folders after `[DIR]`.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText, looseTexts } from '../shapes.ts';
import { listedEntries } from './listed-entries.ts';
import type { LsInput, LsTree } from './ls.ts';

const HEAD = /^(?:Directory listing for|Listed \d{1,9} item\(s\) in) [^\n]{1,4000}:?\n?/;

function readList(content: string): LsTree | undefined {
  if (/^Directory [^\n]{1,4000} is empty\.?/.test(content)) return listedEntries([], []);
  const head = HEAD.exec(content);
  if (head === null) return undefined;
  const lines = content
    .slice(head[0].length)
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== '---');
  const names = lines.filter((line) => !/^\(\d{1,9} [^\n]{1,60}\)$|^\[\d{1,9} items? truncated\]/.test(line));
  const cut = lines.filter((line) => /truncated\]/.test(line));
  return listedEntries(
    names.map((name) => (name.startsWith('[DIR] ') ? `${name.slice('[DIR] '.length)}/` : name)),
    cut,
  );
}

export const gemini = defineDialect<LsInput, LsTree>({
  agent: 'gemini',
  lends: false,
  names: ['list_directory'],
  input: shape
    .object({ dir_path: looseText, path: looseText, ignore: looseTexts })
    .transform((raw): LsInput => ({ path: raw.dir_path ?? raw.path ?? '.', ignore: raw.ignore })),
  structured: [],
  text: [{ kind: 'tree', read: (content) => readList(content) }],
});

export const qwen = defineDialect<LsInput, LsTree>({ ...gemini, agent: 'qwen' });
