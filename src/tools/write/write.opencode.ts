// How OpenCode writes whole files. Whether the file was there before stands beside a text that repeats nothing of it.

import { countLines } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';

function writtenOf(input: WriteInput | null): Written {
  return {
    kind: 'written',
    files: input === null ? [] : [diffOfWriting(input.path, input.content, 'modified')],
    created: null,
    content: input?.content ?? null,
    lines: input === null ? null : countLines(input.content),
    userModified: false,
    staged: false,
    original: null,
    snippet: [],
  };
}

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
      read: (content, { input }) => (/^Wrote file successfully/.test(content) ? writtenOf(input) : undefined),
    },
  ],
});
