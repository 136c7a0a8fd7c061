// Determines a file's agent and session from its first records: as few of them as possible.

import { AppError } from '../base/app-error.ts';
import type { JsonObject } from '../base/json.ts';
import type { ByteLine } from '../base/lines.ts';
import { NEWLINE } from '../base/lines.ts';
import type { FileIdentity, Format } from '../formats/format.ts';
import { formats } from '../formats/registry.ts';
import { isCompressed } from './files/compressed.ts';
import { parseLine } from './json-lines/parse-line.ts';
import { readLines } from './json-lines/read-lines.ts';
import { openLog } from './kinds/open-source.ts';

/** Lines read to find the file's owner: state records can fill the beginning. */
const PEEK_LINES = 200;
const PEEK_BYTES = 8 * 1024 * 1024;
const PEEK_BLOCK = 64 * 1024;
const CERTAIN = 1;

export interface Peeked {
  readonly owner: Format | undefined;
  readonly identity: FileIdentity | undefined;
  /** There is no complete line in it yet. */
  readonly isBlank: boolean;
}

/** The format most sure of the first records; none if it is a tie. */
function ownerOf(records: readonly JsonObject[]): Format | undefined {
  const scores = formats.map((format) => {
    let best = 0;
    for (const record of records) {
      best = Math.max(best, format.recognise(record));
      if (best >= CERTAIN) break;
    }
    return { format, best };
  });
  scores.sort((a, b) => b.best - a.best);
  const [first, second] = scores;
  return first !== undefined && first.best > 0 && first.best > (second?.best ?? 0) ? first.format : undefined;
}

/** The first records, up to the point where they say which agent and session the file belongs to. */
class FirstRecords {
  readonly #path: string;
  readonly #records: JsonObject[] = [];
  #bytes = 0;
  #lines = 0;
  #isBlank = true;
  #owner: Format | undefined;
  #identity: FileIdentity | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Further records would add nothing. */
  get isEnough(): boolean {
    const identity = this.#identity;
    if (identity === undefined) return false;
    return this.#owner?.isIdentified?.(this.#records) ?? (identity.startedAt !== null && identity.lineage !== null);
  }

  /** Further records are not worth reading. */
  get isOver(): boolean {
    return this.isEnough || this.#lines >= PEEK_LINES || this.#bytes >= PEEK_BYTES;
  }

  take(line: ByteLine): void {
    this.#bytes += line.length;
    if (line.terminated) this.#isBlank = false;
    if (this.isEnough || this.#lines++ >= PEEK_LINES) return;
    for (const { record } of parseLine(line, 0).records) {
      this.#records.push(record);
      this.#owner ??= formats.find((format) => format.recognise(record) >= CERTAIN);
    }
    if (this.#owner !== undefined) this.#identity = this.#owner.identify(this.#path, this.#records);
  }

  told(): Peeked {
    const owner = this.#owner ?? ownerOf(this.#records);
    return { owner, identity: this.#identity ?? owner?.identify(this.#path, this.#records), isBlank: this.#isBlank };
  }
}

/** Nearly every file says all in its first line or two: one read into an existing buffer, without waiting. */
const START = Buffer.allocUnsafe(32 * 1024);

/** Undefined when the complete lines of the first bytes do not say enough. */
export function peekStart(path: string): Peeked | undefined {
  if (isCompressed(path)) return undefined;
  const file = openLog(path);
  let start: Uint8Array;
  try {
    start = START.subarray(0, file.read(START, 0));
  } finally {
    file.close();
  }
  const first = new FirstRecords(path);
  let offset = 0;
  for (let line = 1; line <= PEEK_LINES; line++) {
    const end = start.indexOf(NEWLINE, offset);
    if (end === -1) return undefined;
    first.take({ bytes: start.subarray(offset, end), offset, length: end - offset, line, terminated: true });
    if (first.isEnough) return first.told();
    offset = end + 1;
  }
  return undefined;
}

/** The same with as many lines as needed, including a half-written one and compressed ones. */
export async function peekFurther(path: string): Promise<Peeked> {
  const first = new FirstRecords(path);
  try {
    await readLines(path, (line) => first.take(line), {
      partial: true,
      blockBytes: PEEK_BLOCK,
      stop: () => first.isOver,
    });
  } catch (error) {
    // A compressed log may be damaged after the lines that say whose it is.
    if (!(error instanceof AppError) || !first.isEnough) throw error;
  }
  return first.told();
}
