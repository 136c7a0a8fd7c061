// Questions of the text search: which logs there are, what their text indexes say, which calls may be in scope. Logs and sessions
// are named by the engine's own numbers.

import type { Filter } from '../../model/filter/filter.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { ToolFamilies } from './call-question.ts';
import type { SessionDetail } from './sessions.ts';

/** Where filters that were taken out of a chunk are: in a group of slices, from a column on. */
export interface SlicePlace {
  readonly group: number;
  readonly column: number;
  readonly columns: number;
  /** Large blocks have several columns. */
  readonly blocks: number;
}

/** A chunk of a log's text index. */
export interface TextChunk {
  readonly body: Uint8Array;
  /** Null while its filters are in its body. */
  readonly slice: SlicePlace | null;
}

/** One bit of the filters of many blocks. */
export interface TextSlice {
  readonly group: number;
  readonly row: number;
  readonly bits: Uint8Array;
}

/** A line of a session: the number of its log, and its place in it. */
export interface LinePlace {
  readonly source: number;
  readonly offset: number;
}

export interface SearchableLog {
  /** The number of the log, and of its session. */
  readonly key: number;
  readonly sessionKey: number;
  readonly agent: string;
  readonly session: string;
  /** Its number in references. */
  readonly source: number;
  readonly thread: string;
  readonly path: string;
  /** Bytes of it that the index has read, uncompressed. */
  readonly size: number;
  /** The file as the index last saw it, to recognise it. */
  readonly fileBytes: number;
  readonly modifiedAt: number;
  /** Bytes that the text index covers; 0 when it covers none. */
  readonly covered: number;
  /** Of all of its chunks, in order; none while some still have their own filters. */
  readonly slices: readonly SlicePlace[];
  /** Nothing in it is newer. */
  readonly newestAt: number;
  /** Of its session; `rank` orders sessions that share history, the original first. */
  readonly title: string | null;
  readonly project: string | null;
  readonly rank: string;
}

export interface SearchedSession extends Pick<SessionDetail, 'fields' | 'threads'> {
  readonly title: string | null;
  readonly project: string | null;
  /** Sessions that share history have the same lineage; rank orders them, the original first. */
  readonly lineage: string | null;
  readonly rank: string;
  readonly live: boolean;
}

export interface SearchQuestions {
  /** Newest first; the same list until something changes. */
  logs(places: readonly string[]): Promise<readonly SearchableLog[]>;
  /** The chunks of the text indexes of logs, in order; logs without one are absent. */
  textChunks(logs: readonly number[]): Promise<ReadonlyMap<number, readonly TextChunk[]>>;
  /** These rows of these groups of slices, as far as they exist. */
  textSlices(groups: readonly number[], rows: readonly number[]): Promise<readonly TextSlice[]>;
  session(session: number): Promise<SearchedSession | undefined>;
  /** Whether a session has any matching call, as far as the engine can say. */
  hasCall(session: number, filter: Filter, families: ToolFamilies): Promise<boolean>;
  /** Ids of a session's matching calls, as far as the engine can say. */
  callIds(session: number, filter: Filter, families: ToolFamilies): Promise<ReadonlySet<string>>;
  /** The lines that belong to these calls. */
  callLines(
    session: number,
    filter: Filter,
    families: ToolFamilies,
  ): Promise<ReadonlyMap<string, readonly LinePlace[]>>;
  /** Every occurrence of a session's call. */
  calls(session: number, callId: string): Promise<readonly ToolCall[]>;
}
