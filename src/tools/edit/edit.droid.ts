// How Factory's Droid changes files: `ApplyPatch`, whose answer is JSON that says whether it succeeded.

import { asString } from '../../base/json.ts';
import { patchedPaths, readPatch } from '../apply-patch.ts';
import { defineDialect } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import { type EditInput, type EditResult, LazyEditInput } from './edit-types.ts';

function readAnswer(content: string, input: EditInput | null): EditResult | undefined {
  const answer = jsonObjectOf(content);
  if (typeof answer?.['success'] !== 'boolean') return undefined;
  const files = input?.proposed ?? [];
  if (!answer['success']) {
    const output = asString(answer['error']) ?? asString(answer['message']) ?? content;
    return { kind: 'not-edited', files, reason: 'failed', output, elapsedMs: null };
  }
  return {
    kind: 'edited',
    files,
    userModified: false,
    replaceAll: false,
    edits: Math.max(1, files.length),
    staged: false,
    staleRecovered: false,
    original: null,
    snippet: [],
    output: '',
    elapsedMs: null,
  };
}

export const droid = defineDialect<EditInput, EditResult>({
  agent: 'droid',
  names: ['ApplyPatch'],
  input: shape
    .object({ input: text })
    .transform(({ input }): EditInput => new LazyEditInput(patchedPaths(input), [], () => readPatch(input))),
  structured: [],
  text: [
    {
      kind: 'edited',
      read: (content, { input }) => {
        const read = readAnswer(content, input);
        return read?.kind === 'edited' ? read : undefined;
      },
    },
    {
      kind: 'not-edited',
      read: (content, { input }) => {
        const read = readAnswer(content, input);
        return read?.kind === 'not-edited' ? read : undefined;
      },
    },
  ],
});
