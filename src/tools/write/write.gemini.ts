// How Gemini CLI and Qwen Code write whole files: a sentence that says whether the file is new, with the diff next to it.

import { defineDialect } from '../define.ts';
import { shownFile } from '../file-display.ts';
import { diffOfWriting } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import type { WriteInput, Written } from './write.ts';
import { writtenAsAsked } from './written-text.ts';

const CREATED = /^Successfully created and wrote to new file: /;
const WRITTEN = /^Successfully (?:overwrote file: |wrote to )/;

export const gemini = defineDialect<WriteInput, Written>({
  agent: 'gemini',
  lends: false,
  names: ['write_file'],
  input: shape
    .object({ file_path: looseText, path: looseText, content: looseText })
    .refine((raw) => (raw.file_path ?? raw.path) !== undefined, { place: 'file_path' })
    .transform((raw): WriteInput => {
      const path = raw.file_path ?? raw.path ?? '';
      const content = raw.content ?? '';
      return { path, content, proposed: [diffOfWriting(path, content)] };
    }),
  structured: [
    {
      kind: 'written',
      schema: shownFile.transform(({ diff, isNew }): Written => ({ ...writtenAsAsked(null, isNew), files: [diff] })),
    },
  ],
  text: [
    {
      kind: 'written',
      read: (content, { input }) => {
        if (CREATED.test(content)) return writtenAsAsked(input, true);
        return WRITTEN.test(content)
          ? writtenAsAsked(input, content.startsWith('Successfully overwrote') ? false : null)
          : undefined;
      },
    },
  ],
});

export const qwen = defineDialect<WriteInput, Written>({ ...gemini, agent: 'qwen' });
