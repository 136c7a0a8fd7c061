// The contract between an agent's log format and the rest: where logs are, which agent owns a file, and what a line says.

import type { JsonObject, parseJson } from '../base/json.ts';
import type { ResultContent } from '../model/content.ts';
import type { PlacedSegment } from '../model/display-segment.ts';
import type { LogCoverage } from '../model/log-coverage.ts';
import type { Observation } from '../model/observation.ts';
import type { Reading } from '../model/reading.ts';
import type { LineRef } from '../model/source.ts';
import type { OtherSource } from './source.ts';

/** Environment as a format may see it: variables and the home folder, nothing else. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** A folder to look for logs in, and where it comes from. */
export interface Root {
  readonly path: string;
  readonly agent: string;
  /** `default`, or the variable that named it. */
  readonly from: string;
}

/** What a path alone says about a file. */
export type FileRole =
  /** Session lines. */
  | { readonly kind: 'log'; readonly thread: string | null; readonly session: string | null }
  /** A small JSON document about the session, read whole. */
  | { readonly kind: 'side'; readonly what: string }
  /** Known, and not ours to read: the reason. */
  | { readonly kind: 'skip'; readonly reason: string };

/** What the first lines of a file say, so that files of one session are read together. */
export interface FileIdentity {
  /** The agent whose session it is, if not the format's own: such a file completes that agent's logs. */
  readonly agent?: string;
  readonly session: string;
  /** `main`, or the subagent the whole file belongs to. */
  readonly thread: string;
  /** Time of the first dated record. */
  readonly startedAt: number | null;
  /**
   * Equal for sessions that begin alike, or the id of the session that this one names as its origin. It says which sessions are worth
   * comparing, never what is a copy.
   */
  readonly lineage: string | null;
}

/** A file about to be read. */
export interface OpenFile {
  readonly path: string;
  /** Number of the file inside its session. */
  readonly source: number;
  readonly session: string;
  readonly thread: string;
  /** The log of the session it was forked from is missing: what it copied is all there is. */
  readonly isOrphan?: boolean;
}

/** Reads one file's lines in order. May remember what earlier lines said; `state` lets it continue after a restart. */
export interface LineReader {
  read(record: JsonObject, ref: LineRef): Reading;
  /** Plain data; given back to `open` when more of the file is read later. */
  state(): unknown;
}

/**
 * What to leave out of a record before it is parsed, by key: parts of the value, or
 * - `drop`: the member;
 * - `same`: the record's own member, where the last record of the file that had it had the same: the reader remembers it;
 * - `false`: the member, where it is `false`;
 * - `start`: all of a text but its first character; short ones may stay;
 * - `cut`: all but the beginning of a long text, where the rest is said elsewhere: see `isEnough`.
 *
 * Lists are passed through: the rule is for their members. Only `cut` is for texts outside of lists alone.
 */
export interface UnreadRecord {
  readonly [key: string]: 'same' | Unread[string];
}

/** The same for a part of a record. */
export interface Unread {
  readonly [key: string]: 'drop' | 'false' | 'start' | 'cut' | Unread;
}

/** The bytes around a call's id in a line that requests it. */
export interface CallIdMark {
  /** In every line that requests a call, and possibly in others. */
  readonly token: string;
  /** What is between the token and the id in a normally written line; other lines have to be parsed. */
  readonly between: string;
  /** Before the token, or after it: then it means something else. */
  readonly notAfter?: string;
  readonly notBefore?: string;
}

export interface Format {
  readonly agent: string;
  readonly title: string;
  /** What this agent logs about calls: never, sometimes or always. */
  readonly logs: LogCoverage;
  /** How its logs are stored, if not as lines of JSON: they are read as if they were. */
  readonly sources?: readonly OtherSource[];
  /**
   * The words of the command that resumes a session, if known. It is started in the project's folder. If several programs write these
   * logs, the path of one says which.
   */
  readonly resume?: (session: string, log: string) => readonly string[];
  /** Toolscope receives and stores these logs itself: they do not show that an agent was used here. */
  readonly isReceived?: true;
  /** Recognises by its path a log next to another agent's session that repeats what that agent's own log says. */
  readonly accompanies?: (path: string) => boolean;
  /** What `open`'s readers never use, so that it need not be parsed. */
  readonly unread: UnreadRecord;
  /** Whether a record with a cut text says all that its reader needs; else it is parsed whole. */
  readonly isEnough?: (record: JsonObject) => boolean;
  /** Groups of requests are the message ids in the log. */
  readonly namesMessages?: true;
  /**
   * How a call's id is found in the bytes of a log without parsing it; undefined: sessions of this agent are never copied from each
   * other.
   */
  readonly callIds?: CallIdMark;
  /** In every line that has a title for the session of some record. */
  readonly titleMark?: string;
  /** Where this agent keeps its logs on this machine. */
  roots(surroundings: Surroundings): readonly Root[];
  /** What the path says. Undefined when the path says nothing: then the content decides. */
  role(path: string): FileRole | undefined;
  /** How surely a record is this format's: 0 not at all, 1 certain. Exactly one format may be sure of a record. */
  recognise(record: JsonObject): number;
  /** Session, thread and start, from the path and the first records. Undefined when they do not say. */
  identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined;
  /** Whether more records would add nothing for `identify`; by default, when a start and a lineage are known. */
  readonly isIdentified?: (records: readonly JsonObject[]) => boolean;
  /** The session whose lines a log may have copied, by its first record that names another than the log's own. */
  readonly originOf?: (record: JsonObject) => string | undefined;
  open(file: OpenFile, state?: unknown): LineReader;
  /** The rule of a result about which only its arrival is known, if the format has one. */
  readonly arrivalRule?: string;
  /** Names of fields that were never seen in such a record, with the record's type before them. */
  readonly unknownFields?: (record: JsonObject) => readonly string[];
  /** A call's input as `call-requested` had it, from its record and the pointer that observation gave. */
  inputAt(record: JsonObject, pointer: string): unknown;
  /** A result's content as `call-resulted` had it, from its record and pointer. */
  contentAt(record: JsonObject, pointer: string): ResultContent;
  /** A structured companion as `call-resulted` or `result-supplemented` had it. */
  structuredAt(record: JsonObject, pointer: string): unknown;
  /** What the record of a result wants people to see instead of its text, if the agent supports that. */
  displayOf?(record: JsonObject): readonly PlacedSegment[];
  /** How side files that are not JSON are parsed. */
  readonly parseSide?: (text: string) => ReturnType<typeof parseJson>;
  /** Observations from a side file's whole value. */
  readSide(file: OpenFile, what: string, value: unknown): readonly Observation[];
}
