// A session as a row: the columns that a batch provides, and one text for the rest.

import type { HookRun } from '../../model/tool-call.ts';
import { addUsage, NO_USAGE } from '../../model/usage.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import type { SessionBatch } from '../session-batch.ts';
import type { Tally } from './tally.ts';

/** Instead of the rules that a session was read by: only its outline is known yet. */
export const UNREAD = '';

export interface KnownSession {
  readonly pk: number;
  readonly lineage: string | null;
  readonly ownAt: number | null;
  /** Null when it was compared with no other. */
  readonly family: number | null;
  /** The base folder of relative paths. */
  readonly project: string | null;
  /** Only its outline is known. */
  readonly isUnread: boolean;
}

export function detailOf({ fields, threads, usage, compactions, sideFiles, problems }: SessionBatch): string {
  const detail: SessionDetail = { fields, threads, usage, compactions, sideFiles, problems };
  return JSON.stringify(detail);
}

/** A session's detail as it was last written. Its lists only grow, or are replaced. */
export interface WrittenDetail {
  readonly session: number;
  readonly threads: SessionDetail['threads'];
  readonly compactions: SessionDetail['compactions'];
  readonly compactionCount: number;
  readonly sideFiles: SessionDetail['sideFiles'];
  readonly sideFileCount: number;
  /** The rest as text: it is short. */
  readonly rest: string;
}

export function writtenOf(
  session: number,
  { fields, threads, usage, compactions, sideFiles, problems }: SessionBatch,
): WrittenDetail {
  return {
    session,
    threads,
    compactions,
    compactionCount: compactions.length,
    sideFiles,
    sideFileCount: sideFiles.length,
    rest: JSON.stringify([fields, usage, problems]),
  };
}

export function saysTheSame(a: WrittenDetail | undefined, b: WrittenDetail): boolean {
  return (
    a?.session === b.session &&
    a.threads === b.threads &&
    a.compactions === b.compactions &&
    a.compactionCount === b.compactionCount &&
    a.sideFiles === b.sideFiles &&
    a.sideFileCount === b.sideFileCount &&
    a.rest === b.rest
  );
}

/** The model that was counted most often. */
function modelOf({ usage }: SessionBatch): string | null {
  return usage.reduce((most, next) => (next.messages > (most?.messages ?? 0) ? next : most), usage[0])?.model ?? null;
}

/** Hooks with their number among those of the same line. */
export function* numberedHooks(hooks: readonly HookRun[]): Generator<[HookRun, number]> {
  const seen = new Map<string, number>();
  for (const hook of hooks) {
    const place = `${hook.ref.source} ${hook.ref.offset}`;
    const num = seen.get(place) ?? 0;
    seen.set(place, num + 1);
    yield [hook, num];
  }
}

/** The columns that every batch provides, in order; the last four are increments of its counts. */
export const SESSION_COLUMNS = [
  'lineage',
  'project',
  'title',
  'branch',
  'version',
  'model',
  'started_at',
  'last_at',
  'live',
  'waits',
  'tokens_input',
  'tokens_output',
  'tokens_cache_read',
  'tokens_cache_write',
  'calls',
  'failures',
  'masked',
  'running',
] as const;

/** The values of SESSION_COLUMNS. */
export function sessionValues(batch: SessionBatch, gained: Tally): (string | number | null)[] {
  const usage = batch.usage.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE);
  const { fields } = batch;
  return [
    batch.lineage,
    fields.cwd ?? null,
    fields.title ?? null,
    fields.gitBranch ?? null,
    fields.version ?? null,
    modelOf(batch),
    batch.startedAt,
    batch.lastAt,
    batch.live ? 1 : 0,
    batch.waits === true ? 1 : 0,
    usage.input,
    usage.output,
    usage.cacheRead,
    usage.cacheWrite,
    gained.calls,
    gained.failures,
    gained.masked,
    gained.running,
  ];
}
