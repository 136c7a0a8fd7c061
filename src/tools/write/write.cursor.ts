// How Cursor requests writing whole files. The results are not in its transcripts.

import { defineDialect } from '../define.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';

export const cursor = defineDialect<WriteInput, Written>({
  agent: 'cursor',
  names: ['Write'],
  input: shape.object({ path: text, contents: looseText, content: looseText }).transform((raw): WriteInput => {
    const content = raw.contents ?? raw.content ?? '';
    return { path: raw.path, content, proposed: [diffOfWriting(raw.path, content)] };
  }),
  structured: [],
  text: [],
});
