// The contract of a shared store with those who put the logs themselves into it, block by block: so that a record can be opened on a
// machine that does not have the log. Blocks follow the index: what is missing is found by comparing both.

import type { BlockPlace, PackedBlock } from '../model/log-block.ts';
import type { SessionKey } from './session-batch.ts';

/** What is kept of a log. */
export interface KeptLog {
  readonly key: number;
  /** From its beginning. Hashes of its first bytes, and of the last of these, as the log had them. */
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
  /** The file when it was copied last. */
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
  readonly kept: KeptLog | null;
}

/** A log of which the index has read more than is kept, or other bytes. As the index knows it. */
export interface UnkeptLog extends UnkeptFile {
  readonly sessionId: string;
  readonly offset: number;
  readonly head: string;
  readonly tail: string;
}

export interface BlockStep {
  /** Blocks from here on are replaced by the new ones. */
  readonly from: number;
  readonly blocks: readonly PackedBlock[];
  /** What is kept then. */
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

export interface BlockStore {
  /** Of all sessions of this machine, or of some. */
  unkept(sessions?: readonly SessionKey[]): Promise<readonly UnkeptLog[]>;
  /** What is kept of a session besides its logs: files that the agent wrote beside these, by their paths. */
  outputs(session: number): Promise<ReadonlyMap<string, KeptLog>>;
  /** All of the step or nothing. Undefined when another process has kept something meanwhile; else what is kept now. */
  put(file: UnkeptFile, step: BlockStep, kind?: 'log' | 'output'): Promise<KeptLog | undefined>;
}

/** Where the bytes of blocks lie: in the row of their label, or as objects elsewhere. */
export interface BlockBodies {
  /** The name of an object that is to be made; null where bodies lie in their rows. */
  newName(): string | null;
  put(object: string, body: Uint8Array): Promise<void>;
  delete(object: string): Promise<void>;
  /** Objects of this place begin like this; null where there are none. */
  readonly names: string | null;
  /** Those that are there, by the beginning of their names. */
  list(names: string): AsyncIterable<readonly string[]>;
}

/** Whether the blocks are there that lie as objects. */
export interface BlockCheck {
  readonly blocks: number;
  readonly missing: number;
  /** In places that this process knows nothing of. */
  readonly unchecked: number;
  /** Logs that lack some, by their paths; of very many, some. */
  readonly logs: readonly string[];
}
