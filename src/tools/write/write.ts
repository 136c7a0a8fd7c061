// Whole files written at once: Write of Claude Code, Replace in its oldest versions.

import { countLines } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import type { Facts } from '../../model/interpretation.ts';
import { readConfirmation } from '../confirmation.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES, READ_FIRST_FAILURES } from '../file-failures.ts';
import { type GitDiff, gitDiff } from '../git-diff.ts';
import {
  changeText,
  checkDiffs,
  diffOfCreation,
  diffOfHunks,
  diffOfWriting,
  type FileDiff,
  hunkList,
  totalLines,
} from '../hunks.ts';
import { LazyProperty } from '../lazy-property.ts';
import type { NumberedLine } from '../numbered-lines.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { cursor } from './write.cursor.ts';
import { gemini, qwen } from './write.gemini.ts';
import { kimi, kimiCode } from './write.kimi.ts';
import { openCode, openCodeGo } from './write.opencode.ts';
import { pi } from './write.pi.ts';

export interface WriteInput {
  readonly path: string;
  readonly content: string;
  /** The request, drawable whether or not it was done. */
  readonly proposed: readonly FileDiff[];
}

class LazyWriteInput extends LazyProperty<readonly FileDiff[]> implements WriteInput {
  readonly path: string;
  readonly content: string;
  declare readonly proposed: readonly FileDiff[];

  constructor(path: string, content: string) {
    super('proposed', () => [diffOfWriting(path, content)]);
    this.path = path;
    this.content = content;
  }
}

/** The file was written. */
export interface Written {
  readonly kind: 'written';
  readonly files: readonly FileDiff[];
  /** Null when the log does not say whether the file existed. */
  readonly created: boolean | null;
  readonly content: string | null;
  readonly lines: number | null;
  readonly userModified: boolean;
  readonly staged: boolean;
  readonly original: { readonly pointer: string; readonly characters: number } | null;
  readonly git?: GitDiff | undefined;
  readonly snippet: readonly NumberedLine[];
}

const structuredWrite = shape
  .object({
    type: shape.literal('create', 'update'),
    filePath: text,
    content: looseText,
    structuredPatch: hunkList.optional().catch(undefined),
    originalFile: looseText,
    gitDiff,
    userModified: looseFlag,
    staged: looseFlag,
  })
  .transform((raw): Written => {
    const hunks = raw.structuredPatch ?? [];
    const created = raw.type === 'create';
    const lines = raw.content === undefined ? null : countLines(raw.content);
    return {
      kind: 'written',
      files: [
        created && hunks.length === 0
          ? diffOfCreation(raw.filePath, raw.content ?? '', lines ?? 0)
          : diffOfHunks(raw.filePath, hunks, { change: created ? 'added' : 'modified' }),
      ],
      created,
      content: raw.content ?? null,
      lines,
      userModified: raw.userModified ?? false,
      staged: raw.staged ?? false,
      original:
        raw.originalFile === undefined ? null : { pointer: '/originalFile', characters: raw.originalFile.length },
      git: raw.gitDiff,
      snippet: [],
    };
  });

/** The shape of a Read result, which one published description also gives for Write. */
const structuredAsRead = shape
  .object({
    type: shape.literal('text'),
    file: shape.object({ filePath: text, content: text, numLines: looseNumber }),
  })
  .transform(
    ({ file }): Written => ({
      kind: 'written',
      files: [diffOfWriting(file.filePath, file.content)],
      created: null,
      content: file.content,
      lines: file.numLines ?? countLines(file.content),
      userModified: false,
      staged: false,
      original: null,
      snippet: [],
    }),
  );

const claudeCode = defineDialect<WriteInput, Written>({
  agent: 'claude-code',
  names: ['Write', 'Replace'],
  input: shape
    .object({ file_path: looseText, path: looseText, content: looseText })
    .refine((raw) => (raw.file_path ?? raw.path) !== undefined, { place: 'file_path' })
    .transform((raw): WriteInput => {
      const path = raw.file_path ?? raw.path ?? '';
      const content = raw.content ?? '';
      return new LazyWriteInput(path, content);
    }),
  structured: [
    { kind: 'written', schema: structuredWrite },
    { kind: 'written', schema: structuredAsRead },
  ],
  text: [
    {
      kind: 'written',
      read: (content, { input }) => {
        const said = readConfirmation(content, input?.path ?? null);
        if (said === undefined) return undefined;
        const path = said.path ?? input?.path;
        const files =
          input === null || path === undefined
            ? []
            : [said.created ? diffOfCreation(path, input.content) : diffOfWriting(path, input.content, 'modified')];
        return {
          kind: 'written',
          files,
          created: said.created,
          content: input?.content ?? null,
          lines: input === null ? null : countLines(input.content),
          userModified: said.userModified,
          staged: false,
          original: null,
          snippet: said.snippet,
        };
      },
    },
  ],
});

const fileText = shape
  .object({ path: looseText, filePath: looseText, file_text: looseText, content: looseText })
  .refine((raw) => (raw.path ?? raw.filePath) !== undefined, { place: 'path' })
  .transform(
    (raw): WriteInput => new LazyWriteInput(raw.path ?? raw.filePath ?? '', raw.file_text ?? raw.content ?? ''),
  );

const droidFile = shape
  .object({ file_path: text, content: looseText })
  .transform((raw): WriteInput => new LazyWriteInput(raw.file_path, raw.content ?? ''));

/** An existing file is an error, so what was written is new. */
const copilot = defineDialect<WriteInput, Written>({
  agent: 'copilot',
  names: ['create'],
  input: fileText,
  structured: [],
  text: [
    {
      kind: 'written',
      read: (_content, { input }) => {
        if (input === null) return undefined;
        return {
          kind: 'written',
          files: [diffOfCreation(input.path, input.content)],
          created: true,
          content: input.content,
          lines: countLines(input.content),
          userModified: false,
          staged: false,
          original: null,
          snippet: [],
        };
      },
    },
  ],
});

const droid = defineDialect<WriteInput, Written>({ ...copilot, agent: 'droid', names: ['Create'], input: droidFile });

const copilotVscode = defineDialect<WriteInput, Written>({
  agent: 'copilot-vscode',
  names: ['create_file'],
  input: fileText,
  structured: [],
  text: [],
});

export const write = defineTool<WriteInput, Written>({
  id: 'write',
  title: 'Write',
  family: 'files',
  touches: 'write',
  dialects: [claudeCode, copilot, copilotVscode, openCode, openCodeGo, pi, gemini, qwen, kimi, kimiCode, cursor, droid],
  failures: [
    ...READ_FIRST_FAILURES,
    { code: 'is-notebook', blame: 'agent', pattern: /^File is a Jupyter Notebook/ },
    { code: 'file-exists', blame: 'agent', pattern: /^(?:File|Path(?: \S{1,1000})?) already exists\b/ },
    ...FILE_SYSTEM_FAILURES,
  ],
  facts: ({ input, result }) => {
    const path = result?.files[0]?.path ?? input?.path;
    const { added, removed } = totalLines(result?.files ?? []);
    const facts: Facts = {};
    if (path !== undefined) facts.path = path;
    if (result === null) return facts;
    if (result.lines !== null) facts.lines = result.lines;
    if (added !== null && removed !== null) {
      facts.linesAdded = added;
      facts.linesRemoved = removed;
    }
    if (result.userModified) facts.userModified = true;
    if (result.staged) facts.note = 'staged';
    return facts;
  },
  summary: ({ input, result }) => {
    const path = pathTail(result?.files[0]?.path ?? input?.path ?? '');
    if (result === null) return path;
    const counts = totalLines(result.files);
    if (result.created !== true && counts.added !== null && counts.removed !== null) {
      return `${path} ${changeText(counts)}`.trimEnd();
    }
    const lines = result.lines === null ? '' : plural(result.lines, 'line');
    const remark = result.created === true ? (lines === '' ? 'new' : `new, ${lines}`) : lines;
    return remark === '' ? path : `${path} (${remark})`;
  },
  target: (input) => input.path,
  check: (result) => checkDiffs(result.files),
});
