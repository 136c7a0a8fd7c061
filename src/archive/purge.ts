// Deletes copies: which sessions match a wish, what goes with each, and doing it. A session whose logs are deleted is removed from the
// index as well; if its logs exist only the copies are deleted, and not made again.

import { rmSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { sessionKey } from '../base/session-key.ts';
import { trimEndOf } from '../base/text.ts';
import { formatOfAgent } from '../formats/registry.ts';
import { inboxFolder } from '../hooks/inbox.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';
import { fileFacts } from '../sources/files/file-stamp.ts';
import { isLost } from '../sources/kinds/open-source.ts';
import type { IndexStore } from '../store/index-store.ts';
import type { LocalIndex, SourceStamp } from '../store/local-index.ts';
import type { Questions } from '../store/questions.ts';
import type { ArchiveStore, KeptOfFile } from './store/archive-store.ts';
import { giveBack } from './store/give-back.ts';

/** All parts of a wish must match; an empty one matches everything. */
export interface PurgeWish {
  /** Sessions without activity since then. */
  readonly before?: number;
  /** Sessions without any log left. */
  readonly gone?: boolean;
  /** A project's folder, its name, or a folder above it. */
  readonly project?: string;
  /** Sessions with a file at or below one of these. */
  readonly places?: readonly string[];
}

export interface KeptSession {
  readonly agent: string;
  readonly session: string;
  readonly project: string | null;
  readonly title: string | null;
  readonly lastAt: number | null;
  /** None of its logs is left. */
  readonly isGone: boolean;
  readonly isIndexed: boolean;
  /** Where its files are, or were. */
  readonly paths: readonly string[];
  readonly copies: readonly KeptOfFile[];
  /** Hook reports about it, in Toolscope's own folder: deleted with a session that is gone. */
  readonly told: readonly string[];
  readonly rawBytes: number;
  readonly packedBytes: number;
}

interface Gathered {
  readonly agent: string;
  readonly session: string;
  readonly sources: SourceStamp[];
  readonly copies: KeptOfFile[];
  readonly told: string[];
}

/** The index decides about files it knows: it looked while the places existed. */
function isLogGone({ sources, copies }: Gathered): boolean {
  const logs = sources.filter(({ isSide }) => !isSide);
  // Known only from hooks: its log may be somewhere else.
  if (logs.length === 0 && copies.length === 0) return false;
  if (logs.length > 0) return logs.every((log) => log.goneAt !== null && isLost(log));
  return copies.every(({ file }) => file.kind !== 'log' || isLost(file));
}

function sum(copies: readonly KeptOfFile[], of: 'rawBytes' | 'packedBytes'): number {
  return copies.reduce((total, copy) => total + copy[of], 0);
}

/** Every session in the index or in the archive, the oldest first. Nothing else that Toolscope received is one. */
export async function keptSessions(
  { local, questions }: { readonly local: LocalIndex; readonly questions: Questions },
  archive: ArchiveStore | undefined,
  folder: string,
): Promise<KeptSession[]> {
  const inbox = inboxFolder(folder) + sep;
  const all = new Map<string, Gathered>();
  const gather = ({ agent, session }: { readonly agent: string; readonly session: string }): Gathered => {
    const key = sessionKey(agent, session);
    const known = all.get(key) ?? { agent, session, sources: [], copies: [], told: [] };
    all.set(key, known);
    return known;
  };
  for (const source of local.stamps()) {
    if (source.path.startsWith(inbox)) gather(source).told.push(source.path);
    else if (formatOfAgent(source.agent)?.isReceived !== true) gather(source).sources.push(source);
  }
  for (const copy of archive?.kept() ?? []) gather(copy.file).copies.push(copy);
  const known = await questions.sessions.briefs();
  const briefs = new Map(known.map((brief) => [sessionKey(brief.agent, brief.session), brief]));
  const sessions = [...all].map(([key, gathered]): KeptSession => {
    const brief = briefs.get(key);
    const { agent, session, copies, sources, told } = gathered;
    const times = [...copies.map(({ file }) => file.modifiedAt), ...sources.map(({ modifiedAt }) => modifiedAt)];
    return {
      agent,
      session,
      project: brief?.project ?? null,
      title: brief?.title ?? null,
      lastAt: brief?.lastAt ?? (times.length === 0 ? null : Math.max(...times)),
      isGone: isLogGone(gathered),
      isIndexed: brief !== undefined,
      paths: [...sources.map(({ path }) => path), ...copies.map(({ file }) => file.path)],
      copies,
      told,
      rawBytes: sum(copies, 'rawBytes'),
      packedBytes: sum(copies, 'packedBytes'),
    };
  });
  return sessions.sort((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0) || (a.session < b.session ? -1 : 1));
}

function isOfProject(project: string | null, wanted: string): boolean {
  if (project === null) return false;
  const trimmed = wanted.length > 1 ? trimEndOf(wanted, '/\\') : wanted;
  return basename(project) === trimmed || isAtOrBelow(project, trimmed);
}

export function fits(session: KeptSession, { before, gone, project, places }: PurgeWish): boolean {
  if (before !== undefined && (session.lastAt ?? 0) >= before) return false;
  if (gone === true && !session.isGone) return false;
  if (project !== undefined && !isOfProject(session.project, project)) return false;
  if (places === undefined) return true;
  return session.paths.some((path) => places.some((place) => isAtOrBelow(path, place)));
}

export interface PurgePlan {
  readonly sessions: readonly KeptSession[];
  /** Copies of files that were replaced since, of sessions that stay. */
  readonly replaced: readonly KeptOfFile[];
  readonly rawBytes: number;
  readonly packedBytes: number;
  /** Sessions removed from the index. */
  readonly forgotten: number;
}

function hasSomething({ rawBytes, isGone, isIndexed }: KeptSession): boolean {
  return rawBytes > 0 || (isGone && isIndexed);
}

export function planPurge(all: readonly KeptSession[], wish: PurgeWish): PurgePlan {
  const sessions = all.filter((session) => hasSomething(session) && fits(session, wish));
  const chosen = new Set(sessions);
  // Replaced files are gone as well, whatever happens to their session.
  const rest = all.filter((session) => !chosen.has(session) && fits({ ...session, isGone: true }, wish));
  const replaced =
    wish.gone === true ? rest.flatMap(({ copies }) => copies.filter(({ file }) => file.replacedAt !== null)) : [];
  const copies = [...sessions.flatMap((session) => session.copies), ...replaced];
  return {
    sessions,
    replaced,
    rawBytes: sum(copies, 'rawBytes'),
    packedBytes: sum(copies, 'packedBytes'),
    forgotten: sessions.filter(({ isGone, isIndexed }) => isGone && isIndexed).length,
  };
}

/** Deletes the copies session by session, so that little room is needed and whatever was done stays done. */
export async function purge(
  { sessions, replaced }: PurgePlan,
  {
    index,
    archive,
    now,
  }: { readonly index: IndexStore; readonly archive: ArchiveStore | undefined; readonly now: number },
): Promise<void> {
  for (const { copies, told, isGone } of sessions) {
    archive?.purge(
      copies.map(({ file }) => ({
        pk: file.pk,
        forget: file.replacedAt !== null || fileFacts(file.path) === undefined,
      })),
      now,
    );
    if (isGone) for (const path of told) rmSync(path, { force: true });
  }
  // After the copies: a session that is only in the archive would come back from there.
  const forgotten = sessions.filter(({ isGone, isIndexed }) => isGone && isIndexed);
  await index.forgetAll(forgotten.map(({ agent, session }) => ({ agent, id: session })));
  archive?.purge(
    replaced.map(({ file }) => ({ pk: file.pk, forget: true })),
    now,
  );
  if (archive !== undefined) giveBack(archive.database);
}
