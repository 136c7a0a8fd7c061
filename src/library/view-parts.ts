// What can be drawn of a view that a RAP tool keeps next to its thread: a diff, a text, or any other value as a tree.

import { asObject, asString } from '../base/json.ts';
import type { FileDiff } from '../tools/hunks.ts';
import { diffOfUnified } from '../tools/unified-diff.ts';

export type ViewPart =
  | { readonly kind: 'diff'; readonly files: readonly FileDiff[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: unknown }
  /** The tool has withdrawn what it showed. */
  | { readonly kind: 'empty' };

function isEmpty(content: unknown): boolean {
  if (content === null || content === undefined || content === '') return true;
  const record = asObject(content);
  return record !== undefined && Object.values(record).every((value) => value === null || value === '');
}

function pathIn(lines: readonly string[]): string {
  const named = (mark: string): string | undefined => {
    const line = lines
      .find((one) => one.startsWith(mark))
      ?.slice(mark.length)
      .split('\t', 1)[0];
    return line === undefined || line === '/dev/null' ? undefined : line.replace(/^[ab]\//, '');
  };
  return named('+++ ') ?? named('--- ') ?? named('diff --git ') ?? 'patch';
}

/** The files of a patch: each begins with the line git writes before it, or with its `---` line. */
function filesOf(patch: string): FileDiff[] {
  const parts: string[][] = [];
  const isGit = /^diff --git /m.test(patch);
  for (const [i, line] of patch.split('\n').entries()) {
    const isHead = isGit ? line.startsWith('diff --git ') : line.startsWith('--- ');
    if (i === 0 || isHead) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts
    .filter((lines) => lines.some((line) => line.startsWith('@@ ')))
    .map((lines) => diffOfUnified(pathIn(lines), lines.join('\n')));
}

/** `content` as the tool sent it: the runtime does not interpret it, and this only recognises known shapes. */
export function viewPart(content: unknown): ViewPart {
  if (isEmpty(content)) return { kind: 'empty' };
  const patch = asString(asObject(content)?.['patch']);
  const files = patch === undefined ? [] : filesOf(patch);
  if (files.length > 0) return { kind: 'diff', files };
  const text = asString(content) ?? asString(asObject(content)?.['text']);
  return text === undefined ? { kind: 'value', value: content } : { kind: 'text', text };
}
