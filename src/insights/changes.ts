// What a session changed: files and lines by its own tools, commits, tests among the files. What commands changed is not logged, but
// for the files that `rm` was told to remove.

import { wholePath } from '../model/whole-path.ts';
import { isRemoved, removedFiles } from './removed-files.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SessionView,
  traitOf,
} from './session-view.ts';

export interface ChangedFile {
  readonly path: string;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly calls: number;
  readonly isTest: boolean;
  readonly last: CallRef;
  /** The command that removed it after its last change. */
  readonly removedBy: CallRef | null;
}

export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Some calls changed several files and name only the first: there are more. */
  readonly isAtLeast: boolean;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly tests: number;
  /** Calls that meant to change a file, and of which the log does not tell how they ended. */
  readonly unsure: number;
  /** Commands that made a commit and ended well. */
  readonly commits: readonly CallRef[];
  readonly pullRequest: string | null;
  /** Commands that ran: they may have changed anything. */
  readonly commands: number;
  /** Place of the last change among the session's calls; -1 when there was none. */
  readonly lastAt: number;
}

const TEST_FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testing']);

export function isTestPath(path: string): boolean {
  const parts = path.toLowerCase().split(/[/\\]/);
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((part) => TEST_FOLDERS.has(part))) return true;
  return /^test_|[._-](?:test|spec)s?\.[a-z]+$|_test\.[a-z]+$/.test(name);
}

const COMMIT = /(?:^|[\s;&|(])git(?:\s{1,4}-[cC]\s{0,4}\S{1,100}){0,3}\s{1,4}commit(?:\s|$)/;

/** Whether its change is still there: what a rewind undid is not. */
function didChange({ status, flags }: SeenCall): boolean {
  return status === 'ok' && !flags.includes('rolled-back');
}

function meansChange(call: SeenCall, traits: InsightOptions['traits']): boolean {
  const { touches } = traitOf(traits, call.toolId);
  const { path, linesAdded } = call.facts;
  const isMeant = touches === 'edit' || touches === 'write' || (path !== undefined && linesAdded !== undefined);
  return isMeant && touches !== 'read';
}

/** Whether a call changed a file. */
export function isChange(call: SeenCall, traits: InsightOptions['traits']): boolean {
  return didChange(call) && meansChange(call, traits);
}

interface FileSum {
  added: number | null;
  removed: number | null;
  calls: number;
  last: SeenCall;
  removedBy: SeenCall | null;
}

function plus(sum: number | null, more: number | undefined): number | null {
  return more === undefined ? sum : (sum ?? 0) + more;
}

function noteRemoved(files: ReadonlyMap<string, FileSum>, call: SeenCall, cwd: string | null): void {
  const removed = removedFiles(call.facts, cwd);
  if (removed.length === 0) return;
  for (const [path, sum] of files) if (isRemoved(wholePath(path, cwd), removed)) sum.removedBy ??= call;
}

export function changesOf(view: SessionView, { traits }: Pick<InsightOptions, 'traits'>): Changes {
  const files = new Map<string, FileSum>();
  const commits: CallRef[] = [];
  const cwd = view.fields.cwd ?? null;
  let lastAt = -1;
  let commands = 0;
  let isAtLeast = false;
  let unsure = 0;
  for (const [index, call] of view.calls.entries()) {
    const { family } = traitOf(traits, call.toolId);
    const { command, path, linesAdded, linesRemoved } = call.facts;
    if (family === 'shell' && command !== undefined && call.status === 'ok') {
      commands++;
      if (COMMIT.test(command.slice(0, 2000))) commits.push(callRef(call));
      // A cell of code succeeds whatever its commands said.
      if (call.toolId === 'shell' && didChange(call)) noteRemoved(files, call, cwd);
    }
    if (call.status === 'unknown' && meansChange(call, traits)) unsure++;
    if (!isChange(call, traits)) continue;
    lastAt = index;
    if ((call.facts.files ?? 0) > 1) isAtLeast = true;
    if (path === undefined) continue;
    const sum = files.get(path) ?? { added: null, removed: null, calls: 0, last: call, removedBy: null };
    files.set(path, sum);
    sum.added = plus(sum.added, linesAdded);
    sum.removed = plus(sum.removed, linesRemoved);
    sum.calls++;
    sum.last = call;
    sum.removedBy = null;
  }
  const list = [...files].map(([path, { added, removed, calls, last, removedBy }]): ChangedFile => {
    const by = removedBy === null ? null : callRef(removedBy);
    const lines = { linesAdded: added, linesRemoved: removed };
    return { path, ...lines, calls, isTest: isTestPath(path), last: callRef(last), removedBy: by };
  });
  return {
    files: list,
    isAtLeast,
    linesAdded: list.reduce((sum, file) => sum + (file.linesAdded ?? 0), 0),
    linesRemoved: list.reduce((sum, file) => sum + (file.linesRemoved ?? 0), 0),
    tests: list.filter(({ isTest }) => isTest).length,
    unsure,
    commits,
    pullRequest: view.fields.pullRequest ?? null,
    commands,
    lastAt,
  };
}
