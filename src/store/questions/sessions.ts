// Questions about sessions: which there are, and what is known about one besides what happened in it.

import type { InsightBrief } from '../../model/insight-row.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { CallWithoutResult, LogFacts } from '../../model/live-state.ts';
import type { CallStatus, Failure } from '../../model/outcome.ts';
import type { Compaction, Thread } from '../../model/session.ts';
import type { SessionBatch, SessionKey } from '../session-batch.ts';
import type { CallQuestion } from './call-question.ts';

export interface SessionRow {
  readonly agent: string;
  readonly id: string;
  readonly project: string | null;
  readonly title: string | null;
  readonly branch: string | null;
  readonly version: string | null;
  readonly model: string | null;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly live: boolean;
  /** Copies of other sessions' calls are not counted. */
  readonly calls: number;
  /** Unexpected failures. */
  readonly failures: number;
  /** Calls that succeeded and hide a failure. */
  readonly masked: number;
  readonly running: number;
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
  readonly files: number;
  readonly bytes: number;
  /** The machine that has its logs, in a store that several fill. */
  readonly machine?: string;
  /** Not read yet: only what the head and tail of its log say is known. */
  readonly isUnread: boolean;
  /** Null until computed. */
  readonly insights: InsightBrief | null;
}

/** A page begins after it. `key` is the engine's own number, which separates sessions of the same time. */
export interface SessionCursor {
  readonly lastAt: number;
  readonly key: number;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  /** Of all pages together. */
  readonly total: number;
  /** Null after the last page. */
  readonly next: SessionCursor | null;
}

export interface SessionCandidate {
  readonly agent: string;
  readonly id: string;
  readonly title: string | null;
  readonly lastAt: number | null;
}

/** A session in brief, for lists of what is kept and what may be deleted. */
export interface SessionBrief {
  readonly agent: string;
  readonly session: string;
  readonly project: string | null;
  readonly title: string | null;
  readonly lastAt: number | null;
}

export interface OneSession extends SessionCandidate {
  readonly project: string | null;
  readonly startedAt: number | null;
  readonly model: string | null;
  readonly live: boolean;
  readonly calls: number;
  readonly failures: number;
  readonly masked: number;
  readonly threads: readonly Thread[];
  readonly compactions: readonly Compaction[];
  /** Names of its files, by their number. */
  readonly paths: ReadonlyMap<number, string>;
}

/** What a session says about itself. */
export type SessionDetail = Pick<
  SessionBatch,
  'fields' | 'threads' | 'usage' | 'compactions' | 'sideFiles' | 'problems'
>;

export interface SessionSource {
  readonly num: number;
  readonly path: string;
  readonly thread: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly isGone: boolean;
  /** Null for the small files next to a log. */
  readonly ledger: Ledger | null;
  readonly addsUp: boolean;
}

/** A file of a session, in few words. */
export interface SessionFile {
  readonly path: string;
  readonly modifiedAt: number;
  readonly isGone: boolean;
  /** Not one of the small files next to a log. */
  readonly isLog: boolean;
}

/** What a call tried, and whether that worked. */
export interface SessionAttempt {
  readonly callId: string;
  readonly occurrence: number;
  readonly toolId: string;
  readonly target: string | null;
  readonly aim: string | null;
  readonly thread: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  readonly masked: Failure | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
}

/** What the log says about what a session is doing; which tools wait for a person is decided elsewhere. */
export interface LiveFacts extends Pick<LogFacts, 'lastMessage' | 'lastResult'> {
  readonly openCalls: readonly (Omit<CallWithoutResult, 'awaits' | 'isQuick'> & { readonly toolId: string })[];
}

export interface SessionQuestions {
  /** Matching sessions, by their own facts or by a call that they made, newest first. Repeating a question costs less. */
  page(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: SessionCursor | null },
  ): Promise<SessionPage>;
  get(key: SessionKey): Promise<SessionRow | undefined>;
  /** Sessions whose id has this prefix, newest first, one more than is worth listing; an exact id comes alone. */
  find(prefix: string, places: readonly string[]): Promise<readonly SessionCandidate[]>;
  /** Whether it is known, and has a file at or below one of the places. */
  isKnown(key: SessionKey, places: readonly string[]): Promise<boolean>;
  /** Those with a file at or below one of the places. */
  below(places: readonly string[]): Promise<readonly SessionKey[]>;
  briefs(): Promise<readonly SessionBrief[]>;
  /** Its title, or the folder it worked in; null when it is not known. */
  title(key: SessionKey): Promise<string | null>;
  /** The folder it worked in. */
  project(key: SessionKey): Promise<string | null>;
  /** Throws when it is not known. */
  summary(key: SessionKey): Promise<OneSession>;
  detail(key: SessionKey): Promise<SessionDetail | undefined>;
  sources(key: SessionKey): Promise<readonly SessionSource[]>;
  /** Its calls in the order of its files, in brief. */
  attempts(key: SessionKey): Promise<readonly SessionAttempt[]>;
  liveFacts(key: SessionKey): Promise<LiveFacts>;
  /** The files of each of these sessions, in the order of the sessions: lists load all that they show at once. */
  files(keys: readonly SessionKey[]): Promise<readonly (readonly SessionFile[])[]>;
  /** The shortest unique prefix of each id. */
  shortIds(ids: readonly string[]): Promise<readonly string[]>;
}
