// A log that is not text itself, rendered as lines of JSON: one record per line, each with its place in the original.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PlacedRecord } from '../../formats/source.ts';
import type { FileFacts } from '../files/file-stamp.ts';
import type { OpenFile } from '../files/open-log.ts';

/** The member of a rendered record that holds its place. Agents do not write such a name. */
export const WHERE = '@where';

export function renderRecord({ record, where }: PlacedRecord): Buffer {
  return Buffer.from(`${JSON.stringify({ ...record, [WHERE]: where })}\n`);
}

export function renderRecords(records: Iterable<PlacedRecord>): Buffer {
  return Buffer.concat(Array.from(records, renderRecord));
}

export class RenderedLog implements OpenFile {
  readonly isRendered = true;
  readonly #bytes: Buffer;
  readonly #facts: FileFacts;

  /** `facts` of the original. */
  constructor(bytes: Buffer, facts: FileFacts) {
    this.#bytes = bytes;
    this.#facts = { ...facts, size: bytes.length };
  }

  get size(): number {
    return this.#bytes.length;
  }

  facts(): FileFacts {
    return this.#facts;
  }

  read(room: Uint8Array, at: number): number {
    const part = this.#bytes.subarray(at, at + room.length);
    room.set(part);
    return part.length;
  }

  stream(): Readable {
    return Readable.from([this.#bytes]);
  }

  /** Hash of everything up to a place: the middle can change, unlike in a file that is only appended to. */
  hashTo(end: number): string {
    return createHash('sha1').update(this.#bytes.subarray(0, end)).digest('base64url').slice(0, 16);
  }

  close(): void {}
}
