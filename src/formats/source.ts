// How an agent keeps a log that is not lines of JSON: what a format says of it, so that it can be read as if it were. The
// records are rendered as lines, in an order that a longer log only adds to.

import type { JsonObject } from '../base/json.ts';

/** A record, and in words where it stands in the original: `messages[4].parts[1]`, `row 17 of part`. */
export interface PlacedRecord {
  readonly record: JsonObject;
  readonly where: string;
  /** Of a row in a table that is only ever added to: a number that later rows have a larger one of. */
  readonly position?: number;
}

/** Files around a document, by plain names below one folder. */
export interface NearbyFiles {
  /** Names of the JSON files in a folder, in order; none where there is no such folder. */
  list(...folder: readonly string[]): readonly string[];
  /** Undefined for what is not there, or no JSON. */
  read(...names: readonly string[]): unknown;
}

/** One JSON document per log, written again as a whole whenever something is new. */
export interface DocumentSource {
  readonly kind: 'document';
  isDocument(path: string): boolean;
  /** What such a file begins with, where its name is not enough to tell. */
  readonly begins?: RegExp;
  /** Where a log is spread over many files: how many folders above the document's own they begin, and what they make together. */
  readonly stepsBelow?: number;
  gather?(document: unknown, files: NearbyFiles): unknown;
  /** What is no document of this agent's gives no records. */
  records(document: unknown): Iterable<PlacedRecord>;
}

export type SqlParameter = string | number | null;

/** Asks the database, read-only. Rows as objects by column. */
export type RowQuery = (sql: string, ...parameters: readonly SqlParameter[]) => Iterable<JsonObject>;

/** A session in a database. */
export interface SessionRow {
  readonly id: string;
  /** When something about it last changed, in milliseconds. */
  readonly modifiedAt: number;
  /** A number that differs when the session does: how many rows it has, or how many bytes. */
  readonly size: number;
  /** Where the database says how it stands: it waits for something, however long that takes, or it is over. */
  readonly state?: 'waiting' | 'over' | undefined;
}

/** What a database says is new in it. */
export interface DatabaseNews {
  readonly sessions: readonly string[];
  /** To be asked with the next time. */
  readonly mark: number;
}

/** Rows of an SQLite database, which change in place. Each session in it is a log of its own. */
export interface DatabaseSource {
  readonly kind: 'database';
  isDatabase(path: string): boolean;
  sessions(query: RowQuery): Iterable<SessionRow>;
  /** Undefined when there is no such session. */
  session(query: RowQuery, id: string): SessionRow | undefined;
  /** The rows of one session, in an order that does not change. Where they have positions: from this one on. */
  records(query: RowQuery, session: string, from?: number): Iterable<PlacedRecord>;
  /** Sessions with something after a mark, where that takes less than to look at all of them. */
  readonly news?: (query: RowQuery, after: number) => DatabaseNews;
}

export type OtherSource = DocumentSource | DatabaseSource;
