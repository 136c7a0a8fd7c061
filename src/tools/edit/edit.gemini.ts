// How Gemini CLI and Qwen Code change files: `replace` and `edit`, with the text before and after, and the diff for display.

import { defineDialect } from '../define.ts';
import { shownFile } from '../file-display.ts';
import { diffOfReplacements, type Replacement } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText } from '../shapes.ts';
import { type EditInput, type EditResult, editedFiles, LazyEditInput } from './edit-types.ts';

const input = shape
  .object({
    file_path: looseText,
    path: looseText,
    old_string: looseText,
    new_string: looseText,
    replace_all: looseFlag,
    allow_multiple: looseFlag,
    expected_replacements: looseNumber,
  })
  .refine((raw) => (raw.file_path ?? raw.path) !== undefined, { place: 'file_path' })
  .transform((raw): EditInput => {
    const path = raw.file_path ?? raw.path ?? '';
    const everywhere = raw.replace_all ?? raw.allow_multiple ?? (raw.expected_replacements ?? 1) > 1;
    const one: Replacement = { oldText: raw.old_string ?? '', newText: raw.new_string ?? '', everywhere };
    return new LazyEditInput([path], [one], () => [diffOfReplacements(path, [one])]);
  });

const SUCCESS =
  /^(?:Successfully modified file: |Created new file: |The file: ?[^\n]{1,4000} has been updated|The file [^\n]{1,4000} has been updated)/;

export const gemini = defineDialect<EditInput, EditResult>({
  agent: 'gemini',
  lends: false,
  names: ['replace'],
  input,
  structured: [{ kind: 'edited', schema: shownFile.transform(({ diff }) => editedFiles([diff])) }],
  text: [
    {
      kind: 'edited',
      read: (content, { input: asked }) => (SUCCESS.test(content) ? editedFiles(asked?.proposed ?? []) : undefined),
    },
  ],
});

export const qwen = defineDialect<EditInput, EditResult>({ ...gemini, agent: 'qwen', names: ['edit', 'replace'] });
