// Moving a session into a git worktree and out again: EnterWorktree and ExitWorktree of Claude Code.

import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, text } from '../shapes.ts';

export interface WorktreeInput {
  readonly action: 'enter' | 'keep' | 'remove';
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly discardChanges: boolean;
}

export interface WorktreeEntered {
  readonly kind: 'entered';
  readonly path: string;
  readonly branch?: string | undefined;
  readonly message: string;
}

export interface WorktreeLeft {
  readonly kind: 'left';
  readonly action: string;
  readonly path: string;
  readonly branch?: string | undefined;
  /** The folder in which the session continues. */
  readonly backTo?: string | undefined;
  readonly tmuxSession?: string | undefined;
  readonly discardedFiles: number;
  readonly discardedCommits: number;
  readonly message: string;
}

export interface WorktreeNote {
  readonly kind: 'note';
  readonly text: string;
}

export type WorktreeResult = WorktreeEntered | WorktreeLeft | WorktreeNote;

const left = shape
  .object({
    action: text,
    worktreePath: text,
    worktreeBranch: looseText,
    originalCwd: looseText,
    tmuxSessionName: looseText,
    discardedFiles: looseNumber,
    discardedCommits: looseNumber,
    message: looseText,
  })
  .transform(
    (raw): WorktreeLeft => ({
      kind: 'left',
      action: raw.action,
      path: raw.worktreePath,
      branch: raw.worktreeBranch,
      backTo: raw.originalCwd,
      tmuxSession: raw.tmuxSessionName,
      discardedFiles: raw.discardedFiles ?? 0,
      discardedCommits: raw.discardedCommits ?? 0,
      message: raw.message ?? '',
    }),
  );

const entered = shape.object({ worktreePath: text, worktreeBranch: looseText, message: looseText }).transform(
  (raw): WorktreeEntered => ({
    kind: 'entered',
    path: raw.worktreePath,
    branch: raw.worktreeBranch,
    message: raw.message ?? '',
  }),
);

/** `Created worktree at <path> on branch <branch>. …` */
const ENTERED =
  /^(?:Created|Entered|Switched to|Using)[^\n]{0,40}? worktree (?:at )?(\S+?)(?: on branch (\S+?))?(?:[.,]?\s|[.,]?$)/;

function readEntered(content: string): WorktreeEntered | undefined {
  const [, path, branch] = ENTERED.exec(content) ?? [];
  return path === undefined ? undefined : { kind: 'entered', path, branch, message: content };
}

const enterInput = shape
  .object({ name: looseText, path: looseText })
  .transform((raw): WorktreeInput => ({ action: 'enter', name: raw.name, path: raw.path, discardChanges: false }));

const exitInput = shape
  .object({ action: shape.literal('keep', 'remove').catch('keep'), discard_changes: looseFlag })
  .transform((raw): WorktreeInput => ({ action: raw.action, discardChanges: raw.discard_changes ?? false }));

const claudeCode = defineDialect<WorktreeInput, WorktreeResult>({
  agent: 'claude-code',
  names: ['EnterWorktree', 'ExitWorktree'],
  input: (name) => (name === 'ExitWorktree' ? exitInput : enterInput),
  structured: [
    { kind: 'left', schema: left },
    { kind: 'entered', schema: entered },
  ],
  text: [
    { kind: 'entered', read: readEntered },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

function leftSummary(result: WorktreeLeft): string {
  const lost = [
    result.discardedFiles > 0 ? plural(result.discardedFiles, 'file') : null,
    result.discardedCommits > 0 ? plural(result.discardedCommits, 'commit') : null,
  ].filter((part) => part !== null);
  const done = result.action === 'remove' ? 'removed' : 'kept';
  return `left ${result.path} (${done}${lost.length > 0 ? `, ${lost.join(' and ')} discarded` : ''})`;
}

export const worktree = defineTool<WorktreeInput, WorktreeResult>({
  id: 'worktree',
  title: 'Worktree',
  family: 'session',
  dialects: [claudeCode],
  failures: [
    { code: 'work-would-be-lost', blame: 'agent', pattern: /uncommitted|unmerged|discard_changes/ },
    { code: 'not-a-repository', blame: 'environment', pattern: /not (?:in )?a git repository/i },
    { code: 'already-in-worktree', blame: 'agent', pattern: /[Aa]lready in a worktree/ },
    {
      code: 'not-in-worktree',
      blame: 'agent',
      pattern: /[Nn]ot (?:currently )?in a worktree|no active (?:EnterWorktree|worktree)/,
    },
    {
      code: 'no-such-worktree',
      blame: 'agent',
      pattern: /is not (?:a|an existing|a registered) worktree|git worktree list/,
    },
  ],
  facts: ({ input, result }) => {
    const path = result === null || result.kind === 'note' ? input?.path : result.path;
    return path === undefined ? {} : { path };
  },
  summary: ({ input, result }) => {
    if (result?.kind === 'entered') return `${result.path}${result.branch === undefined ? '' : ` on ${result.branch}`}`;
    if (result?.kind === 'left') return leftSummary(result);
    if (result?.kind === 'note') return result.text;
    if (input === null) return '';
    return input.action === 'enter'
      ? `enter ${input.name ?? input.path ?? 'a new worktree'}`
      : `leave (${input.action})`;
  },
  target: (input) => `${input.action} ${input.path ?? input.name ?? ''}`.trim(),
});
