// How pi lists a folder: one name per line, folders with a trailing slash.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import { listedEntries } from './listed-entries.ts';
import type { LsInput, LsTree } from './ls.ts';

function readList(content: string): LsTree {
  if (/^\(empty directory\)\s*$/.test(content)) return listedEntries([], []);
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const isCut = /^\[.{1,300}\blimit reached\b.{0,300}\]$/.test(lines.at(-1) ?? '');
  return listedEntries(isCut ? lines.slice(0, -1) : lines, isCut ? lines.slice(-1) : []);
}

export const pi = defineDialect<LsInput, LsTree>({
  agent: 'pi',
  lends: false,
  names: ['ls'],
  input: shape.object({ path: looseText }).transform((raw): LsInput => ({ path: raw.path ?? '.', ignore: [] })),
  structured: [],
  text: [{ kind: 'tree', read: (content) => readList(content) }],
});
