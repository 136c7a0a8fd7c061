// Checks one block of the archive by its checksum, and restores it from the log it was copied from, if that still has it.

import { crc32 } from 'node:zlib';
import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { type OpenFile, openOnDisk } from '../sources/files/open-log.ts';
import { unlessCorrupt } from './archived-log.ts';
import { goesOn } from './copied.ts';
import { packBlock, unpackBlock } from './pack.ts';
import type { ArchiveStore, BlockOfFile } from './store/archive-store.ts';
import type { ArchivedFile } from './store/archived-file.ts';

/** `restored`: it is whole again. `in-log`: the log has the bytes, but they were not restored. `lost`: nothing has them. */
export type BlockFate = 'restored' | 'in-log' | 'lost';

export interface DamageFound {
  readonly path: string;
  readonly agent: string;
  readonly session: string;
  readonly offset: number;
  readonly length: number;
  readonly fate: BlockFate;
}

function isWholeBlock(store: ArchiveStore, { file, offset, length }: BlockOfFile): boolean {
  const block = unlessCorrupt(() => store.blocks(file, offset, offset + length).find((one) => one.offset === offset));
  return block !== undefined && unpackBlock(block) !== undefined;
}

/** Whether the file may be the one that was copied, although its checksum is damaged, too. */
function isUnchanged(log: OpenFile, copied: ArchivedFile): boolean {
  const facts = log.facts();
  const isSame = facts?.modifiedAt === copied.modifiedAt && facts.size === copied.size && facts.inode === copied.inode;
  return isSame && goesOn(log, copied);
}

/** The bytes from the log; undefined when it does not have them, or is another file by now. */
function bytesInLog(
  store: ArchiveStore,
  copied: ArchivedFile,
  { file, offset, length }: BlockOfFile,
): Buffer | undefined {
  let log: OpenFile | undefined;
  try {
    log = openOnDisk(copied.path);
    const bytes = Buffer.allocUnsafe(length);
    if (log.read(bytes, offset) < length) return undefined;
    const label = unlessCorrupt(() => store.label(file, offset));
    return crc32(bytes) === label?.checksum || isUnchanged(log, copied) ? bytes : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  } finally {
    log?.close();
  }
}

async function restore(store: ArchiveStore, block: BlockOfFile, bytes: Buffer): Promise<boolean> {
  try {
    store.restore(block.file, await packBlock(block.offset, bytes));
    return isWholeBlock(store, block);
  } catch (error) {
    // The damage is in the tables themselves: the block cannot be replaced in this file.
    if (error instanceof CorruptStore) return false;
    throw error;
  }
}

/** Undefined when the block is whole. `mayRestore`: this process is the only writer of the archive. */
export async function checkBlock(
  store: ArchiveStore,
  block: BlockOfFile,
  mayRestore: boolean,
): Promise<DamageFound | undefined> {
  if (isWholeBlock(store, block)) return undefined;
  const copied = unlessCorrupt(() => store.file(block.file));
  const { path, agent, session } = copied ?? { path: '', agent: '', session: '' };
  const found = { path, agent, session, offset: block.offset, length: block.length };
  const bytes = copied === undefined ? undefined : bytesInLog(store, copied, block);
  if (bytes === undefined) return { ...found, fate: 'lost' };
  return { ...found, fate: mayRestore && (await restore(store, block, bytes)) ? 'restored' : 'in-log' };
}
