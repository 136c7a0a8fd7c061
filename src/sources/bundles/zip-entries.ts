// The table of contents of a zip file, validated strictly: anything unusual rejects the file. Nothing is ever unpacked to the disk,
// so a name cannot lead anywhere; names that try to are rejected all the same.

import { AppError } from '../../base/app-error.ts';
import type { OpenLog } from '../files/open-log.ts';

export interface ZipEntry {
  readonly name: string;
  readonly isStored: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Offset of the entry's own header in the file. */
  readonly headerAt: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
export const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
export const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;

const MOST_ENTRIES = 2000;
const LONGEST_NAME = 1000;
/** The table is held in memory as a whole; honest ones take some hundred bytes for each file. */
const LARGEST_TABLE = 8 * 1024 * 1024;
/** A log is held in memory while it is read. */
const LARGEST_ENTRY = 256 * 1024 * 1024;
const LARGEST_TOTAL = 1024 * 1024 * 1024;
/**
 * Logs compress to a fifth or a thirtieth. Anything that expands this many times was made to do harm; this much may come out of any
 * file.
 */
const RATIO_MAX = 200;
const FREE_BYTES = 64 * 1024 * 1024;
/**
 * Compression makes incompressible data longer by some bytes in every thousand, and no more: compressed bytes are held in memory
 * too.
 */
const PACKED_SPARE = 1024;

const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const KIND_OF_FILE = 0o170000;
const REGULAR = 0o100000;

export function refusal(path: string, why: string): AppError {
  return new AppError('path-unreadable', `${path} is not read: ${why}.`);
}

function bytesAt(file: OpenLog, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, file.read(bytes, at));
}

function endRecord(file: OpenLog): Buffer | undefined {
  const length = Math.min(file.size, END_BYTES + LONGEST_COMMENT);
  const tail = bytesAt(file, file.size - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) {
      return tail.subarray(at);
    }
  }
  return undefined;
}

/** Each part is one step down, on every system. */
function isPlain(name: string): boolean {
  if (name === '' || name.length > LONGEST_NAME || /[\\\0]/.test(name) || /^[A-Za-z]:/.test(name)) return false;
  return name.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

function nameAt(directory: Buffer, at: number, length: number): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(directory.subarray(at, at + length));
  } catch {
    return undefined;
  }
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Entries that share bytes are how a small file expands without end. */
function overlap(places: readonly Place[]): boolean {
  const sorted = places.toSorted((a, b) => a.from - b.from);
  return sorted.some(({ from }, i) => from < (sorted[i - 1]?.to ?? 0));
}

interface Row extends ZipEntry {
  readonly isFolder: boolean;
  readonly nameBytes: number;
  /** Of the next row. */
  readonly next: number;
}

function isLinkOrDevice(directory: Buffer, at: number): boolean {
  if (directory.readUInt16LE(at + 4) >> 8 !== UNIX) return false;
  const kind = directory.readUInt16LE(at + 40) & KIND_OF_FILE;
  return kind !== 0 && kind !== REGULAR;
}

/** One row of the table of contents. */
function rowAt(directory: Buffer, at: number, path: string): Row {
  if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) {
    throw refusal(path, 'its table of contents is damaged');
  }
  const nameBytes = directory.readUInt16LE(at + 28);
  const name = nameAt(directory, at + ENTRY_BYTES, nameBytes);
  const method = directory.readUInt16LE(at + 10);
  const bytes = directory.readUInt32LE(at + 24);
  const isFolder = name?.endsWith('/') === true && bytes === 0;
  if (name === undefined || !isPlain(isFolder ? name.slice(0, -1) : name)) throw refusal(path, 'it holds odd names');
  if (!isFolder && isLinkOrDevice(directory, at)) throw refusal(path, 'it holds links or devices');
  if ((directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw refusal(path, 'it is encrypted');
  if (method !== STORED && method !== DEFLATED) throw refusal(path, 'it is packed in an unknown way');
  return {
    name,
    isFolder,
    isStored: method === STORED,
    crc: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes,
    headerAt: directory.readUInt32LE(at + 42),
    nameBytes,
    next: at + ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32),
  };
}

/** All entries that are files. Throws an AppError for a file that is not a zip, or that no honest program writes. */
export function zipEntries(file: OpenLog, path: string): ZipEntry[] {
  const end = endRecord(file);
  if (end === undefined) throw refusal(path, 'it is no zip file');
  const count = end.readUInt16LE(10);
  const size = end.readUInt32LE(12);
  const from = end.readUInt32LE(16);
  if (count > MOST_ENTRIES || count !== end.readUInt16LE(8)) throw refusal(path, 'it holds too many files');
  if (from + size > file.size || size > LARGEST_TABLE) throw refusal(path, 'its table of contents is damaged');
  const directory = bytesAt(file, from, size);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const places: Place[] = [{ from, to: file.size }];
  let total = 0;
  let packed = 0;
  for (let i = 0, at = 0; i < count; i++) {
    const { nameBytes, next, isFolder, ...entry } = rowAt(directory, at, path);
    const { name, bytes, packedBytes, headerAt } = entry;
    // Some systems treat these as the same name.
    if (names.has(name.toLowerCase())) throw refusal(path, 'it holds a name twice');
    names.add(name.toLowerCase());
    total += bytes;
    packed += packedBytes;
    const most = Math.min(LARGEST_TOTAL, FREE_BYTES + RATIO_MAX * packed);
    if (bytes > LARGEST_ENTRY || total > most) throw refusal(path, 'it is too large when it is unpacked');
    if (packedBytes > bytes * 1.01 + PACKED_SPARE) throw refusal(path, 'its table of contents is damaged');
    places.push({ from: headerAt, to: headerAt + LOCAL_BYTES + nameBytes + packedBytes });
    if (!isFolder) entries.push(entry);
    at = next;
  }
  if (overlap(places)) throw refusal(path, 'its files overlap');
  return entries;
}
