// How Kimi writes whole files: `WriteFile` in Kimi CLI, which can also append, and `Write` in Kimi Code.

import { countLines } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';

const DONE = /^(?:Wrote \d|File successfully (?:overwritten|appended|written)|Successfully wrote)/;

export const kimi = defineDialect<WriteInput, Written>({
  agent: 'kimi',
  names: ['WriteFile'],
  input: shape.object({ path: text, content: looseText }).transform((raw): WriteInput => {
    const content = raw.content ?? '';
    return { path: raw.path, content, proposed: [diffOfWriting(raw.path, content)] };
  }),
  structured: [],
  text: [
    {
      kind: 'written',
      read: (content, { input }) =>
        input === null || !DONE.test(content)
          ? undefined
          : {
              kind: 'written',
              files: [diffOfWriting(input.path, input.content, 'modified')],
              created: null,
              content: input.content,
              lines: countLines(input.content),
              userModified: false,
              staged: false,
              original: null,
              snippet: [],
            },
    },
  ],
});

export const kimiCode = defineDialect<WriteInput, Written>({ ...kimi, agent: 'kimi-code', names: ['Write'] });
