// Questions about what happened in one session, in the order of its files. Long answers come in batches.

import type { ModelRequest } from '../../model/model-request.ts';
import type { Message } from '../../model/session.ts';
import type { HookRun, ToolCall } from '../../model/tool-call.ts';
import type { SessionKey } from '../session-batch.ts';
import type { CallQuestion } from './call-question.ts';
import type { SessionDetail } from './sessions.ts';

/** Where a message or a call is. */
export interface EntryPlace {
  readonly thread: string;
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly call: { readonly id: string; readonly occurrence: number } | null;
}

/** The places of a session: per thread by file and offset, those of one line in no particular order. */
export interface SessionPlaces {
  readonly threads: readonly string[];
  of(thread: string): AsyncIterable<readonly EntryPlace[]>;
}

/** A call as this session has it; `copyOf` names the session that made it, if that is another one. */
export interface SessionCall {
  readonly call: ToolCall;
  readonly copyOf: string | null;
}

export interface WholeSession extends Pick<SessionDetail, 'fields' | 'threads' | 'compactions' | 'usage'> {
  readonly agent: string;
  readonly id: string;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly live: boolean;
  /** Including copies of other sessions' calls. Read on demand, each time again. */
  calls(): AsyncIterable<readonly SessionCall[]>;
  messages(): AsyncIterable<readonly Message[]>;
  requests(): Promise<readonly ModelRequest[]>;
  /** Hooks of the session and its turns. */
  hooks(): Promise<readonly HookRun[]>;
  /** Name of one of its files, by its number. */
  pathOf(source: number): string;
}

/** Which entries: all, or calls by id and what was said after given places in the files. */
export interface ChangedEntries {
  readonly callIds: readonly string[];
  /** File → offset; everything of a file without one. */
  readonly after: ReadonlyMap<number, number>;
}

export interface SessionContent {
  /** All that is known about it. Throws when it is not known. */
  whole(key: SessionKey): Promise<WholeSession>;
  /** The number of its calls, messages and compactions together. */
  entryCount(key: SessionKey): Promise<number>;
  /**
   * Its entries in file order, each chunk one line of JSON in the columns of `entry-columns`; `key` is the number by which
   * `matches` names a call.
   */
  entries(key: SessionKey, chunk: number, changed?: ChangedEntries): AsyncIterable<string>;
  /** Numbers of its matching calls, as in entries. */
  matches(key: SessionKey, question: CallQuestion): Promise<readonly number[]>;
  places(key: SessionKey): Promise<SessionPlaces>;
  /** The call as this session has it, a copy or its own. */
  call(key: SessionKey, callId: string, occurrence: number): Promise<SessionCall | undefined>;
  message(key: SessionKey, place: Pick<EntryPlace, 'source' | 'offset' | 'pointer'>): Promise<Message | undefined>;
}
