// Codex's patches: apply_patch as text, as arguments, through a shell, and as the file changes of an end event.

import { asObject, asString, isObject, memberOf } from '../../base/json.ts';
import { detach } from '../../base/text.ts';
import { readExecReport } from '../../model/exec-report.ts';
import { type PatchCommand, patchedPaths, patchInCommand, readPatch } from '../apply-patch.ts';
import { defineDialect } from '../define.ts';
import { diffOfCreation, diffOfDeletion, type FileDiff } from '../hunks.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseText } from '../shapes.ts';
import { diffOfUnified } from '../unified-diff.ts';
import { type Edited, type EditInput, type EditResult, LazyEditInput, type NotEdited } from './edit-types.ts';

const SHELLS = ['shell', 'shell_command', 'exec_command', 'container.exec', 'local_shell', 'local_shell_call'];

/** The command of a shell call in any of its spellings. */
function commandOf(raw: unknown): string | readonly string[] | undefined {
  if (!isObject(raw)) return undefined;
  const action = memberOf(raw, 'action');
  // Always read: an optional property that appears later would invalidate compiled code.
  const inner = memberOf(isObject(action) ? action : raw, 'command');
  const command = memberOf(raw, 'command') ?? memberOf(raw, 'cmd') ?? inner;
  return Array.isArray(command) ? wordsOf(command) : asString(command);
}

function wordsOf(words: readonly unknown[]): readonly string[] | undefined {
  return words.every((word) => typeof word === 'string') ? words : undefined;
}

function patchOfShell(raw: unknown): PatchCommand | null {
  const command = commandOf(raw);
  return command === undefined ? null : patchInCommand(command);
}

function patchInput(patch: string, cwd?: string): EditInput {
  return new LazyEditInput(patchedPaths(patch), [], () => readPatch(patch), cwd);
}

/** One member of `changes`: `{type, …}`, the variant as the only key, or `{kind, diff}`. */
function diffOfChange(path: string, raw: unknown): FileDiff {
  const outer = asObject(raw) ?? {};
  const named = ['add', 'delete', 'update'].find((key) => asObject(outer[key]) !== undefined);
  const change = named === undefined ? outer : (asObject(outer[named]) ?? outer);
  const kind = asObject(outer['kind']);
  const type = asString(outer['type']) ?? named ?? asString(outer['kind']) ?? asString(kind?.['type']) ?? 'update';
  const content = asString(change['content']) ?? asString(change['diff']);
  if (type === 'add') return diffOfCreation(path, content ?? '');
  if (type === 'delete') return diffOfDeletion(path, content);
  const diff = asString(change['unified_diff']) ?? asString(change['unifiedDiff']) ?? asString(change['diff']);
  const movedTo = asString(change['move_path']) ?? asString(change['movePath']) ?? asString(kind?.['move_path']);
  return diffOfUnified(path, diff ?? '', { movedTo });
}

/** A file and its change, as in the log. */
interface RawChange {
  readonly path: string;
  readonly change: unknown;
}

const changeMap = shape
  .record(anything)
  .transform((changes) => Object.keys(changes).map((path): RawChange => ({ path, change: changes[path] })));

const changeList = shape
  .array(shape.looseObject({ path: shape.string() }))
  .transform((changes) => changes.map((change): RawChange => ({ path: change.path, change })));

const fileChanges = shape.union([changeMap, changeList]);

function diffsOf(changes: readonly RawChange[]): readonly FileDiff[] {
  return changes.map(({ path, change }) => diffOfChange(path, change));
}

const patchText = shape.string().transform((patch): EditInput => {
  const inner = patchInCommand(patch);
  return inner === null ? patchInput(patch) : patchInput(inner.patch, inner.cwd);
});

const patchArguments = shape
  .object({ input: looseText, patch: looseText })
  .refine((raw) => (raw.input ?? raw.patch) !== undefined)
  .transform((raw): EditInput => patchInput(raw.input ?? raw.patch ?? ''));

const patchCommand = shape
  .looseObject({})
  .transform((raw) => patchOfShell(raw))
  .pipe(shape.object({ patch: shape.string(), cwd: looseText }))
  .transform(({ patch, cwd }): EditInput => patchInput(patch, cwd));

const changesInput = shape.object({ changes: fileChanges }).transform(({ changes }): EditInput => {
  const paths = changes.map(({ path }) => path);
  return new LazyEditInput(paths, [], () => diffsOf(changes));
});

const endOfPatch = shape.object({
  changes: fileChanges,
  success: looseFlag,
  status: looseText,
  stdout: looseText,
  stderr: looseText,
});

function wasApplied(raw: { success?: boolean | undefined; status?: string | undefined }): boolean {
  return raw.success ?? (raw.status === undefined || raw.status === 'completed');
}

function said(raw: { stdout?: string | undefined; stderr?: string | undefined }): string {
  return [raw.stdout ?? '', raw.stderr ?? ''].filter((part) => part !== '').join('\n');
}

function edited(files: readonly FileDiff[], output: string, elapsedMs: number | null): Edited {
  return {
    kind: 'edited',
    files,
    userModified: false,
    replaceAll: false,
    edits: files.length,
    staged: false,
    staleRecovered: false,
    original: null,
    snippet: [],
    output,
    elapsedMs,
  };
}

const applied = endOfPatch.refine(wasApplied).transform((raw): Edited => edited(diffsOf(raw.changes), said(raw), null));

const notApplied = endOfPatch.transform(
  (raw): NotEdited => ({
    kind: 'not-edited',
    files: diffsOf(raw.changes),
    reason: raw.status === 'declined' ? 'declined' : 'failed',
    output: said(raw),
    elapsedMs: null,
  }),
);

/** Codex has no flag: a failed patch looks like a successful one, and only its first words differ. */
const SAYS_FAILED = /^(?:apply_patch verification failed|error: |patch rejected|execution error: |failed in sandbox )/;

const SUCCESS = 'Success. Updated the following files:';

/** Files of the report, for calls whose patch cannot be parsed: `A path`, `M path`, `D path`. */
function listedFiles(report: string): FileDiff[] {
  const files: FileDiff[] = [];
  for (const line of report.slice(report.indexOf(SUCCESS) + SUCCESS.length).split('\n', 2000)) {
    const found = /^([AMD]) (.+)$/.exec(line.trimEnd());
    const path = found?.[2];
    if (path === undefined) continue;
    const change = found?.[1] === 'A' ? 'added' : found?.[1] === 'D' ? 'deleted' : 'modified';
    files.push({ path: detach(path), change, basis: 'input', hunks: [], linesAdded: null, linesRemoved: null });
  }
  return files;
}

function readReport(text: string, asked: EditInput | null): Edited | undefined {
  const exec = readExecReport(text);
  const output = exec?.output ?? text;
  if (!output.includes(SUCCESS) || (exec?.exitCode ?? 0) !== 0) return undefined;
  const proposed = asked?.proposed ?? [];
  return edited(proposed.length > 0 ? proposed : listedFiles(output), output, exec?.wallMs ?? null);
}

function readFailure(text: string, asked: EditInput | null, reason: NotEdited['reason']): NotEdited {
  const exec = readExecReport(text);
  return {
    kind: 'not-edited',
    files: asked?.proposed ?? [],
    reason,
    output: exec?.output ?? text,
    elapsedMs: exec?.wallMs ?? null,
  };
}

export const codexEdit = defineDialect<EditInput, EditResult>({
  agent: 'codex',
  names: ['apply_patch', 'applypatch', 'FileChange'],
  claims: { names: SHELLS, when: (raw) => patchOfShell(raw) !== null },
  input: shape.union([patchText, changesInput, patchArguments, patchCommand]),
  structured: [
    { kind: 'edited', schema: applied },
    { kind: 'not-edited', schema: notApplied },
  ],
  text: [
    { kind: 'edited', read: (text, { input }) => readReport(text, input) },
    {
      kind: 'not-edited',
      read: (text, { input }) => {
        const failed = SAYS_FAILED.test(text) || (readExecReport(text)?.exitCode ?? 0) !== 0;
        return failed ? readFailure(text, input, 'failed') : undefined;
      },
    },
  ],
  errorText: [
    {
      kind: 'not-edited',
      read: (text, { input, status }) =>
        status === 'interrupted' || status === 'cancelled'
          ? undefined
          : readFailure(text, input, status === 'error' ? 'failed' : 'declined'),
    },
  ],
});
