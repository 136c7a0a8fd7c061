// How Kimi changes files: `StrReplaceFile` in Kimi CLI with one edit or a list of them, `Edit` in Kimi Code.

import { defineDialect } from '../define.ts';
import { diffOfReplacements, type Replacement } from '../hunks.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';
import { type Edited, type EditInput, type EditResult, LazyEditInput } from './edit-types.ts';

const replacement = shape
  .object({ old: looseText, new: looseText, replace_all: looseFlag })
  .transform(
    (raw): Replacement => ({ oldText: raw.old ?? '', newText: raw.new ?? '', everywhere: raw.replace_all ?? false }),
  );

function inputOf(path: string, replacements: readonly Replacement[]): EditInput {
  return new LazyEditInput([path], replacements, () => [diffOfReplacements(path, replacements)]);
}

const listed = shape
  .object({ path: text, edit: shape.union([shape.array(replacement), replacement]) })
  .transform((raw): EditInput => inputOf(raw.path, Array.isArray(raw.edit) ? raw.edit : [raw.edit]));

const single = shape
  .object({ path: text, old_string: text, new_string: looseText, replace_all: looseFlag })
  .transform(
    (raw): EditInput =>
      inputOf(raw.path, [
        { oldText: raw.old_string, newText: raw.new_string ?? '', everywhere: raw.replace_all ?? false },
      ]),
  );

const DONE = /^(?:File successfully edited|Replaced \d|Edited |Successfully (?:edited|replaced))/;

function edited(input: EditInput | null): Edited {
  const files = input?.proposed ?? [];
  return {
    kind: 'edited',
    files,
    userModified: false,
    replaceAll: false,
    edits: Math.max(1, input?.replacements.length ?? 1),
    staged: false,
    staleRecovered: false,
    original: null,
    snippet: [],
    output: '',
    elapsedMs: null,
  };
}

export const kimi = defineDialect<EditInput, EditResult>({
  agent: 'kimi',
  names: ['StrReplaceFile'],
  input: shape.union([listed, single]),
  structured: [],
  text: [{ kind: 'edited', read: (content, { input }) => (DONE.test(content) ? edited(input) : undefined) }],
});

export const kimiCode = defineDialect<EditInput, EditResult>({ ...kimi, agent: 'kimi-code', names: ['Edit'] });
