// The contract for filling the index. Asynchronous, and independent of any database.

import type { InsightRow } from '../model/insight-row.ts';
import type { SessionFields, ThreadId } from '../model/observation.ts';
import type { ChangeFeed } from './questions/changes.ts';
import type { WholeSession } from './questions/session-content.ts';
import type { SessionBatch, SessionKey, SourceFacts, StoredState } from './session-batch.ts';

export interface KnownSource extends Omit<SourceFacts, 'ledger'> {
  /** A small file next to a log: it has no ledger. */
  readonly isSide: boolean;
  readonly agent: string;
  readonly session: string;
  readonly lineage: string | null;
  readonly goneAt: number | null;
  /** Its session was read by other rules than the current ones. */
  readonly isOutdated: boolean;
  /** Only the outline of its session is known. */
  readonly isUnread: boolean;
}

/**
 * An existing file, as it was when it was last read. A small file next to a log makes no session. One whose session was read by
 * other rules has fewer bytes than any file.
 */
export type FileStampRow = readonly [path: string, bytes: number, modifiedAt: number, sessionPk: number | null];

/** A session that counted as alive when it was last looked at. */
export interface LiveSessionRow extends SessionKey {
  readonly lastAt: number | null;
  /** When the newest of its logs was written. */
  readonly modifiedAt: number;
}

/** A session with what distinguishes copies from originals. */
export interface RelatedSession {
  /** The store's own number of the session. */
  readonly pk: number;
  readonly id: string;
  readonly fields: Pick<SessionFields, 'forkedFrom'>;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly calls: readonly RelatedCall[];
}

export interface RelatedCall {
  /** The store's own number of the call. */
  readonly pk: number;
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly identity: number;
  readonly requestedAt: number | null;
}

/** A session about to be read, with its files on this machine. */
export interface ClaimedSession extends SessionKey {
  readonly files: readonly ClaimedFile[];
}

export interface ClaimedFile {
  readonly path: string;
  readonly thread: ThreadId;
  readonly startedAt: number | null;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** A small file next to a log. */
  readonly isSide: boolean;
}

/** Files are those of this machine, if several fill one store. */
export interface IndexStore {
  /** Every file of every session; files that are gone included. */
  knownSources(): Promise<readonly KnownSource[]>;
  /** By what to tell whether any file has changed. Files that are gone are left out. */
  fileStamps(): Promise<readonly FileStampRow[]>;
  /** The file at this path; undefined when it belongs to no session. */
  sourceAt(path: string): Promise<KnownSource | undefined>;
  /** The files of the session that owns this path; none if no session does. */
  sessionSources(path: string): Promise<readonly KnownSource[]>;
  /** The files of one session, on any machine; none when it is not known. */
  sourcesOf(key: SessionKey): Promise<readonly KnownSource[]>;
  /** Which of these sessions are left to another machine that has as much of them. Asked before they are read. */
  leftToOthers(sessions: readonly ClaimedSession[]): Promise<readonly SessionKey[]>;
  /** Writes rows of sessions that are not read yet. Known ones stay as they are. */
  outline(batches: readonly SessionBatch[]): Promise<void>;
  loadState(key: SessionKey): Promise<StoredState | undefined>;
  /** For a session whose rows are up to date: where a later process continues. */
  saveState(key: SessionKey, state: StoredState): Promise<void>;
  /** Commits one session's new facts in one transaction: a process that dies at any moment loses nothing and doubles nothing. */
  commit(batch: SessionBatch): Promise<void>;
  /** Several sessions in one transaction: for reading very many of them. */
  commitAll(batches: readonly SessionBatch[]): Promise<void>;
  /** Runs work that commits very many sessions, here or through other connections: the store may prepare for it. */
  filling(work: () => Promise<void>): Promise<void>;
  /** Renamed files. */
  rename(moves: readonly { readonly from: string; readonly to: string }[]): Promise<void>;
  /** Deleted files. What was read from them stays. */
  markGone(paths: readonly string[], at: number): Promise<void>;
  forget(key: SessionKey): Promise<void>;
  /** Very many at once. If it fails midway, what was done stays done. */
  forgetAll(keys: readonly SessionKey[]): Promise<void>;
  /** Ids of the calls without a result: their status depends on whether their session is still alive. */
  openCalls(key: SessionKey): Promise<readonly string[]>;
  /** Sessions that count as alive until they fall silent. */
  liveSessions(): Promise<readonly LiveSessionRow[]>;
  /** Runs work that settles how sessions relate, one process at a time; skipped if nothing is to be settled. */
  settling(work: () => Promise<void>): Promise<void>;
  /** Sessions whose copies are not yet distinguished from originals. */
  staleCopies(): Promise<StaleCopies>;
  /** The session and all that may hold copies of its calls, or of theirs. Looks for them only where `shared` is not known. */
  family(session: number, shared: SharedCalls | undefined): Promise<readonly RelatedSession[]>;
  /** The session with the settled ones whose calls it may copy; undefined if it can only be settled with its whole family. */
  newcomer(session: number): Promise<Newcomer | undefined>;
  /** `sessions` are a family, or those of one whose place changed; `originals` by the number of the copy. */
  settleFamily(settled: SettledFamily): Promise<void>;
  /** Files of forks that were read as if the session they come from existed, and it does not, or the other way round. */
  misreadForks(): Promise<readonly string[]>;
  /** Gives every session the title that any log has for one of its records, if titles came or went. */
  settleTitles(): Promise<void>;
  /** Recomputes insights of sessions that have changed since, or were judged by other rules. */
  refreshInsights(stamp: string, conclude: (session: WholeSession) => Promise<InsightRow>): Promise<void>;
  changesSince(seq: number, limit?: number): Promise<ChangeFeed>;
  close(): Promise<void>;
}

export interface FamilyRank {
  readonly pk: number;
  /** When it first made a call of its own. */
  readonly ownAt: number | null;
  /** Sorts before the ranks of sessions in the family that copy its calls. */
  readonly rank: string;
}

/** Sessions that share a call with another: by each, enough others to get from any to all of its family. */
export type SharedCalls = ReadonlyMap<number, readonly number[]>;

export interface StaleCopies {
  /** By number. */
  readonly sessions: readonly number[];
  /** Known where all calls were compared at once. */
  readonly shared: SharedCalls | undefined;
}

export interface SettledFamily {
  /** Its number; null for a session compared with no other. */
  readonly family: number | null;
  readonly sessions: readonly FamilyRank[];
  readonly originals: ReadonlyMap<number, number>;
}

/** A session without originals, in a settled family: its arrival changes no other session's place. */
export interface Newcomer {
  readonly session: RelatedSession;
  /** Its rank so far; empty before it was settled. */
  readonly rank: string;
  readonly family: number;
  /** The rank of the session that it says it was forked from. */
  readonly originRank: string | null;
  /** For each call that is in other sessions too: its original among those, and the rank of that session. */
  readonly twins: ReadonlyMap<number, { readonly original: number; readonly rank: string }>;
  /** How many of these were copies of the same original before. */
  readonly kept: number;
}
