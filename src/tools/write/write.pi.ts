// How pi writes whole files: the result is one sentence, which does not say whether the file existed.

import { defineDialect } from '../define.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';
import { writtenAsAsked } from './written-text.ts';

export const pi = defineDialect<WriteInput, Written>({
  agent: 'pi',
  lends: false,
  names: ['write'],
  input: shape.object({ path: text, content: looseText }).transform((raw): WriteInput => {
    const content = raw.content ?? '';
    return { path: raw.path, content, proposed: [diffOfWriting(raw.path, content)] };
  }),
  structured: [],
  text: [
    {
      kind: 'written',
      read: (content, { input }) => (/^Successfully wrote \d/.test(content) ? writtenAsAsked(input) : undefined),
    },
  ],
});
