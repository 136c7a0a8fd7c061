// Cache of rendered sessions, which are read again after every change: by the index, the archive and the search. If rows are only
// ever added, one more row costs one more line; else only a session that has changed is rendered again.

import type { PlacedRecord } from '../../formats/source.ts';
import type { FileFacts } from '../files/file-stamp.ts';
import { RenderedLog, renderRecord } from './rendered-log.ts';

/** Memory for renderings that are likely to continue. */
const KEPT_BYTES = 32 * 1024 * 1024;

interface LastLine {
  /** Where the line begins, and the position of its record. */
  readonly offset: number;
  readonly position: number;
}

interface Rendered {
  readonly bytes: Buffer;
  /** Only if records have positions. */
  readonly last?: LastLine;
}

interface Rendering extends Rendered {
  /** Facts of the session when it was rendered. */
  readonly facts: FileFacts;
}

/** Records from a position on, including that one; undefined: from the beginning. */
type RecordsFrom = (position?: number) => Iterable<PlacedRecord>;

export class KeptRenderings {
  /** In order of use, the latest last. */
  readonly #kept = new Map<string, Rendering>();
  #bytes = 0;

  /** `facts` of the current session. */
  open(facts: FileFacts, records: RecordsFrom): RenderedLog {
    const { path } = facts;
    const known = this.#kept.get(path);
    this.#drop(path);
    const rendered = (known === undefined ? undefined : stillTrue(known, facts, records)) ?? render(records());
    this.#keep(path, { ...rendered, facts });
    return new RenderedLog(rendered.bytes, facts);
  }

  #drop(path: string): void {
    this.#bytes -= this.#kept.get(path)?.bytes.length ?? 0;
    this.#kept.delete(path);
  }

  #keep(path: string, rendering: Rendering): void {
    this.#kept.set(path, rendering);
    this.#bytes += rendering.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#drop(oldest);
    }
  }
}

/** Undefined when it has to be rendered again. */
function stillTrue(known: Rendering, facts: FileFacts, records: RecordsFrom): Rendered | undefined {
  const { device, inode, size, modifiedAt } = known.facts;
  if (device !== facts.device || inode !== facts.inode) return undefined;
  if (known.last !== undefined) return goOn(known.bytes, known.last, records);
  return size === facts.size && modifiedAt === facts.modifiedAt ? { bytes: known.bytes } : undefined;
}

/** `start`: the offset of the first line. */
function render(records: Iterable<PlacedRecord>, start = 0): Rendered {
  const lines: Buffer[] = [];
  let offset = start;
  let last: LastLine | undefined;
  for (const placed of records) {
    const line = renderRecord(placed);
    last = placed.position === undefined ? undefined : { offset, position: placed.position };
    offset += line.length;
    lines.push(line);
  }
  return { bytes: Buffer.concat(lines, offset - start), ...(last === undefined ? {} : { last }) };
}

/** Undefined when the last line has changed: then the rendering cannot be continued. */
function goOn(bytes: Buffer, last: LastLine, records: RecordsFrom): Rendered | undefined {
  const rest = render(records(last.position), last.offset);
  const before = bytes.subarray(last.offset);
  if (!rest.bytes.subarray(0, before.length).equals(before)) return undefined;
  const isSame = rest.bytes.length === before.length;
  return { ...rest, bytes: isSame ? bytes : Buffer.concat([bytes.subarray(0, last.offset), rest.bytes]) };
}
