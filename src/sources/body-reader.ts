// Looks up a body again: one line, by reference, on demand. Never outside the session's own files.

import { AppError } from '../base/app-error.ts';
import { asObject, atPointer, type JsonObject, parseJson } from '../base/json.ts';
import { formatCount } from '../base/units.ts';
import { type BodyRef, FURTHER_LINES, type LineRef, sameRef } from '../model/source.ts';
import { isCompressed } from './files/compressed.ts';
import type { LogOpener, OpenLog } from './files/open-log.ts';
import { lineLimit } from './json-lines/line-limit.ts';
import { trimPadding } from './json-lines/parse-line.ts';
import { UnpackedLog } from './json-lines/unpack.ts';
import { isRendered, openLog } from './kinds/open-source.ts';
import { WHERE } from './kinds/rendered-log.ts';

interface KnownRecord {
  readonly ref: LineRef;
  readonly record: JsonObject | undefined;
}

function recordOf(line: string): JsonObject | undefined {
  const parsed = parseJson(trimPadding(line));
  return parsed.ok ? asObject(parsed.value) : undefined;
}

export class BodyReader {
  readonly #paths: readonly string[];
  readonly #opener: LogOpener;
  /** Null: it could not be opened. */
  readonly #open = new Map<number, OpenLog | null>();
  readonly #troubles = new Set<string>();
  /** The last two lookups: ten thousand calls can have their requests on one line and their results on another. */
  #last: readonly KnownRecord[] = [];

  /** `paths` by source number. Logs are read from disk, unless `open` is given. */
  constructor(paths: readonly string[], open: LogOpener = openLog) {
    this.#paths = paths;
    this.#opener = open;
  }

  /** Why lines could not be read, apart from logs that are simply gone: one sentence each. */
  get troubles(): readonly string[] {
    return [...this.#troubles];
  }

  /** Whether some of what was read came from the archive. */
  get hasReadCopies(): boolean {
    return [...this.#open.values()].some((log) => log?.isCopy === true);
  }

  pathOf({ source }: LineRef): string {
    return this.#paths[source] ?? '';
  }

  /** The line's text, or undefined when the file is gone or shorter now. */
  text(ref: LineRef): string | undefined {
    try {
      const log = this.#logOf(ref.source);
      if (log === null || ref.length > lineLimit()) return undefined;
      const bytes = Buffer.allocUnsafe(ref.length);
      return log.read(bytes, ref.offset) === ref.length ? bytes.toString('utf8') : undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'store-unusable') this.#troubles.add(error.message);
      return undefined;
    }
  }

  /** The line's record, or undefined. */
  record(ref: LineRef): JsonObject | undefined {
    const known = this.#last.find((one) => sameRef(one.ref, ref) && one.ref.length === ref.length);
    if (known !== undefined) return known.record;
    const text = this.text(ref);
    if (text === undefined) return undefined;
    const [first = '', ...others] = text.split('\n');
    const own = recordOf(first);
    const further = others.map(recordOf).filter((other) => other !== undefined);
    const record = own === undefined || others.length === 0 ? own : { ...own, [FURTHER_LINES]: further };
    this.#last = [{ ref, record }, ...this.#last.slice(0, 1)];
    return record;
  }

  /** Describes where the record of a line is: in the original, if the line was rendered from something else. */
  whereIs(ref: LineRef): string {
    const where = isRendered(this.pathOf(ref)) ? this.record(ref)?.[WHERE] : undefined;
    return typeof where === 'string' ? where : `line ${formatCount(ref.line)}, byte ${formatCount(ref.offset)}`;
  }

  /** The value a body reference leads to, or undefined. */
  value(ref: BodyRef): unknown {
    return atPointer(this.record(ref), ref.pointer);
  }

  /** Bytes of an archived output; undefined when there is no copy. */
  copySize(path: string): number | undefined {
    return this.#opener.copyOf?.(path)?.size;
  }

  /** An archived output; undefined when there is no copy that can be read. */
  copyBytes(path: string): Buffer | undefined {
    try {
      const copy = this.#opener.copyOf?.(path);
      if (copy === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(copy.size);
      return copy.read(bytes, 0) === copy.size ? bytes : undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#troubles.add(error.message);
      return undefined;
    }
  }

  close(): void {
    for (const log of this.#open.values()) log?.close();
    this.#open.clear();
    this.#last = [];
  }

  #logOf(source: number): OpenLog | null {
    const known = this.#open.get(source);
    const path = this.#paths[source];
    if (known !== undefined) return known;
    if (path === undefined) return null;
    this.#open.set(source, null);
    const opened = this.#opener(path);
    const log = isCompressed(path) ? new UnpackedLog(path, opened) : opened;
    this.#open.set(source, log);
    return log;
  }
}
