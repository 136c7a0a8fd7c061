// Changes to existing files: Edit and MultiEdit of Claude Code, apply_patch of Codex.

import { plural } from '../../base/units.ts';
import type { Facts } from '../../model/interpretation.ts';
import { readConfirmation } from '../confirmation.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES, READ_FIRST_FAILURES } from '../file-failures.ts';
import { gitDiff } from '../git-diff.ts';
import {
  changeText,
  checkDiffs,
  diffOfHunks,
  diffOfReplacements,
  type FileDiff,
  hunkList,
  type Replacement,
  totalLines,
} from '../hunks.ts';
import { PATCH_FAILURES, reportedLine } from '../patch-failures.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseList, looseText, orJsonText, text } from '../shapes.ts';
import { codexEdit } from './edit.codex.ts';
import { copilot, copilotVscode } from './edit.copilot.ts';
import { cursor } from './edit.cursor.ts';
import { droid } from './edit.droid.ts';
import { gemini, qwen } from './edit.gemini.ts';
import { kimi, kimiCode } from './edit.kimi.ts';
import { openCode, openCodeGo } from './edit.opencode.ts';
import { pi } from './edit.pi.ts';
import { type Edited, type EditInput, type EditResult, LazyEditInput } from './edit-types.ts';

export type { Edited, EditInput, EditResult, NotEdited } from './edit-types.ts';

const replacement = shape
  .object({
    old_string: looseText,
    new_string: looseText,
    old_str: looseText,
    new_str: looseText,
    replace_all: looseFlag,
  })
  .transform(
    (raw): Replacement => ({
      oldText: raw.old_string ?? raw.old_str ?? '',
      newText: raw.new_string ?? raw.new_str ?? '',
      everywhere: raw.replace_all ?? false,
    }),
  );

function editInput(path: string, replacements: readonly Replacement[]): EditInput {
  return new LazyEditInput([path], replacements, () => [diffOfReplacements(path, replacements)]);
}

const input = shape
  .object({
    file_path: looseText,
    path: looseText,
    old_string: looseText,
    new_string: looseText,
    old_str: looseText,
    new_str: looseText,
    replace_all: looseFlag,
    edits: orJsonText(looseList(replacement)).optional(),
  })
  .refine((raw) => (raw.file_path ?? raw.path) !== undefined, { place: 'file_path' })
  .transform((raw): EditInput => {
    const path = raw.file_path ?? raw.path ?? '';
    if (raw.edits !== undefined && raw.edits.length > 0) return editInput(path, raw.edits);
    return editInput(path, [
      {
        oldText: raw.old_string ?? raw.old_str ?? '',
        newText: raw.new_string ?? raw.new_str ?? '',
        everywhere: raw.replace_all ?? false,
      },
    ]);
  });

const structured = shape
  .object({
    filePath: text,
    oldString: looseText,
    newString: looseText,
    originalFile: looseText,
    originalFileContents: looseText,
    structuredPatch: hunkList.optional().catch(undefined),
    userModified: looseFlag,
    replaceAll: looseFlag,
    edits: looseList(replacement).optional(),
    gitDiff,
    staged: looseFlag,
    staleRecovered: looseFlag,
  })
  .refine((raw) => raw.structuredPatch !== undefined || raw.oldString !== undefined)
  .transform((raw): Edited => {
    const before = raw.originalFile ?? raw.originalFileContents;
    const edits = raw.edits ?? [];
    return {
      kind: 'edited',
      files: [structuredDiff(raw)],
      userModified: raw.userModified ?? false,
      replaceAll: raw.replaceAll ?? edits.some(({ everywhere }) => everywhere),
      edits: Math.max(1, edits.length),
      staged: raw.staged ?? false,
      staleRecovered: raw.staleRecovered ?? false,
      original:
        before === undefined
          ? null
          : {
              pointer: raw.originalFile === undefined ? '/originalFileContents' : '/originalFile',
              characters: before.length,
            },
      git: raw.gitDiff,
      snippet: [],
      output: '',
      elapsedMs: null,
    };
  });

function structuredDiff(raw: {
  filePath: string;
  oldString?: string | undefined;
  newString?: string | undefined;
  replaceAll?: boolean | undefined;
  structuredPatch?: readonly FileDiff['hunks'][number][] | undefined;
}): FileDiff {
  const hunks = raw.structuredPatch ?? [];
  if (hunks.length === 0 && raw.oldString !== undefined && raw.oldString !== raw.newString) {
    return diffOfReplacements(raw.filePath, [
      { oldText: raw.oldString, newText: raw.newString ?? '', everywhere: raw.replaceAll ?? false },
    ]);
  }
  const created = raw.oldString === '' && hunks.length > 0 && hunks.every((hunk) => hunk.oldLines === 0);
  return diffOfHunks(raw.filePath, hunks, { change: created ? 'added' : 'modified' });
}

const claudeCode = defineDialect<EditInput, EditResult>({
  agent: 'claude-code',
  names: ['Edit', 'MultiEdit'],
  input,
  structured: [{ kind: 'edited', schema: structured }],
  text: [
    {
      kind: 'edited',
      read: (content, { input: asked }) => {
        const said = readConfirmation(content, asked?.paths[0] ?? null);
        if (said === undefined) return undefined;
        const files = asked?.proposed ?? (said.path === null ? [] : [diffOfReplacements(said.path, [])]);
        return {
          kind: 'edited',
          files: said.created ? files.map((file): FileDiff => ({ ...file, change: 'added' })) : files,
          userModified: said.userModified,
          replaceAll: said.replaceAll,
          edits: said.edits ?? asked?.replacements.length ?? 1,
          staged: false,
          staleRecovered: said.staleRecovered,
          original: null,
          snippet: said.snippet,
          output: '',
          elapsedMs: null,
        };
      },
    },
  ],
});

function addChangeFacts(facts: Facts, files: readonly FileDiff[]): void {
  if (files.length === 0) return;
  const { added, removed } = totalLines(files);
  if (files.length > 1) facts.files = files.length;
  if (added !== null) facts.linesAdded = added;
  if (removed !== null) facts.linesRemoved = removed;
}

/** Every other file of a patch, and where it was moved from or to. The requested ones, if nothing was changed. */
function otherPaths(path: string | undefined, files: readonly FileDiff[], asked: readonly string[]): readonly string[] {
  const all = new Set(files.length === 0 ? asked : files.flatMap((file) => [file.path, file.movedTo ?? file.path]));
  if (path !== undefined) all.delete(path);
  return [...all];
}

const MARKS = { added: ' (new)', deleted: ' (deleted)', modified: '' } as const;

function pathText(paths: readonly string[]): string {
  const first = paths[0];
  if (first === undefined) return '';
  return paths.length === 1 ? pathTail(first) : `${pathTail(first)} and ${plural(paths.length - 1, 'more file')}`;
}

export const edit = defineTool<EditInput, EditResult>({
  id: 'edit',
  title: 'Edit',
  family: 'files',
  touches: 'edit',
  dialects: [
    claudeCode,
    codexEdit,
    copilot,
    copilotVscode,
    openCode,
    openCodeGo,
    pi,
    gemini,
    qwen,
    kimi,
    kimiCode,
    cursor,
    droid,
  ],
  failures: [
    ...READ_FIRST_FAILURES,
    {
      code: 'string-not-found',
      blame: 'agent',
      pattern:
        /^(?:String (?:to replace )?not found in file|old_string not found in file|No match found|Failed to edit, (?:0 occurrences found|could not find)|Could not find (?:the exact text|edits\[\d{1,6}\]|the old text|oldString|an exact match for \S{1,100}) in |oldString not found in content|Refusing replacement because the matched span)/,
    },
    {
      code: 'ambiguous-match',
      blame: 'agent',
      pattern:
        /^Found (?:\d+ (?:matches of the string to replace|occurrences of )|multiple matches for oldString)|^Failed to edit, [Ee]xpected \d+ occurrences?\b/,
    },
    {
      code: 'no-change',
      blame: 'agent',
      pattern: /^(?:No changes (?:to make|made to |to apply: oldString)|Original and edited file match exactly)/,
    },
    {
      code: 'edits-overlap',
      blame: 'agent',
      pattern: /^Cannot edit file: old_string is a substring of a new_string/,
    },
    { code: 'file-exists', blame: 'agent', pattern: /^Cannot create new file - file already exists/ },
    { code: 'is-notebook', blame: 'agent', pattern: /^File is a Jupyter Notebook/ },
    { code: 'file-too-large', blame: 'agent', pattern: /^File (?:is )?too large to edit/ },
    ...FILE_SYSTEM_FAILURES,
    ...PATCH_FAILURES,
    { code: 'sandbox-denied', blame: 'policy', pattern: /^failed in sandbox / },
    {
      code: 'sandbox-failed',
      blame: 'environment',
      pattern: /^execution error: [^\n]{0,200}\bwindows sandbox: /,
    },
    {
      code: 'patch-refused',
      blame: 'policy',
      pattern: /^patch rejected: /,
      statuses: ['error', 'denied', 'rejected'],
    },
    {
      code: 'patch-failed',
      blame: 'environment',
      pattern: /^/,
      when: (_input, _text, result) => result?.kind === 'not-edited',
      message: reportedLine,
    },
  ],
  facts: ({ input: asked, result }) => {
    const files = result?.kind === 'edited' ? result.files : [];
    const path = files[0]?.movedTo ?? files[0]?.path ?? asked?.paths[0];
    const facts: Facts = {};
    if (path !== undefined) facts.path = path;
    const others = otherPaths(path, files, asked?.paths ?? []);
    if (others.length > 0) facts.paths = others.join('\n');
    addChangeFacts(facts, files);
    if (result?.kind !== 'edited') return facts;
    if (result.userModified) facts.userModified = true;
    if (result.staged) facts.note = 'staged';
    if (result.staleRecovered) facts.note = 'changed on disk since read';
    return facts;
  },
  summary: ({ input: asked, result }) => {
    if (result?.kind !== 'edited') return pathText(asked?.paths ?? []);
    const paths = result.files.map(({ path, movedTo }) => (movedTo === undefined ? path : `${path} → ${movedTo}`));
    const one = result.files.length === 1 ? result.files[0] : undefined;
    const mark = one === undefined ? '' : MARKS[one.change];
    return `${pathText(paths)}${mark} ${changeText(totalLines(result.files))}`.trimEnd();
  },
  target: (asked) => (asked.paths.length === 0 ? null : asked.paths.join('\n')),
  reportedMs: (result) => result.elapsedMs,
  quietFailure: (result) => {
    if (result.kind !== 'not-edited') return null;
    const known = PATCH_FAILURES.find(({ pattern }) => pattern.test(result.output));
    return { code: known?.code ?? 'patch-failed', blame: known?.blame ?? 'environment', message: result.output };
  },
  check: (result) => (result.kind === 'edited' ? checkDiffs(result.files) : []),
});
