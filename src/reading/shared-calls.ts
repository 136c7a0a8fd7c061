// Which sessions hold the same calls, found before any of them is read: only those are read together, and all others are freed as
// soon as they are handed out. One scan of the logs' bytes, only for ids. See ADR 0011.

import { fingerprint } from '../base/hash.ts';
import type { ByteLine } from '../base/lines.ts';
import { NEWLINE } from '../base/lines.ts';
import type { CallIdMark, Format } from '../formats/format.ts';
import { HashedRows, NOT_THERE } from '../lifecycle/hashed-rows.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { LogFile } from '../sources/discover.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import type { OpenLog } from '../sources/files/open-log.ts';
import { findMemory, Needle, ROOM_BYTES } from '../sources/json-lines/find-memory.ts';
import { parseLine } from '../sources/json-lines/parse-line.ts';
import { openLog } from '../sources/kinds/open-source.ts';

const BLOCK = ROOM_BYTES;
/** Read again at the start of the next block, so that no token, id or context is cut. */
const OVERLAP = 1024;
/** A longer id is hashed up to here. */
const ID_MAX = 256;
/** For an id that may not be unique, this many bytes after it count too: the tool, and how its input begins. */
const CONTEXT = 64;
const QUOTE = 34;
/** A longer line is parsed up to here, and found broken. */
const LINE_MAX = 64 * 1024 * 1024;

/** Shorter ids, and those that end in a small number, may restart in every session. */
const UNIQUE_LENGTH = 16;
const COUNTED = /[^0-9a-z]\d{1,6}$/i;

function isCounted(bytes: Buffer, from: number, to: number): boolean {
  return to - from < UNIQUE_LENGTH || COUNTED.test(bytes.toString('latin1', to - 8, to));
}

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Sessions by number; those that share something end up in one set. */
export class SessionFamilies {
  readonly #parents: number[] = [];

  of(session: number): number {
    let at = session;
    for (let parent = this.#parents[at] ?? at; parent !== at; parent = this.#parents[at] ?? at) {
      // Path halving for later lookups.
      const next = this.#parents[parent] ?? parent;
      this.#parents[at] = next;
      at = next;
    }
    return at;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.of(a), this.of(b)];
    this.#parents[Math.max(one, other)] = Math.min(one, other);
  }
}

interface Marks {
  readonly token: Buffer;
  /** The token in lower case. */
  readonly needle: Needle;
  readonly between: Buffer;
  readonly notAfter: Buffer;
  readonly notBefore: Buffer;
}

function marksOf({ token, between, notAfter = '', notBefore = '' }: CallIdMark): Marks {
  const [a, b, c, d] = [token, between, notAfter, notBefore].map((text) => Buffer.from(text));
  const needle = new Needle(Buffer.from(token.toLowerCase()));
  return { token: a ?? EMPTY, needle, between: b ?? EMPTY, notAfter: c ?? EMPTY, notBefore: d ?? EMPTY };
}

const EMPTY = Buffer.alloc(0);

function standsAt(bytes: Buffer, at: number, what: Buffer): boolean {
  if (at < 0 || at + what.length > bytes.length) return false;
  for (let i = 0; i < what.length; i++) if (bytes[at + i] !== what[i]) return false;
  return true;
}

/** Whether these bytes say that the token means something else. */
function isMeant(bytes: Buffer, at: number, sign: Buffer): boolean {
  return sign.length > 0 && standsAt(bytes, at, sign);
}

/** The line that begins here, without its end. */
function lineAt(file: OpenLog, offset: number): ByteLine {
  for (let room = 64 * 1024; ; room *= 8) {
    const bytes = Buffer.allocUnsafe(room);
    const read = bytes.subarray(0, file.read(bytes, offset));
    const end = read.indexOf(NEWLINE);
    if (end === -1 && read.length === room && room < LINE_MAX) continue;
    const line = end === -1 ? read : read.subarray(0, end);
    return { bytes: line, offset, length: line.length, line: 1, terminated: end !== -1 };
  }
}

/** Scans logs one after the other, and joins the sessions that hold the same call. */
export class SharedCalls {
  readonly #families: SessionFamilies;
  readonly #ids = new HashedRows();
  /** The first session seen with each id. */
  #holders = new Int32Array(1024);
  /** Eight times as fast as searching a buffer. */
  readonly #memory = findMemory();
  readonly #room = this.#memory?.room ?? Buffer.allocUnsafe(BLOCK);

  constructor(families: SessionFamilies) {
    this.#families = families;
  }

  /** Logs that cannot be read share nothing; their reader says why. Of compressed ones only what they name is known. */
  look({ path, format }: Pick<LogFile, 'path' | 'format'>, session: number): void {
    const mark = format.callIds;
    if (mark === undefined || isCompressed(path)) return;
    try {
      this.#lookThrough(path, format, marksOf(mark), session);
    } catch {
      return;
    }
  }

  #lookThrough(path: string, format: Format, marks: Marks, session: number): void {
    const file = openLog(path);
    try {
      let at = 0;
      let lineStart = 0;
      for (let isLast = false; !isLast; ) {
        const bytes = this.#room.subarray(0, file.read(this.#room, at));
        isLast = bytes.length < BLOCK;
        const end = isLast ? bytes.length : bytes.length - OVERLAP;
        for (const odd of this.#block(bytes, end, marks, session)) {
          const before = bytes.lastIndexOf(NEWLINE, odd);
          this.#parse(lineAt(file, before === -1 ? lineStart : at + before + 1), format, session);
        }
        const lastEnd = bytes.lastIndexOf(NEWLINE, end - 1);
        if (lastEnd !== -1) lineStart = at + lastEnd + 1;
        at += end;
      }
    } finally {
      file.close();
    }
  }

  /** Collects the ids in a block. Returns a place in each line that is not written as usual. */
  #block(bytes: Buffer, end: number, marks: Marks, session: number): number[] {
    const { token, between, notAfter, notBefore } = marks;
    const odd: number[] = [];
    for (let at = this.#find(bytes, 0, marks); at !== -1 && at < end; ) {
      let next = at + token.length;
      if (standsAt(bytes, next, between)) this.#noteId(bytes, next + between.length, session);
      else if (!isMeant(bytes, next, notBefore) && !isMeant(bytes, at - notAfter.length, notAfter)) {
        odd.push(at);
        const lineEnd = bytes.indexOf(NEWLINE, next);
        next = lineEnd === -1 ? bytes.length : lineEnd;
      }
      at = this.#find(bytes, next, marks);
    }
    return odd;
  }

  #find(bytes: Buffer, from: number, { token, needle }: Marks): number {
    const memory = this.#memory;
    if (memory === undefined || !memory.canFind(bytes, needle)) return bytes.indexOf(token, from);
    let at = memory.find(bytes, from, bytes.length, needle);
    // The search ignores case.
    while (at !== -1 && !standsAt(bytes, at, token)) at = memory.find(bytes, at + 1, bytes.length, needle);
    return at;
  }

  #noteId(bytes: Buffer, from: number, session: number): void {
    const found = bytes.indexOf(QUOTE, from);
    const to = found === -1 || found - from > ID_MAX ? Math.min(from + ID_MAX, bytes.length) : found;
    this.#note(hashBytes(bytes, from, isCounted(bytes, from, to) ? Math.min(to + CONTEXT, bytes.length) : to), session);
  }

  /** A line formatted differently: extra spaces or another member order. */
  #parse(line: ByteLine, format: Format, session: number): void {
    const reader = format.open({ path: '', source: 0, session: '', thread: MAIN_THREAD });
    for (const { record, ref } of parseLine(line, 0).records) {
      const reading = reader.read(record, ref);
      if (reading.kind !== 'observed') continue;
      for (const observation of reading.observations) {
        if (observation.kind !== 'call-requested') continue;
        const id = Buffer.from(observation.callId);
        const to = Math.min(id.length, ID_MAX);
        const isUnique = !isCounted(id, 0, to);
        this.#note(hashBytes(id, 0, to) + (isUnique ? 0 : fingerprint(observation.input)), session);
      }
    }
  }

  #note(id: number, session: number): void {
    const row = this.#ids.find(id);
    if (row !== NOT_THERE) {
      this.#families.join(this.#holders[row] ?? session, session);
      return;
    }
    const added = this.#ids.add(id);
    if (added === this.#holders.length) {
      const more = new Int32Array(added * 2);
      more.set(this.#holders);
      this.#holders = more;
    }
    this.#holders[added] = session;
  }
}
