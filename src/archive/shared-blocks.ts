// Puts the logs themselves into a shared store: whatever lines the index has read, in blocks of whole lines, so that they can be masked
// and opened anywhere. Behind the index at times: what is missing is found by comparing, however it came to be.

import { AppError } from '../base/app-error.ts';
import type { PackedBlock } from '../model/log-block.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import { coveredBytes, endsOf } from '../sources/files/file-stamp.ts';
import type { LogOpener, OpenLog } from '../sources/files/open-log.ts';
import type { BlockStore, KeptLog, UnkeptLog } from '../store/block-store.ts';
import type { Companion } from '../store/companion.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { copyFrom } from './copy-file.ts';
import { BLOCK_BYTES, packBlock } from './pack.ts';

/** Put into the store at once: bounds the memory it takes. */
const BLOCKS_PER_STEP = 4;
const NEWLINE = 0x0a;

/** Masks whole lines in place. */
export type MaskLines = (lines: Uint8Array) => void;

export interface BlockSite {
  readonly blocks: BlockStore;
  readonly questions: Pick<Questions, 'changes'>;
}

export interface SharedBlocksOptions {
  /** Given: nothing else leaves than what it leaves over. Logs that are packed cannot be masked, and stay. */
  readonly mask?: MaskLines | undefined;
  /** Lets go of what logs are opened through. */
  readonly onClose?: (() => void) | undefined;
}

/** Bytes up to the end of the last whole line of a block; a line that is longer makes a block of its own. */
function wholeLines(log: OpenLog, at: number, to: number): Uint8Array | undefined {
  for (let length = BLOCK_BYTES; ; length *= 2) {
    const isAll = at + length >= to;
    const room = Buffer.allocUnsafe(Math.min(length, to - at));
    // Shorter than it was: the next look will tell what became of it.
    if (log.read(room, at) < room.length) return undefined;
    if (isAll) return room;
    const end = room.lastIndexOf(NEWLINE);
    if (end !== -1) return room.subarray(0, end + 1);
  }
}

/** Where to go on: at the end of what is kept, a little before it where blocks are small, or at the beginning of another log. */
function startOf(log: OpenLog, { size, modifiedAt, kept }: UnkeptLog, to: number): number {
  if (kept === null || kept.bytes > to) return 0;
  const isWrittenOver = kept.size === size && kept.modifiedAt !== modifiedAt;
  const { head, tail } = endsOf(log, kept.bytes);
  if (isWrittenOver || head !== kept.head || tail !== kept.tail) return 0;
  return copyFrom(kept.lastBlocks, kept.bytes, to);
}

export class SharedBlocks implements Companion {
  readonly name = 'logs in the store';
  readonly isPatient = true;
  readonly #store: BlockStore;
  readonly #changes: Questions['changes'];
  readonly #open: LogOpener;
  readonly #options: SharedBlocksOptions;
  /** The change up to which everything is kept; undefined before the first look through everything. */
  #doneTo: number | undefined;

  constructor({ blocks, questions }: BlockSite, open: LogOpener, options: SharedBlocksOptions = {}) {
    this.#store = blocks;
    this.#changes = questions.changes;
    this.#open = open;
    this.#options = options;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const to = await this.#changes.last();
    for (const log of await this.#store.unkept(await this.#changed())) {
      if (signal?.aborted === true) return;
      await this.#keep(log);
    }
    this.#doneTo = to;
  }

  async close(): Promise<void> {
    this.#options.onClose?.();
  }

  async #changed(): Promise<readonly SessionKey[] | undefined> {
    if (this.#doneTo === undefined) return undefined;
    const { changes, missed } = await this.#changes.since(this.#doneTo, Number.MAX_SAFE_INTEGER);
    if (missed) return undefined;
    const sessions = changes.map(({ agent, session }) => [`${agent} ${session}`, { agent, id: session }] as const);
    return [...new Map(sessions).values()];
  }

  /** One that cannot be read is gone, or another by now: the index will notice. */
  async #keep(unkept: UnkeptLog): Promise<void> {
    if (this.#options.mask !== undefined && isCompressed(unkept.path)) return;
    let log: OpenLog;
    try {
      log = this.#open(unkept.path);
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    try {
      await this.#copy(log, unkept);
    } finally {
      log.close();
    }
  }

  async #copy(log: OpenLog, unkept: UnkeptLog): Promise<void> {
    const to = coveredBytes(unkept);
    const { head, tail } = endsOf(log, to);
    if (log.size < to || head !== unkept.head || tail !== unkept.tail) return;
    let at = startOf(log, unkept, to);
    let kept = unkept.kept;
    do {
      const from = at;
      const packing: Promise<PackedBlock>[] = [];
      while (packing.length < BLOCKS_PER_STEP && at < to) {
        const bytes = wholeLines(log, at, to);
        if (bytes === undefined) return;
        this.#options.mask?.(bytes);
        packing.push(packBlock(at, bytes));
        at += bytes.length;
      }
      const blocks = await Promise.all(packing);
      const ends = at < to ? endsOf(log, at) : { head, tail };
      const next: KeptLog | undefined = await this.#store.put(
        { ...unkept, kept },
        { from, blocks, bytes: at, ...ends },
      );
      if (next === undefined) return;
      kept = next;
    } while (at < to);
  }
}
