// The contract of the index with those who fill it. Asynchronous, and free of any one database's habits.

import type { InsightRow } from '../model/insight-row.ts';
import type { SessionFields, ThreadId } from '../model/observation.ts';
import type { ChangeFeed } from './questions/changes.ts';
import type { WholeSession } from './questions/session-content.ts';
import type { SessionBatch, SessionKey, SessionState, SourceFacts } from './session-batch.ts';

export interface KnownSource extends Omit<SourceFacts, 'ledger'> {
  /** A small file beside a log: it has no ledger. */
  readonly isSide: boolean;
  readonly agent: string;
  readonly session: string;
  readonly lineage: string | null;
  readonly goneAt: number | null;
  /** Its session was read by other rules than those that hold now. */
  readonly isOutdated: boolean;
  /** Nothing but the outline of its session is known. */
  readonly isUnread: boolean;
}

/**
 * A file that is there, as it was when it was read last. A small file beside a log makes no session. One whose session was read
 * by other rules has fewer bytes than any file.
 */
export type FileStampRow = readonly [path: string, bytes: number, modifiedAt: number, sessionPk: number | null];

/** A session that counted as alive when it was last looked at. */
export interface LiveSessionRow extends SessionKey {
  readonly lastAt: number | null;
  /** When the newest of its logs was written. */
  readonly modifiedAt: number;
}

/** A session with what tells copies from originals. */
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

/** A session that is about to be read, with its files on this machine. */
export interface ClaimedSession extends SessionKey {
  readonly files: readonly ClaimedFile[];
}

export interface ClaimedFile {
  readonly path: string;
  readonly thread: ThreadId;
  readonly startedAt: number | null;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** A small file beside a log. */
  readonly isSide: boolean;
}

/** Files are those of this machine, where several fill one store. */
export interface IndexStore {
  /** Every file of every session; files that are gone included. */
  knownSources(): Promise<readonly KnownSource[]>;
  /** By what to tell whether any file has changed. Files that are gone are left out. */
  fileStamps(): Promise<readonly FileStampRow[]>;
  /** The file at this path; undefined when it belongs to no session. */
  sourceAt(path: string): Promise<KnownSource | undefined>;
  /** The files of the session that the file at this path belongs to; none when it belongs to none. */
  sessionSources(path: string): Promise<readonly KnownSource[]>;
  /** The files of one session, on whichever machine; none when it is not known. */
  sourcesOf(key: SessionKey): Promise<readonly KnownSource[]>;
  /** Which of these sessions are left to another machine that has as much of them. It is asked before they are read. */
  leftToOthers(sessions: readonly ClaimedSession[]): Promise<readonly SessionKey[]>;
  /** Rows of sessions that have yet to be read. Those that are known already stay as they are. */
  outline(batches: readonly SessionBatch[]): Promise<void>;
  loadState(key: SessionKey): Promise<SessionState | undefined>;
  /** For a session whose rows are up to date: where a later process goes on. */
  saveState(key: SessionKey, state: SessionState): Promise<void>;
  /** One session's new facts, in one transaction: a process that dies at any moment loses nothing and doubles nothing. */
  commit(batch: SessionBatch): Promise<void>;
  /** Several sessions in one transaction: for reading very many of them. */
  commitAll(batches: readonly SessionBatch[]): Promise<void>;
  /** Work that commits very many sessions, here or through other connections: the store may prepare itself for it. */
  filling(work: () => Promise<void>): Promise<void>;
  /** Files that were given another name. */
  rename(moves: readonly { readonly from: string; readonly to: string }[]): Promise<void>;
  /** Files that are no longer there. What was read from them stays. */
  markGone(paths: readonly string[], at: number): Promise<void>;
  forget(key: SessionKey): Promise<void>;
  /** Very many at once. What was done stays done when it breaks off. */
  forgetAll(keys: readonly SessionKey[]): Promise<void>;
  /** Ids of the calls without a result: what they are depends on whether their session is still alive. */
  openCalls(key: SessionKey): Promise<readonly string[]>;
  /** Sessions that count as alive until they fall silent. */
  liveSessions(): Promise<readonly LiveSessionRow[]>;
  /** Settles what sessions say of each other, one process at a time; where nothing is to be settled, nothing is done. */
  settling(work: () => Promise<void>): Promise<void>;
  /** Sessions whose copies have yet to be told from their originals, by their numbers. */
  staleCopies(): Promise<readonly number[]>;
  /** The session and all that may hold copies of its calls, or of theirs. */
  family(session: number): Promise<readonly RelatedSession[]>;
  /** The session with the settled ones whose calls it may copy; undefined where it can only be settled with all its family. */
  newcomer(session: number): Promise<Newcomer | undefined>;
  /** `sessions` are a family, or those of one whose place is another now; `originals` by the number of the copy. */
  settleFamily(settled: SettledFamily): Promise<void>;
  /** Files of forks that were read as if the session they come from were there, and it is not, or the other way round. */
  misreadForks(): Promise<readonly string[]>;
  /** Gives every session the title that some log has for a record of it, where titles came or went. */
  settleTitles(): Promise<void>;
  /** Works out again what is concluded about sessions that have changed since, or was concluded by other rules. */
  refreshInsights(stamp: string, conclude: (session: WholeSession) => Promise<InsightRow>): Promise<void>;
  changesSince(seq: number, limit?: number): Promise<ChangeFeed>;
  close(): Promise<void>;
}

export interface FamilyRank {
  readonly pk: number;
  /** When it first made a call of its own. */
  readonly ownAt: number | null;
  /** Sorts before those of the family's copies of its calls. */
  readonly rank: string;
}

export interface SettledFamily {
  /** Its number; null for a session that was compared with no other. */
  readonly family: number | null;
  readonly sessions: readonly FamilyRank[];
  readonly originals: ReadonlyMap<number, number>;
}

/** A session of which nothing is an original, in a family that is settled: its arrival changes no other session's place. */
export interface Newcomer {
  readonly session: RelatedSession;
  /** Its rank so far; empty before it was settled. */
  readonly rank: string;
  readonly family: number;
  /** The rank of the session that it says it was forked from. */
  readonly originRank: string | null;
  /** Of each call that stands in other sessions too: its original among those, and the rank of that one's session. */
  readonly twins: ReadonlyMap<number, { readonly original: number; readonly rank: string }>;
  /** How many of these were copies of the same original before. */
  readonly kept: number;
}
