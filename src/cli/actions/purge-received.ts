// `toolscope purge --told` and `--rap`: cleans up what Toolscope itself received. Hook reports of sessions whose logs are
// gone move into the archive; RAP threads that were closed long ago are deleted.

import { existsSync } from 'node:fs';
import { packTold, type ToldFile, toldOf } from '../../archive/pack-hook-reports.ts';
import { keptSessions } from '../../archive/purge.ts';
import type { ArchiveStore } from '../../archive/store/archive-store.ts';
import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { type EndedThread, RapEnded } from '../../rap/store/rap-ended.ts';
import { openRapStore, type RapStore, rapPath } from '../../rap/store/rap-store.ts';
import type { ReadStore, WriteStore } from '../../store/open-store.ts';
import { isAgreed } from '../ask-first.ts';
import type { Invocation } from '../command.ts';
import type { Output } from '../output.ts';
import { wantsArchive } from '../wants-archive.ts';
import { dayText } from '../when-text.ts';

/** As long as agents usually keep their own logs. */
export const USUAL_DAYS = 30;
const RAP = 'rap';
const SHOWN = 10;

function sum(items: readonly { readonly bytes: number }[]): number {
  return items.reduce((total, { bytes }) => total + bytes, 0);
}

/** The first lines of a list, and how many more there are. */
export async function printSome(lines: readonly string[], out: Output): Promise<void> {
  for (const line of lines.slice(0, SHOWN)) await out.line(`  ${line}`.trimEnd());
  if (lines.length > SHOWN) await out.line(`  … and ${formatCount(lines.length - SHOWN)} more`);
}

async function printTold(files: readonly ToldFile[], out: Output): Promise<void> {
  await printSome(
    files.map(({ agent, session, bytes }) => `${agent}  ${out.safe(session).slice(0, 8)}  ${formatBytes(bytes)}`),
    out,
  );
  await out.line(
    `Would move into the archive: hook reports about ${plural(files.length, 'session')}, ${formatBytes(sum(files))}.`,
  );
}

async function printThreads(threads: readonly EndedThread[], out: Output): Promise<void> {
  await printSome(
    threads.map(
      ({ closedAt, groupId, calls, bytes, title }) =>
        `${dayText(closedAt)}  ${out.safe(groupId).slice(0, 24)}  ${plural(calls, 'call')}  ${formatBytes(bytes)}  ${out.safe(title ?? '')}`,
    ),
    out,
  );
  await out.line(`Would delete: ${plural(threads.length, 'RAP thread')}, ${formatBytes(sum(threads))}.`);
}

export interface PurgeStores {
  readonly store: ReadStore;
  /** Undefined while another process writes: then nothing can be deleted, only looked at. */
  readonly writing: WriteStore | undefined;
  readonly archive: ArchiveStore | undefined;
}

/** Where to delete from. Whatever may delete has opened the index to write. */
export function writerOf({ writing }: PurgeStores): WriteStore {
  if (writing === undefined) throw new Error('an index that was opened to write cannot be written');
  return writing;
}

interface Received extends PurgeStores {
  readonly folder: string;
  /** Only what has been silent since then. */
  readonly before: number;
  readonly now: number;
}

interface Plan {
  readonly told: readonly ToldFile[];
  readonly threads: readonly EndedThread[];
}

async function act(
  { told, threads }: Plan,
  site: Received,
  rap: RapEnded | undefined,
): Promise<Plan & { freed: number }> {
  const { archive } = site;
  const store = writerOf(site);
  const moved = archive === undefined || told.length === 0 ? [] : await packTold(told, { ...site, store, archive });
  const before = rap?.size ?? 0;
  if (rap !== undefined && threads.length > 0) {
    rap.drop(threads);
    for (const { groupId } of threads) await store.index.forget({ agent: RAP, id: groupId });
    rap.shrink();
  }
  return { told: moved, threads, freed: sum(moved) + before - (rap?.size ?? 0) };
}

async function letGo(invocation: Invocation, site: Received, store: RapStore | undefined): Promise<number> {
  const { out, options } = invocation;
  const isJson = options['json'] === true;
  const rap = store === undefined ? undefined : new RapEnded(store.database);
  const wantsTold = options['told'] === true;
  if (wantsTold && (site.archive === undefined || !wantsArchive(invocation))) {
    throw new AppError('refused', 'There is no archive to move hook reports into.', {
      hint: 'toolscope index creates one, unless TOOLSCOPE_NO_ARCHIVE is set.',
    });
  }
  const all = wantsTold ? await keptSessions(site.store, site.archive, site.folder) : [];
  const plan: Plan = { told: toldOf(all, { before: site.before }), threads: rap?.closedBefore(site.before) ?? [] };
  const isNothing = plan.told.length + plan.threads.length === 0;
  const record = (done: boolean, { told, threads }: Plan, freedBytes: number): string =>
    terminalJson({ done, toldFiles: told.length, toldBytes: sum(told), rapThreads: threads.length, freedBytes });
  if (!isJson) {
    if (isNothing) await out.line('Nothing matches.');
    if (plan.told.length > 0) await printTold(plan.told, out);
    if (plan.threads.length > 0) await printThreads(plan.threads, out);
  }
  if (options['dry-run'] === true || isNothing) {
    if (isJson) await out.line(record(false, plan, 0));
    return 0;
  }
  const question = plan.threads.length > 0 ? 'Delete it for good?' : 'Move it?';
  if (!(await isAgreed(invocation, question))) {
    out.note('toolscope: nothing was deleted.');
    return 1;
  }
  const { freed, ...done } = await act(plan, site, rap);
  const left = plan.told.length - done.told.length;
  if (left > 0) out.note(`toolscope: ${plural(left, 'file')} could not be copied in full and stayed.`);
  if (isJson) await out.line(record(true, done, freed));
  else await out.line(`Done. ${formatBytes(freed)} of disk space freed.`);
  return 0;
}

export async function purgeReceived(invocation: Invocation, site: Received): Promise<number> {
  // Fails while a runtime is running: what it has in memory must not be deleted.
  const wantsRap = invocation.options['rap'] === true && existsSync(rapPath(site.folder));
  const store = wantsRap ? openRapStore(site.folder) : undefined;
  try {
    return await letGo(invocation, site, store);
  } finally {
    store?.close();
  }
}
