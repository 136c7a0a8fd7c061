// How an agent stores a log that is not lines of JSON: what a format says about it, so that it can be read as if it were. The records
// are rendered as lines, in an order that a longer log only adds to.

import type { JsonObject } from '../base/json.ts';

/** A record, and in words its place in the original: `messages[4].parts[1]`, `row 17 of part`. */
export interface PlacedRecord {
  readonly record: JsonObject;
  readonly where: string;
  /** For a row of an append-only table: a number that grows with later rows. */
  readonly position?: number;
}

/** Files around a document, by plain names below one folder. */
export interface NearbyFiles {
  /** Names of the JSON files in a folder, in order; none if there is no such folder. */
  list(...folder: readonly string[]): readonly string[];
  /** Undefined if it does not exist, or is not JSON. */
  read(...names: readonly string[]): unknown;
}

/** One JSON document per log, rewritten as a whole whenever something is new. */
export interface DocumentSource {
  readonly kind: 'document';
  isDocument(path: string): boolean;
  /** What such a file begins with, if its name does not decide. */
  readonly begins?: RegExp;
  /** If a log is spread over many files: how many folders above the document's own they begin, and what they form together. */
  readonly stepsBelow?: number;
  gather?(document: unknown, files: NearbyFiles): unknown;
  /** A document of another agent gives no records. */
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
  /** A number that changes with the session: how many rows it has, or how many bytes. */
  readonly size: number;
  /** If the database reports a state: it waits for something, however long that takes, or it is over. */
  readonly state?: 'waiting' | 'over' | undefined;
}

/** What is new in a database. */
export interface DatabaseNews {
  readonly sessions: readonly string[];
  /** Passed to the next query. */
  readonly mark: number;
}

/** Rows of an SQLite database, which change in place. Each session in it is a separate log. */
export interface DatabaseSource {
  readonly kind: 'database';
  isDatabase(path: string): boolean;
  sessions(query: RowQuery): Iterable<SessionRow>;
  /** Undefined when there is no such session. */
  session(query: RowQuery, id: string): SessionRow | undefined;
  /** The rows of one session, in a stable order. If they have positions: from this one on. */
  records(query: RowQuery, session: string, from?: number): Iterable<PlacedRecord>;
  /** Sessions with something after a mark, if that is cheaper than looking at all of them. */
  readonly news?: (query: RowQuery, after: number) => DatabaseNews;
}

export type OtherSource = DocumentSource | DatabaseSource;
