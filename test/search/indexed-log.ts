// Logs made for tests: bytes, their lines, and their index, built in one go or a few lines at a time.

import { LineCutter } from '../../src/base/lines.ts';
import type { BlockFilterBuilder } from '../../src/search/text/block-filter-builder.ts';
import { GramMemory } from '../../src/search/text/gram-memory.ts';
import { memoryBytes } from '../../src/search/text/log-bytes.ts';
import { PortableFilterBuilder } from '../../src/search/text/portable-filter-builder.ts';
import { ScannedFilterBuilder } from '../../src/search/text/scanned-filter-builder.ts';
import type { SearchOptions } from '../../src/search/text/search-library.ts';
import { searchedAs } from '../../src/search/text/searched-as.ts';
import type { TextHit } from '../../src/search/text/source-scan.ts';
import { decodeTextIndex, type TextIndex } from '../../src/search/text/text-index.ts';
import { TextIndexBuilder } from '../../src/search/text/text-index-builder.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { searchOneLog } from '../support/search-one-log.ts';

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Lines with their line ends. */
export function logOf(lines: readonly (string | Uint8Array)[], lineEnd = '\n'): Uint8Array {
  return joinBytes(lines.flatMap((line) => [Buffer.from(line), Buffer.from(lineEnd)]));
}

export function linesOf(log: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  const cutter = new LineCutter();
  cutter.push(log, (line) => lines.push(new Uint8Array(line.bytes)));
  cutter.finish((line) => lines.push(new Uint8Array(line.bytes)));
  return lines;
}

export function feed(builder: TextIndexBuilder, bytes: Uint8Array, from = { offset: 0, line: 1 }): void {
  new LineCutter(from).push(bytes, (line) => builder.add(line, searchedAs(parseLine(line, 0))));
}

const memory = GramMemory.create();

/** What fills filters where the tests run: one at a time. */
export function usualFilters(): BlockFilterBuilder {
  return memory === undefined ? new PortableFilterBuilder() : new ScannedFilterBuilder(memory);
}

/** The stored index of a log. */
export function storedIndex(log: Uint8Array, filters: BlockFilterBuilder = usualFilters()): Uint8Array {
  const builder = new TextIndexBuilder({ filters });
  feed(builder, log);
  const { sealed, open } = builder.flush();
  return joinBytes([sealed, open]);
}

export function usable(stored: Uint8Array): TextIndex {
  const decoded = decodeTextIndex(stored);
  if (!decoded.ok) throw new Error(`the index is ${decoded.fault}`);
  return decoded.index;
}

/** The stored index of a log that grew in steps, the program restarted before each: as the store keeps it. */
export function grownIndex(log: Uint8Array, steps: readonly number[]): Uint8Array {
  let from = { offset: 0, line: 1 };
  const kept: Uint8Array[] = [];
  let last: Uint8Array = new Uint8Array(0);
  for (const step of [...steps, log.length]) {
    const builder = new TextIndexBuilder({ from, filters: usualFilters() });
    feed(builder, log.subarray(from.offset, Math.min(step, log.length)), from);
    const { sealed, open } = builder.flush();
    from = builder.resumeFrom;
    kept.push(sealed);
    last = open;
  }
  return joinBytes([...kept, last]);
}

export async function hitsIn(log: Uint8Array, index: TextIndex | null, options: SearchOptions): Promise<TextHit[]> {
  const hits: TextHit[] = [];
  for await (const hit of searchOneLog({ log: memoryBytes(log), index }, { limit: 0, ...options })) hits.push(hit);
  return hits;
}
