// The content of one commit: one session's new facts, as model values and plain bytes. All or nothing.

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

/** A session's file: how far it was read, and the sums of its lines. */
export interface SourceFacts extends FileStamp {
  /** Its number in references. */
  readonly num: number;
  readonly thread: ThreadId;
  readonly startedAt: number | null;
  readonly offset: number;
  readonly line: number;
  /** Null for the small files next to a log. */
  readonly ledger: Ledger | null;
}

export interface StoredState {
  /** Changes whenever the bytes of an older version can no longer be read. */
  readonly format: number;
  /** In order, each made or read on demand: the data behind them must not change before. */
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
  /** Bytes of the log that are covered, and where the last block that may still change begins. */
  readonly covered: number;
  readonly sealed: { readonly offset: number; readonly line: number };
  /** In order; their content is defined by the text search. */
  readonly chunks: readonly Uint8Array[];
  /** Of the last block; empty when there is none. */
  readonly open: Uint8Array;
}

export interface SessionBatch extends SessionKey {
  /** Equal for sessions that may share history. */
  readonly lineage: string | null;
  /** For one that is written whole: the session whose lines it may have copied, and whether that is missing. */
  readonly origin?: string | null;
  readonly isOrphan?: boolean;
  /** Replaces everything known about the session before. */
  readonly isWhole: boolean;
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly live: boolean;
  /** It waits for something that its own database knows about: silence says nothing. */
  readonly waits?: boolean;
  readonly threads: readonly Thread[];
  readonly usage: readonly ModelUsage[];
  readonly compactions: readonly Compaction[];
  readonly sideFiles: readonly string[];
  readonly problems: readonly Problem[];
  /** Its logs by number. */
  readonly paths: readonly string[];
  /** Files that were read since the last batch. */
  readonly sources: readonly SourceFacts[];
  /** New and changed calls: for each call id all of its occurrences. */
  readonly calls: readonly ToolCall[];
  /** For those that changed several files, as far as these could be read. */
  readonly callFiles?: readonly CallFiles[];
  /** New messages. */
  readonly messages: readonly Message[];
  /** Titles in its logs that name a record, of this session or another: all of them, if there are new ones. */
  readonly leafTitles?: readonly { readonly leaf: number; readonly title: string }[];
  /** New records: pairs of a hashed id and a number that orders them by place. */
  readonly records?: Float64Array;
  /** Requests to models that are new, or count more than before. */
  readonly requests?: readonly NumberedRequest[];
  /** Insights of the session as it is now. Undefined: to be computed later. */
  readonly insights?: StampedInsights;
  /** New hooks of the session and its turns. */
  readonly hooks: readonly HookRun[];
  /** For new files; those of others follow later. */
  readonly texts?: readonly SourceText[];
  /**
   * Undefined: the one saved before is still good, reading starts a little further back after a restart. For a session that is
   * written whole: there is none, and it is read from its beginning when it goes on.
   */
  readonly state?: StoredState;
}
