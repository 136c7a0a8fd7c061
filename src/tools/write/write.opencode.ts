// How OpenCode, and the older program of that name in Go, write whole files. The text only says that it was done.

import { defineDialect } from '../define.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';
import { writtenAsAsked } from './written-text.ts';

export const openCode = defineDialect<WriteInput, Written>({
  agent: 'opencode',
  names: ['write'],
  input: shape.object({ filePath: text, content: looseText }).transform((raw): WriteInput => {
    const content = raw.content ?? '';
    return { path: raw.filePath, content, proposed: [diffOfWriting(raw.filePath, content)] };
  }),
  structured: [],
  text: [
    {
      kind: 'written',
      read: (content, { input }) => (/^Wrote file successfully/.test(content) ? writtenAsAsked(input) : undefined),
    },
  ],
});

export const openCodeGo = defineDialect<WriteInput, Written>({
  agent: 'opencode-go',
  lends: false,
  names: ['write'],
  input: shape.object({ file_path: text, content: looseText }).transform((raw): WriteInput => {
    const content = raw.content ?? '';
    return { path: raw.file_path, content, proposed: [diffOfWriting(raw.file_path, content)] };
  }),
  structured: [],
  text: [
    {
      kind: 'written',
      read: (content, { input }) =>
        /^<result>\s*File successfully written: /.test(content) ? writtenAsAsked(input) : undefined,
    },
  ],
});
