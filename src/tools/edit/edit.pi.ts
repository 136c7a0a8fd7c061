// How pi changes files: several texts before and after at once. The result says that it was done; newer ones have the patch.

import { defineDialect } from '../define.ts';
import { diffOfReplacements, type Replacement } from '../hunks.ts';
import * as shape from '../shape.ts';
import { MISFIT } from '../shape.ts';
import { looseList, looseText, orJsonText, text } from '../shapes.ts';
import { diffOfUnified } from '../unified-diff.ts';
import { type EditInput, type EditResult, editedFiles, LazyEditInput } from './edit-types.ts';

const replacement = shape
  .object({ oldText: looseText, newText: looseText })
  .transform((raw): Replacement => ({ oldText: raw.oldText ?? '', newText: raw.newText ?? '', everywhere: false }));

const input = shape
  .object({
    path: text,
    edits: orJsonText(looseList(replacement)).optional(),
    oldText: looseText,
    newText: looseText,
  })
  .transform((raw): EditInput => {
    const one: Replacement = { oldText: raw.oldText ?? '', newText: raw.newText ?? '', everywhere: false };
    const all = raw.edits !== undefined && raw.edits.length > 0 ? raw.edits : [one];
    return new LazyEditInput([raw.path], all, () => [diffOfReplacements(raw.path, all)]);
  });

/** The `diff` next to it is for display, and names no file. */
const patched = shape.object({ patch: text }).transform(({ patch }) => {
  const path = /^\+\+\+ (?:b\/)?([^\n\t\r]{1,2000})/m.exec(patch.slice(0, 8000))?.[1];
  return path === undefined ? MISFIT : editedFiles([diffOfUnified(path, patch)]);
});

const SUCCESS = /^Successfully replaced (?:(\d{1,6}) block\(s\)|text) in /;

export const pi = defineDialect<EditInput, EditResult>({
  agent: 'pi',
  lends: false,
  names: ['edit'],
  input,
  structured: [{ kind: 'edited', schema: patched }],
  text: [
    {
      kind: 'edited',
      read: (content, { input: asked }) => {
        const said = SUCCESS.exec(content);
        return said === null ? undefined : editedFiles(asked?.proposed ?? [], Number(said[1] ?? 1));
      },
    },
  ],
});
