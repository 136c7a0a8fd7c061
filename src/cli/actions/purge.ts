// `toolscope purge`: shows what would be deleted and how much that frees, asks, and deletes it.

import { homedir } from 'node:os';
import { deleteReport } from '../../archive/check-report.ts';
import { lookIntoArchive } from '../../archive/open-archive.ts';
import {
  type KeptSession,
  keptSessions,
  type PurgePlan,
  type PurgeWish,
  planPurge,
  purge,
} from '../../archive/purge.ts';
import { ArchiveStore } from '../../archive/store/archive-store.ts';
import { archiveExists, deleteDamagedArchives, openArchiveToWrite } from '../../archive/store/open-archive.ts';
import { AppError } from '../../base/app-error.ts';
import { lastPart } from '../../base/last-part.ts';
import { terminalJson } from '../../base/terminal.ts';
import { DAY_MS } from '../../base/time.ts';
import { formatBytes, plural } from '../../base/units.ts';
import { openLibraryIndex } from '../../library/library-index.ts';
import { libraryRoots, presentRoots } from '../../library/roots.ts';
import { parseQuantity } from '../../model/filter/quantity.ts';
import { dataFolder } from '../../store/data-folder.ts';
import { isAgreed } from '../ask-first.ts';
import type { Invocation } from '../command.ts';
import { textOptions } from '../option-values.ts';
import type { Output } from '../output.ts';
import { dayText } from '../when-text.ts';
import { type PurgeStores, printSome, purgeReceived, USUAL_DAYS, writerOf } from './purge-received.ts';

/** Undefined when none is given. */
function ageFrom({ options }: Invocation): number | undefined {
  const age = options['older-than'];
  if (age === undefined) return undefined;
  const ms = typeof age === 'string' ? parseQuantity(age, 'duration') : undefined;
  if (typeof ms === 'number' && ms >= 0) return ms;
  throw new AppError('bad-usage', '--older-than takes a time such as 90d or 12w.');
}

/** Whether this is about what Toolscope itself received, not about copies of logs. */
function isReceived({ options }: Invocation): boolean {
  if (options['told'] !== true && options['rap'] !== true) return false;
  const others = ['gone', 'all', 'project', 'root'].filter((name) => options[name] !== undefined);
  if (others.length === 0) return true;
  throw new AppError('bad-usage', `--told and --rap can be combined with --older-than, not with --${others[0]}.`);
}

/** Undefined when nothing was chosen. */
function wishFrom(invocation: Invocation, now: number): PurgeWish | undefined {
  const { project, all, gone } = invocation.options;
  const ms = ageFrom(invocation);
  const isChosen = gone === true || ms !== undefined || typeof project === 'string';
  if (all === true && isChosen) {
    throw new AppError('bad-usage', '--all cannot be combined with other selections.');
  }
  if (all !== true && !isChosen) return undefined;
  const named = textOptions(invocation, 'root');
  return {
    ...(typeof ms === 'number' ? { before: now - ms } : {}),
    ...(gone === true ? { gone } : {}),
    ...(typeof project === 'string' ? { project } : {}),
    ...(named.length > 0
      ? { places: libraryRoots(named, { env: process.env, home: homedir() }).map(({ path }) => path) }
      : {}),
  };
}

function sessionLine(
  { lastAt, agent, session, project, title, packedBytes, isGone }: KeptSession,
  out: Output,
): string {
  const name = lastPart(project ?? '');
  const when = dayText(lastAt) || 'no time   ';
  const what = `${out.safe(name)}  ${out.safe(title ?? '')}`.trim().slice(0, 60);
  const size = formatBytes(packedBytes).padStart(7);
  return `${when}  ${agent.padEnd(14)}  ${out.safe(session).slice(0, 8).padEnd(8)}  ${size}  ${isGone ? 'log gone ' : 'log there'}  ${what}`;
}

/** "3 sessions, 12 MB of copies (80 MB of logs)". */
function sizeText({ sessions, packedBytes, rawBytes }: PurgePlan): string {
  return `${plural(sessions.length, 'session')}, ${formatBytes(packedBytes)} of copies (${formatBytes(rawBytes)} of logs)`;
}

async function printOverview(all: readonly KeptSession[], now: number, out: Output): Promise<void> {
  await out.line(`Kept: ${sizeText(planPurge(all, {}))}.`);
  const wishes: (readonly [string, PurgeWish])[] = [['--gone', { gone: true }]];
  for (const days of [30, 90, 365]) wishes.push([`--older-than ${days}d`, { before: now - days * DAY_MS }]);
  for (const [name, wish] of wishes) await out.line(`  ${name.padEnd(18)}  ${sizeText(planPurge(all, wish))}`);
  await out.line('Nothing was deleted: choose what to delete. See toolscope purge --help.');
}

async function printPlan(plan: PurgePlan, out: Output): Promise<void> {
  await printSome(
    plan.sessions.map((session) => sessionLine(session, out)),
    out,
  );
  if (plan.replaced.length > 0) await out.line(`  copies of ${plural(plan.replaced.length, 'log')} that were replaced`);
  const also =
    plan.forgotten === 0
      ? ''
      : ` ${plural(plan.forgotten, 'session')} without logs would be removed from the index, too.`;
  await out.line(`Would delete: ${sizeText(plan)}.${also}`);
}

function recordOf(plan: PurgePlan, done: boolean, freedBytes: number): string {
  return terminalJson({
    done,
    sessions: plan.sessions.length,
    forgotten: plan.forgotten,
    packedBytes: plan.packedBytes,
    rawBytes: plan.rawBytes,
    freedBytes,
  });
}

/** Whether nothing would be deleted whatever the answer: that can be said beside a running server, too. */
function isLook({ options }: Invocation, wish: PurgeWish | undefined): boolean {
  return options['dry-run'] === true || (wish === undefined && options['told'] !== true && options['rap'] !== true);
}

async function letGo(invocation: Invocation, folder: string, stores: PurgeStores): Promise<number> {
  const { out, options } = invocation;
  const { store, archive } = stores;
  const now = Date.now();
  const wish = wishFrom(invocation, now);
  const all = await keptSessions(store, archive, folder);
  const isJson = options['json'] === true;
  if (wish === undefined) {
    if (isJson) await out.line(recordOf(planPurge(all, {}), false, 0));
    else await printOverview(all, now, out);
    return 0;
  }
  const plan = planPurge(all, wish);
  const isNothing = plan.sessions.length === 0 && plan.replaced.length === 0;
  if (!isJson && isNothing) await out.line('Nothing matches.');
  else if (!isJson) await printPlan(plan, out);
  if (options['dry-run'] === true || (isNothing && options['all'] !== true)) {
    if (isJson) await out.line(recordOf(plan, false, 0));
    return 0;
  }
  if (!(await isAgreed(invocation, 'Delete it for good?'))) {
    out.note('toolscope: nothing was deleted.');
    return 1;
  }
  const before = archive?.totals().diskBytes ?? 0;
  await purge(plan, { index: writerOf(stores).index, archive, now });
  deleteReport(folder);
  const damaged = options['all'] === true ? deleteDamagedArchives(folder) : 0;
  const freed = before - (archive?.totals().diskBytes ?? 0) + damaged;
  if (isJson) await out.line(recordOf(plan, true, freed));
  else await out.line(`Deleted. ${formatBytes(freed)} of disk space freed.`);
  return 0;
}

/** Deletes what Toolscope itself received. */
function letReceivedGo(invocation: Invocation, folder: string, stores: PurgeStores): Promise<number> {
  const now = Date.now();
  const before = now - (ageFrom(invocation) ?? USUAL_DAYS * DAY_MS);
  return purgeReceived(invocation, { ...stores, folder, before, now });
}

export async function purgeArchive(invocation: Invocation): Promise<number> {
  const wish = wishFrom(invocation, 0);
  const work = isReceived(invocation) ? letReceivedGo : letGo;
  const folder = dataFolder();
  const library = await openLibraryIndex(folder, { mustWrite: !isLook(invocation, wish) });
  try {
    const { store, writing } = library;
    // Sweeps first, to know which logs are gone; a missing place says nothing about its logs.
    const roots = presentRoots(libraryRoots(textOptions(invocation, 'root'), { env: process.env, home: homedir() }));
    if (roots.length > 0) await library.indexer?.sweep(roots.map(({ path }) => path));
    const archive =
      writing === undefined
        ? lookIntoArchive(folder)
        : archiveExists(folder)
          ? new ArchiveStore(openArchiveToWrite(folder).database)
          : undefined;
    try {
      return await work(invocation, folder, { store, writing, archive });
    } finally {
      archive?.close();
    }
  } finally {
    await library.close();
  }
}
