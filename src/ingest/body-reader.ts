// Owns looking up a body again: one line, by reference, read when somebody asks. Never outside the session's own files.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { Decompress } from 'fzstd';
import { asObject, atPointer, type JsonObject, parseJson } from '../base/json.ts';
import type { BodyRef, LineRef } from '../model/source.ts';
import { trimPadding } from './parse-line.ts';
import { isCompressed } from './read-lines.ts';

/** All that can be unpacked: a file may still be growing, and its frame not closed. */
function unpack(path: string): Uint8Array {
  const parts: Uint8Array[] = [];
  new Decompress((part) => parts.push(part.slice())).push(readFileSync(path));
  return Buffer.concat(parts);
}

export class BodyReader {
  readonly #paths: readonly string[];
  readonly #open = new Map<number, number>();
  #unpacked: { source: number; bytes: Uint8Array } | undefined;

  /** `paths` by source number. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  pathOf({ source }: LineRef): string {
    return this.#paths[source] ?? '';
  }

  /** The line's text, or undefined when the file is gone or shorter now. */
  text(ref: LineRef): string | undefined {
    const path = this.#paths[ref.source];
    if (path === undefined) return undefined;
    try {
      if (isCompressed(path)) return this.#fromPacked(path, ref);
      const file = this.#open.get(ref.source) ?? openSync(path, 'r');
      this.#open.set(ref.source, file);
      const bytes = Buffer.allocUnsafe(ref.length);
      const read = readSync(file, bytes, 0, ref.length, ref.offset);
      return read === ref.length ? bytes.toString('utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /** The line's record, or undefined. */
  record(ref: LineRef): JsonObject | undefined {
    const text = this.text(ref);
    if (text === undefined) return undefined;
    const parsed = parseJson(trimPadding(text));
    return parsed.ok ? asObject(parsed.value) : undefined;
  }

  /** The value a body reference leads to, or undefined. */
  value(ref: BodyRef): unknown {
    return atPointer(this.record(ref), ref.pointer);
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
    this.#open.clear();
    this.#unpacked = undefined;
  }

  #fromPacked(path: string, ref: LineRef): string | undefined {
    const known = this.#unpacked;
    const unpacked = known?.source === ref.source ? known : { source: ref.source, bytes: unpack(path) };
    this.#unpacked = unpacked;
    const bytes = unpacked.bytes.subarray(ref.offset, ref.offset + ref.length);
    return bytes.length === ref.length ? Buffer.from(bytes).toString('utf8') : undefined;
  }
}
