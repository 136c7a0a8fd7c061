// What one commit brings: one session's new facts, as model values and plain bytes. All of it enters, or none.

import type { FileStamp } from '../model/file-stamp.ts';
import type { StampedInsights } from '../model/insight-row.ts';
import type { Ledger } from '../model/ledger.ts';
import type { NumberedRequest } from '../model/model-request.ts';
import type { SessionFields, ThreadId } from '../model/observation.ts';
import type { Problem } from '../model/problem.ts';
import type { Compaction, Message, ModelUsage, Thread } from '../model/session.ts';
import type { HookRun, ToolCall } from '../model/tool-call.ts';

export interface SessionKey {
  readonly agent: string;
  readonly id: string;
}

/** A session's file: how far it was read, and what its lines came to. */
export interface SourceFacts extends FileStamp {
  /** Its number in references. */
  readonly num: number;
  readonly thread: ThreadId;
  readonly startedAt: number | null;
  readonly offset: number;
  readonly line: number;
  /** Null for the small files beside a log. */
  readonly ledger: Ledger | null;
}

export interface SessionState {
  /** Changes whenever the bytes of an older version can no longer be understood. */
  readonly format: number;
  /** In their order, each made or read as it is asked for: what they are made of must not change before. */
  readonly pieces: Iterable<Uint8Array>;
}

/** The files of a call that changed several. */
export interface CallFiles {
  readonly callId: string;
  readonly occurrence: number;
  readonly files: readonly {
    readonly path: string;
    readonly linesAdded: number | null;
    readonly linesRemoved: number | null;
  }[];
}

/** The text index of a file, from the file's beginning. */
export interface SourceText {
  readonly path: string;
  /** Bytes of the log that are covered, and where the last block begins that may still change. */
  readonly covered: number;
  readonly sealed: { readonly offset: number; readonly line: number };
  /** In order; their content is the business of anyone who searches. */
  readonly chunks: readonly Uint8Array[];
  /** Of the last block; empty when there is none. */
  readonly open: Uint8Array;
}

export interface SessionBatch extends SessionKey {
  /** Equal for sessions that may share history. */
  readonly lineage: string | null;
  /** Of one that is brought whole: the session whose lines it may have copied, and whether that is not there. */
  readonly origin?: string | null;
  readonly isOrphan?: boolean;
  /** Everything known of the session before is replaced. */
  readonly isWhole: boolean;
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly live: boolean;
  /** For something its own database knows of: silence says nothing. */
  readonly waits?: boolean;
  readonly threads: readonly Thread[];
  readonly usage: readonly ModelUsage[];
  readonly compactions: readonly Compaction[];
  readonly sideFiles: readonly string[];
  readonly problems: readonly Problem[];
  /** Its logs by their numbers. */
  readonly paths: readonly string[];
  /** Files that were read since the last time. */
  readonly sources: readonly SourceFacts[];
  /** New and changed calls: for each call id all of its occurrences. */
  readonly calls: readonly ToolCall[];
  /** Of those among them that changed several files, as far as it could be read. */
  readonly callFiles?: readonly CallFiles[];
  /** New messages. */
  readonly messages: readonly Message[];
  /** Titles in its logs that name a record, of this session or another: all of them, where there are new ones. */
  readonly leafTitles?: readonly { readonly leaf: number; readonly title: string }[];
  /** New records: pairs of a hashed id and a number that orders them by place. */
  readonly records?: Float64Array;
  /** Requests to models that are new, or count more than before. */
  readonly requests?: readonly NumberedRequest[];
  /** What is concluded about the session as it is now. Undefined: to be worked out later. */
  readonly insights?: StampedInsights;
  /** New hooks of the session and its turns. */
  readonly hooks: readonly HookRun[];
  /** Of files that are new; those of others follow in their own time. */
  readonly texts?: readonly SourceText[];
  /**
   * Undefined: the one saved before still serves, reading starts a little further back after a restart. Of a session that is
   * brought whole: there is none, and it is read from its beginning when it goes on.
   */
  readonly state?: SessionState;
}
