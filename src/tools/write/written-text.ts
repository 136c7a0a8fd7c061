// A written file, if the log only says that it was done: its content is the input.

import { countLines } from '../../base/text.ts';
import { diffOfCreation, diffOfWriting, type FileDiff } from '../hunks.ts';
import type { WriteInput, Written } from './write.ts';

function diffsOf(input: WriteInput | null, created: boolean | null): readonly FileDiff[] {
  if (input === null) return [];
  const { path, content } = input;
  return [created === true ? diffOfCreation(path, content) : diffOfWriting(path, content, 'modified')];
}

/** `created`: null if it is not known whether the file existed. */
export function writtenAsAsked(input: WriteInput | null, created: boolean | null = null): Written {
  return {
    kind: 'written',
    files: diffsOf(input, created),
    created,
    content: input?.content ?? null,
    lines: input === null ? null : countLines(input.content),
    userModified: false,
    staged: false,
    original: null,
    snippet: [],
  };
}
