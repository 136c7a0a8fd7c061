// How Copilot changes files: `edit`, `apply_patch`, and their relatives in VS Code.

import { patchedPaths, readPatch } from '../apply-patch.ts';
import { defineDialect } from '../define.ts';
import { diffOfReplacements } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';
import { type Edited, type EditInput, type EditResult, LazyEditInput, type NotEdited } from './edit-types.ts';

function replaced(path: string, oldText: string, newText: string): EditInput {
  const replacements = [{ oldText, newText, everywhere: false }];
  return new LazyEditInput([path], replacements, () => [diffOfReplacements(path, replacements)]);
}

function patched(patch: string): EditInput {
  return new LazyEditInput(patchedPaths(patch), [], () => readPatch(patch));
}

const patchText = text.transform(patched);
const patchObject = shape.object({ input: text }).transform((raw) => patched(raw.input));

function readEdited(output: string, { input }: { readonly input: EditInput | null }): Edited {
  return {
    kind: 'edited',
    files: input?.proposed ?? [],
    userModified: false,
    replaceAll: false,
    edits: Math.max(1, input?.replacements.length ?? 1),
    staged: false,
    staleRecovered: false,
    original: null,
    snippet: [],
    output,
    elapsedMs: null,
  };
}

export const copilot = defineDialect<EditInput, EditResult>({
  agent: 'copilot',
  names: ['edit', 'apply_patch'],
  input: shape.union([
    patchText,
    patchObject,
    shape
      .object({ path: text, old_str: looseText, new_str: looseText })
      .transform((raw) => replaced(raw.path, raw.old_str ?? '', raw.new_str ?? '')),
  ]),
  structured: [],
  text: [{ kind: 'edited', read: readEdited }],
  errorText: [
    {
      kind: 'not-edited',
      read: (output, { input, status }): NotEdited | undefined => {
        if (status === 'interrupted' || status === 'cancelled') return undefined;
        const reason = status === 'error' ? 'failed' : 'declined';
        return { kind: 'not-edited', files: input?.proposed ?? [], reason, output, elapsedMs: null };
      },
    },
  ],
});

export const copilotVscode = defineDialect<EditInput, EditResult>({
  agent: 'copilot-vscode',
  names: ['apply_patch', 'replace_string_in_file'],
  input: shape.union([
    patchObject,
    shape
      .object({ filePath: text, oldString: looseText, newString: looseText })
      .transform((raw) => replaced(raw.filePath, raw.oldString ?? '', raw.newString ?? '')),
  ]),
  structured: [],
  text: [],
});
