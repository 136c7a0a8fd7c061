// How Cursor requests file changes. Their results are not in its transcripts.

import { defineDialect } from '../define.ts';
import { diffOfReplacements, type Replacement } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';
import { type EditInput, type EditResult, LazyEditInput } from './edit-types.ts';

export const cursor = defineDialect<EditInput, EditResult>({
  agent: 'cursor',
  names: ['StrReplace', 'Edit', 'search_replace'],
  input: shape
    .object({
      path: looseText,
      file_path: looseText,
      old_string: text,
      new_string: looseText,
      replace_all: looseFlag,
    })
    .refine((raw) => (raw.path ?? raw.file_path) !== undefined, { place: 'path' })
    .transform((raw): EditInput => {
      const path = raw.path ?? raw.file_path ?? '';
      const one: Replacement = {
        oldText: raw.old_string,
        newText: raw.new_string ?? '',
        everywhere: raw.replace_all ?? false,
      };
      return new LazyEditInput([path], [one], () => [diffOfReplacements(path, [one])]);
    }),
  structured: [],
  text: [],
});
