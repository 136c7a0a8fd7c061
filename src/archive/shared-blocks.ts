// Puts the logs themselves into a shared store: whatever lines the index has read, in blocks of whole lines, so that they can be masked
// and opened anywhere, with the large outputs next to them. May be behind the index: what is missing is found by comparing, whatever
// the cause. What the archive has packed in the same process is sent as it is.

import { AppError } from '../base/app-error.ts';
import { NEWLINE } from '../base/lines.ts';
import { sessionKey } from '../base/session-key.ts';
import type { PackedBlock } from '../model/log-block.ts';
import { spilledOutputs } from '../reading/spilled-output.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import { coveredBytes, endsOf, type FileFacts } from '../sources/files/file-stamp.ts';
import type { LogOpener, OpenLog } from '../sources/files/open-log.ts';
import { UnpackedLog } from '../sources/json-lines/unpack.ts';
import { openBelow, type PlaceBelow, pathBelow } from '../sources/kinds/open-below.ts';
import type { BlockStore, KeptLog, KeptPart, UnkeptLog, WholeLog } from '../store/block-store.ts';
import type { Companion } from '../store/companion.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import type { LogMask } from '../store/store-mask.ts';
import { OUTPUT_MAX_BYTES } from './copied.ts';
import { copyFrom } from './copy-file.ts';
import { BLOCK_BYTES, packBlock } from './pack.ts';
import { rawFrame } from './raw-zstd.ts';
import type { ArchiveStore } from './store/archive-store.ts';
import type { ArchivedFile } from './store/archived-file.ts';

/** Logs in parallel: while blocks of one are packed on other threads, those of another are read and stored. */
const LANES = 2;
/** Blocks per step: bounds the memory. */
const BLOCKS_PER_STEP = 4;
/** Packed logs are sent together until they are so many bytes of log; longer ones are read again, step by step. */
const BYTES_TOGETHER = 32 * BLOCK_BYTES;

export interface BlockSite {
  readonly blocks: BlockStore;
  readonly questions: Pick<Questions, 'changes'>;
}

export interface SharedBlocksOptions {
  /** If given, only what it has masked leaves. */
  readonly mask?: LogMask | undefined;
  /** The archive, and the paths of logs that this process has packed for it: of older copies nobody knows whether they are sound. */
  readonly archived?: { readonly copies: ArchiveStore; readonly packed: ReadonlySet<string> } | undefined;
  /** Releases what logs are opened through. */
  readonly onClose?: (() => void) | undefined;
}

/** One list for all lanes. */
function* each(logs: readonly UnkeptLog[]): Generator<UnkeptLog> {
  yield* logs;
}

/** Bytes up to the end of the last whole line of a block; a longer line makes its own block. */
function wholeLines(log: OpenLog, at: number, to: number): Uint8Array | undefined {
  for (let length = BLOCK_BYTES; ; length *= 2) {
    const isAll = at + length >= to;
    const room = Buffer.allocUnsafe(Math.min(length, to - at));
    // Shorter than it was: the next look will show what happened.
    if (log.read(room, at) < room.length) return undefined;
    if (isAll) return room;
    const end = room.lastIndexOf(NEWLINE);
    if (end !== -1) return room.subarray(0, end + 1);
  }
}

function isLineStart(log: OpenLog, at: number): boolean {
  const before = Buffer.alloc(1);
  return at === 0 || (log.read(before, at - 1) === 1 && before[0] === NEWLINE);
}

/**
 * Where to continue: at the end of what is kept, a little before it if blocks are small, or at the beginning of another log. Blocks
 * that came from the archive may end within a line, and only whole lines can be masked.
 */
function startOf(log: OpenLog, { size, modifiedAt, kept }: UnkeptLog, to: number, isMasked: boolean): number {
  if (kept === null || kept.bytes > to) return 0;
  const isWrittenOver = kept.size === size && kept.modifiedAt !== modifiedAt;
  const { head, tail } = endsOf(log, kept.bytes);
  if (isWrittenOver || head !== kept.head || tail !== kept.tail) return 0;
  const from = copyFrom(kept.lastBlocks, kept.bytes, to);
  return isMasked && !isLineStart(log, from) ? 0 : from;
}

/** Undefined if it is already kept, too large, or cannot be read. */
function readOutput(
  place: PlaceBelow,
  kept: KeptLog | null,
): (Pick<FileFacts, 'size' | 'modifiedAt'> & { readonly bytes: Buffer }) | undefined {
  const file = openBelow(place);
  try {
    const facts = file?.facts();
    if (file === undefined || facts === undefined || facts.size > OUTPUT_MAX_BYTES) return undefined;
    const { size, modifiedAt } = facts;
    if (kept?.size === size && kept.modifiedAt === modifiedAt) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    return file.read(bytes, 0) < size ? undefined : { bytes, size, modifiedAt };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  } finally {
    file?.close();
  }
}

export class SharedBlocks implements Companion {
  readonly name = 'logs in the store';
  readonly isPatient = true;
  readonly #store: BlockStore;
  readonly #changes: Questions['changes'];
  readonly #open: LogOpener;
  readonly #options: SharedBlocksOptions;
  /** The change up to which everything is kept; undefined before the first full sweep. */
  #doneTo: number | undefined;

  constructor({ blocks, questions }: BlockSite, open: LogOpener, options: SharedBlocksOptions = {}) {
    this.#store = blocks;
    this.#changes = questions.changes;
    this.#open = open;
    this.#options = options;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    const to = await this.#changes.last();
    const folders = new Set<string>();
    const unkept = await this.#store.unkept(await this.#changed());
    const logs = each(await this.#sendPacked(unkept, folders, signal));
    const lanes = Array.from({ length: LANES }, () => this.#lane(logs, folders, signal));
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    if (signal?.aborted !== true) this.#doneTo = to;
  }

  /** Sends what is packed already. Returns the logs that are left. */
  async #sendPacked(
    logs: readonly UnkeptLog[],
    folders: Set<string>,
    signal: AbortSignal | undefined,
  ): Promise<readonly UnkeptLog[]> {
    const { archived } = this.#options;
    if (archived === undefined) return logs;
    const left: UnkeptLog[] = [];
    let together: WholeLog[] = [];
    let bytes = 0;
    for (const log of logs) {
      if (signal?.aborted === true) return [];
      const copy = this.#packedCopy(log);
      if (copy === undefined) {
        left.push(log);
        continue;
      }
      await this.#keepOutputs(log, folders);
      if (bytes + copy.bytes > BYTES_TOGETHER) {
        await this.#store.putWhole(together);
        [together, bytes] = [[], 0];
      }
      together.push({ ...log, bytes: copy.bytes, blocks: archived.copies.blocks(copy.pk, 0, copy.bytes) });
      bytes += copy.bytes;
    }
    await this.#store.putWhole(together);
    return left;
  }

  /** Exactly what the index has read. */
  #packedCopy({ kept, path, size, modifiedAt, ...log }: UnkeptLog): ArchivedFile | undefined {
    const { archived, mask } = this.#options;
    if (mask !== undefined || kept !== null || archived?.packed.has(path) !== true) return undefined;
    const copy = archived.copies.at(path);
    const isSame =
      copy?.head === log.head && copy.tail === log.tail && copy.bytes === coveredBytes({ path, size, ...log });
    const isSameFile = copy?.size === size && copy.modifiedAt === modifiedAt && copy.purgedAt === null;
    return isSame && isSameFile && copy.bytes <= BYTES_TOGETHER ? copy : undefined;
  }

  /** One that fails, or is stopped, ends the list for all: the loop closes it. */
  async #lane(logs: Generator<UnkeptLog>, folders: Set<string>, signal: AbortSignal | undefined): Promise<void> {
    for (const log of logs) {
      if (signal?.aborted === true) return;
      // First: a log that is kept is not looked at again.
      await this.#keepOutputs(log, folders);
      await this.#keep(log);
    }
  }

  async close(): Promise<void> {
    this.#options.onClose?.();
  }

  async #changed(): Promise<readonly SessionKey[] | undefined> {
    if (this.#doneTo === undefined) return undefined;
    const { changes, missed } = await this.#changes.since(this.#doneTo, Number.MAX_SAFE_INTEGER);
    if (missed) return undefined;
    const sessions = changes.map(({ agent, session }) => [sessionKey(agent, session), { agent, id: session }] as const);
    return [...new Map(sessions).values()];
  }

  /** Logs of a session share a folder: `seen` remembers those that were looked into. */
  async #keepOutputs({ path, session, sessionId }: UnkeptLog, seen: Set<string>): Promise<void> {
    let places: readonly PlaceBelow[];
    try {
      places = spilledOutputs(path, sessionId, seen);
    } catch (error) {
      // A folder that cannot be listed: the log is more important.
      if (error instanceof AppError) return;
      throw error;
    }
    if (places.length === 0) return;
    const kept = await this.#store.outputs(session);
    for (const place of places) await this.#keepOutput(place, session, kept.get(pathBelow(place)) ?? null);
  }

  /** Replaced whenever it changes: no place in it has a meaning. */
  async #keepOutput(place: PlaceBelow, session: number, kept: KeptLog | null): Promise<void> {
    const read = readOutput(place, kept);
    if (read === undefined) return;
    const { bytes, size, modifiedAt } = read;
    const { mask } = this.#options;
    const told = mask === undefined ? bytes : mask.document(bytes);
    if (told === undefined) return;
    const packing: Promise<PackedBlock>[] = [];
    for (let at = 0; at < told.length; at += BLOCK_BYTES) {
      packing.push(packBlock(at, told.subarray(at, at + BLOCK_BYTES)));
    }
    const step = { from: 0, blocks: await Promise.all(packing), bytes: told.length, head: '', tail: '' };
    await this.#store.put({ path: pathBelow(place), session, size, modifiedAt, kept }, step, 'output');
  }

  /** An unreadable one is deleted or replaced by now: the index will notice. */
  async #keep(unkept: UnkeptLog): Promise<void> {
    let log: OpenLog;
    try {
      log = this.#open(unkept.path);
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    const to = coveredBytes(unkept);
    const { mask } = this.#options;
    try {
      const { head, tail } = endsOf(log, to);
      // It is not what the index has read: the index will notice.
      if (log.size < to || head !== unkept.head || tail !== unkept.tail) return;
      if (mask !== undefined && isCompressed(unkept.path)) {
        await this.#copyMasked(new UnpackedLog(unkept.path, log), unkept, mask);
      } else await this.#copy(log, unkept, to);
    } finally {
      log.close();
    }
  }

  async #copy(log: OpenLog, unkept: UnkeptLog, to: number): Promise<void> {
    let at = startOf(log, unkept, to, this.#options.mask !== undefined);
    let kept: KeptPart | null = unkept.kept;
    do {
      const from = at;
      const packing: Promise<PackedBlock>[] = [];
      while (packing.length < BLOCKS_PER_STEP && at < to) {
        const bytes = wholeLines(log, at, to);
        if (bytes === undefined) return;
        this.#options.mask?.lines(bytes);
        packing.push(packBlock(at, bytes));
        at += bytes.length;
      }
      const blocks = await Promise.all(packing);
      const ends = at < to ? endsOf(log, at) : { head: unkept.head, tail: unkept.tail };
      const next: KeptPart | undefined = await this.#store.put(
        { ...unkept, kept },
        { from, blocks, bytes: at, ...ends },
      );
      if (next === undefined) return;
      kept = next;
    } while (at < to);
  }

  /**
   * A log that its agent compressed: compressed again after masking, and from its beginning. Counts as what was read once it is
   * complete.
   */
  async #copyMasked(log: OpenLog, unkept: UnkeptLog, mask: LogMask): Promise<void> {
    const to = log.size;
    let kept: KeptPart | null = unkept.kept;
    let [at, bytes] = [0, 0];
    do {
      const from = bytes;
      const packing: Promise<PackedBlock>[] = [];
      while (packing.length < BLOCKS_PER_STEP && at < to) {
        const lines = wholeLines(log, at, to);
        if (lines === undefined) return;
        mask.lines(lines);
        const frame = rawFrame(lines);
        packing.push(packBlock(bytes, frame));
        at += lines.length;
        bytes += frame.length;
      }
      const ends = at < to ? { head: '', tail: '' } : { head: unkept.head, tail: unkept.tail };
      const blocks = await Promise.all(packing);
      const next: KeptPart | undefined = await this.#store.put({ ...unkept, kept }, { from, blocks, bytes, ...ends });
      if (next === undefined) return;
      kept = next;
    } while (at < to);
  }
}
