// How OpenCode changes files: edit with the text before and after, and apply_patch; both return the resulting diff. The older
// program of that name, in Go, spells its input differently.

import { patchedPaths, readPatch } from '../apply-patch.ts';
import { defineDialect } from '../define.ts';
import { diffOfReplacements, type FileDiff, type Replacement } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseList, looseText, text } from '../shapes.ts';
import { diffOfUnified } from '../unified-diff.ts';
import { type EditInput, type EditResult, editedFiles, LazyEditInput } from './edit-types.ts';

const replacement = shape
  .object({ filePath: looseText, oldString: looseText, newString: looseText, replaceAll: looseFlag })
  .transform(
    (raw): Replacement => ({
      oldText: raw.oldString ?? '',
      newText: raw.newString ?? '',
      everywhere: raw.replaceAll ?? false,
    }),
  );

const replacing = shape
  .object({
    filePath: text,
    oldString: looseText,
    newString: looseText,
    replaceAll: looseFlag,
    edits: looseList(replacement).optional(),
  })
  .transform((raw): EditInput => {
    const one: Replacement = {
      oldText: raw.oldString ?? '',
      newText: raw.newString ?? '',
      everywhere: raw.replaceAll ?? false,
    };
    const all = raw.edits !== undefined && raw.edits.length > 0 ? raw.edits : [one];
    return new LazyEditInput([raw.filePath], all, () => [diffOfReplacements(raw.filePath, all)]);
  });

const patching = shape
  .object({ patchText: text })
  .transform(({ patchText }): EditInput => new LazyEditInput(patchedPaths(patchText), [], () => readPatch(patchText)));

const CHANGES: ReadonlyMap<string, FileDiff['change']> = new Map([
  ['add', 'added'],
  ['delete', 'deleted'],
]);

const patched = shape
  .object({
    files: shape.array(
      shape.object({ filePath: text, type: looseText, patch: looseText, diff: looseText, movePath: looseText }),
    ),
  })
  .refine((raw) => raw.files.length > 0)
  .transform((raw) =>
    editedFiles(
      raw.files.map(({ filePath, type, patch, diff, movePath }) =>
        diffOfUnified(filePath, patch ?? diff ?? '', {
          change: CHANGES.get(type ?? '') ?? 'modified',
          movedTo: movePath,
        }),
      ),
    ),
  );

const replaced = shape
  .object({ diff: text, filediff: shape.object({ file: text }) })
  .transform((raw) => editedFiles([diffOfUnified(raw.filediff.file, raw.diff)]));

const SUCCESS = /^(?:Edit applied successfully|Success\. Updated the following files:)/;

export const openCode = defineDialect<EditInput, EditResult>({
  agent: 'opencode',
  names: ['edit', 'apply_patch', 'patch', 'multiedit'],
  input: shape.union([patching, replacing]),
  structured: [
    { kind: 'edited', schema: patched },
    { kind: 'edited', schema: replaced },
  ],
  text: [
    {
      kind: 'edited',
      read: (content, { input }) => (SUCCESS.test(content) ? editedFiles(input?.proposed ?? []) : undefined),
    },
  ],
});

const replacingGo = shape
  .object({ file_path: text, old_string: looseText, new_string: looseText })
  .transform((raw): EditInput => {
    const one: Replacement = { oldText: raw.old_string ?? '', newText: raw.new_string ?? '', everywhere: false };
    return new LazyEditInput([raw.file_path], [one], () => [diffOfReplacements(raw.file_path, [one])]);
  });

const patchingGo = shape
  .object({ patch_text: text })
  .transform(
    ({ patch_text }): EditInput => new LazyEditInput(patchedPaths(patch_text), [], () => readPatch(patch_text)),
  );

const SUCCESS_GO =
  /^<result>\s*(?:Content (?:replaced in|deleted from) file: |File created: )|^Patch applied successfully/;

export const openCodeGo = defineDialect<EditInput, EditResult>({
  agent: 'opencode-go',
  lends: false,
  names: ['edit', 'patch'],
  input: shape.union([patchingGo, replacingGo]),
  // The diff next to the text has paths relative to the project; the request has full paths.
  structured: [],
  text: [
    {
      kind: 'edited',
      read: (content, { input }) => (SUCCESS_GO.test(content) ? editedFiles(input?.proposed ?? []) : undefined),
    },
  ],
});
