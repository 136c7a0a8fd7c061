// The contract of a shared store that also keeps the logs themselves, block by block: so that a record can be opened on a machine
// that does not have the log. Blocks follow the index: what is missing is found by comparing both.

import type { BlockPlace, PackedBlock } from '../model/log-block.ts';
import type { SessionKey } from './session-batch.ts';

/** How much of a log is kept. */
export interface KeptPart {
  readonly key: number;
  /** Bytes from its beginning. */
  readonly bytes: number;
}

/** The kept part of a log. */
export interface KeptLog extends KeptPart {
  /** Hashes of its first bytes, and of the last that are kept. */
  readonly head: string;
  readonly tail: string;
  /** The file when it was last copied. */
  readonly size: number;
  readonly modifiedAt: number;
  /** The last few, in order. */
  readonly lastBlocks: readonly BlockPlace[];
}

/** A file of this machine that is to be kept, or more of it. */
export interface UnkeptFile {
  readonly path: string;
  /** The session's own number. */
  readonly session: number;
  readonly size: number;
  readonly modifiedAt: number;
  readonly kept: KeptPart | null;
}

/** A log of which the index has read more than is kept, or other bytes. As the index knows it. */
export interface UnkeptLog extends UnkeptFile {
  readonly kept: KeptLog | null;
  readonly sessionId: string;
  readonly offset: number;
  readonly head: string;
  readonly tail: string;
}

export interface BlockStep {
  /** Blocks from here on are replaced. */
  readonly from: number;
  readonly blocks: readonly PackedBlock[];
  /** What is kept afterwards. */
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

/** A log of which nothing is kept yet, with all of its blocks. */
export interface WholeLog extends UnkeptLog {
  readonly bytes: number;
  readonly blocks: readonly PackedBlock[];
}

export interface BlockStore {
  /** For all sessions of this machine, or for some. */
  unkept(sessions?: readonly SessionKey[]): Promise<readonly UnkeptLog[]>;
  /** What is kept of a session besides its logs: files that the agent wrote next to them, by path. */
  outputs(session: number): Promise<ReadonlyMap<string, KeptLog>>;
  /** All of the step or nothing. Returns what is kept now; undefined when another process has kept something meanwhile. */
  put(file: UnkeptFile, step: BlockStep, kind?: 'log' | 'output'): Promise<KeptPart | undefined>;
  /** Each of them or nothing of it: those that another process has begun to keep meanwhile are left to it. */
  putWhole(logs: readonly WholeLog[]): Promise<void>;
}

/** Where the bytes of blocks are: in the row of their label, or as objects elsewhere. */
export interface BlockBodies {
  /** The name of an object to be created; null if bodies are in their rows. */
  newName(): string | null;
  put(object: string, body: Uint8Array): Promise<void>;
  delete(object: string): Promise<void>;
  /** Objects of this place begin with this; null if there are none. */
  readonly names: string | null;
  /** Existing objects, by name prefix. */
  list(names: string): AsyncIterable<readonly string[]>;
}

/** Whether blocks stored as objects exist. */
export interface BlockCheck {
  readonly blocks: number;
  readonly missing: number;
  /** Blocks in places that this process knows nothing about. */
  readonly unchecked: number;
  /** Logs that lack some, by path; some of them, if there are very many. */
  readonly logs: readonly string[];
}
