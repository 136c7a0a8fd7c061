// The pools of ready-escaped text that big bodies are cut from, so that a gigabyte costs slices, not escaping.

import type { Rng } from './rng.ts';
import {
  codeLine,
  LANGUAGES,
  type Language,
  proseLine,
  relativePath,
  sentence,
  shellLine,
  unicodeLine,
} from './words.ts';

/** The inside of a JSON string: escaped, without the quotes around it. */
export type Escaped = string;

export function escapeText(raw: string): Escaped {
  return JSON.stringify(raw).slice(1, -1);
}

/** Lines joined by an escaped line feed, with the offset of every line. */
export class EscapedLines {
  readonly json: Escaped;
  readonly #starts: readonly number[];

  constructor(lines: readonly string[], lineFeed = '\\n') {
    const starts: number[] = [];
    let at = 0;
    for (const line of lines) {
      starts.push(at);
      at += line.length + lineFeed.length;
    }
    this.json = lines.join(lineFeed);
    this.#starts = [...starts, at];
    this.#feed = lineFeed.length;
  }

  readonly #feed: number;

  get count(): number {
    return this.#starts.length - 1;
  }

  /** Lines from … to-1. */
  slice(from: number, to: number): Escaped {
    const start = this.#starts[from] ?? 0;
    const end = (this.#starts[to] ?? this.json.length + this.#feed) - this.#feed;
    return this.json.slice(start, Math.max(start, end));
  }

  /** Whole lines of about `size` characters, from anywhere; repeated when the pool is too short. */
  take(rng: Rng, size: number): { text: Escaped; lines: number } {
    const range = this.takeRange(rng, size);
    return { text: this.slice(range.from, range.to), lines: range.to - range.from };
  }

  takeRange(rng: Rng, size: number): { from: number; to: number } {
    const last = Math.max(1, this.#lineAt(this.json.length - size));
    const from = rng.int(last);
    const to = Math.max(from + 1, this.#lineAt((this.#starts[from] ?? 0) + size));
    return { from, to: Math.min(to, this.count) };
  }

  /** The line that begins at or after an offset. */
  #lineAt(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One made-up source file, in the forms that logs hold it in. */
export class SourceFile {
  readonly path: string;
  readonly language: Language;
  readonly raw: readonly string[];
  readonly text: EscapedLines;
  #arrow: EscapedLines | null = null;
  #tab: EscapedLines | null = null;

  constructor(rng: Rng) {
    this.language = rng.pick(LANGUAGES);
    this.path = relativePath(rng, this.language);
    const lines: string[] = [];
    for (let size = rng.size(13_000, 44_000, 92_000); size > 0; ) {
      const line = codeLine(rng, this.language);
      lines.push(line);
      size -= line.length + 3;
    }
    this.raw = lines;
    this.text = new EscapedLines(lines.map(escapeText));
  }

  /** As `cat -n` shows it: `     1→…` in older versions, `1⇥…` in the oldest and the newest. */
  numbered(separator: 'arrow' | 'tab'): EscapedLines {
    const form = separator === 'arrow' ? this.#arrow : this.#tab;
    if (form !== null) return form;
    const made = new EscapedLines(
      this.raw.map((line, index) =>
        separator === 'arrow'
          ? `${String(index + 1).padStart(6)}→${escapeText(line)}`
          : `${index + 1}\\t${escapeText(line)}`,
      ),
    );
    if (separator === 'arrow') this.#arrow = made;
    else this.#tab = made;
    return made;
  }
}

const FILE_COUNT = 160;
const BASE64_SIZE = 400_000;

function gather(size: number, make: () => string): string[] {
  const lines: string[] = [];
  for (let left = size; left > 0; ) {
    const line = make();
    lines.push(line);
    left -= line.length + 1;
  }
  return lines;
}

/** All pools of one seed. Parts are made on first use, each from a generator of its own. */
export class TextPools {
  readonly #rng: Rng;
  readonly #files = new Map<number, SourceFile>();
  #prose: EscapedLines | null = null;
  #unicode: EscapedLines | null = null;
  #shell: EscapedLines | null = null;
  #shellTwice: EscapedLines | null = null;
  #shellRaw: readonly string[] | null = null;
  #base64: string | null = null;

  constructor(rng: Rng) {
    this.#rng = rng.fork('pools');
  }

  file(rng: Rng): SourceFile {
    const index = rng.int(FILE_COUNT);
    const known = this.#files.get(index);
    if (known !== undefined) return known;
    const made = new SourceFile(this.#rng.fork(`file-${index}`));
    this.#files.set(index, made);
    return made;
  }

  /** A file with at least `size` characters, if a few tries find one. */
  fileOf(rng: Rng, size: number): SourceFile {
    let best = this.file(rng);
    for (let i = 0; i < 4 && best.text.json.length < size; i++) {
      const next = this.file(rng);
      if (next.text.json.length > best.text.json.length) best = next;
    }
    return best;
  }

  /** Prose of about `size` characters; one text in eight is not plain ASCII. */
  prose(rng: Rng, size: number): Escaped {
    if (rng.chance(0.12)) {
      this.#unicode ??= this.#lines('unicode', 60_000, unicodeLine);
      return this.#unicode.take(rng, size).text;
    }
    this.#prose ??= this.#lines('prose', 200_000, proseLine);
    return this.#prose.take(rng, size).text;
  }

  /** One short line of prose. */
  sentence(rng: Rng): Escaped {
    return escapeText(sentence(rng));
  }

  shell(rng: Rng, size: number): { text: Escaped; lines: number } {
    this.#shell ??= new EscapedLines(this.#rawShell().map(escapeText));
    return this.#shell.take(rng, size);
  }

  /** Shell output escaped twice, for a JSON document inside a JSON string. */
  shellTwice(rng: Rng, size: number): Escaped {
    this.#shellTwice ??= new EscapedLines(
      this.#rawShell().map((line) => escapeText(escapeText(line))),
      '\\\\n',
    );
    return this.#shellTwice.take(rng, size).text;
  }

  /** Random base64, for signatures, encrypted reasoning and images. */
  base64(rng: Rng, size: number): string {
    this.#base64 ??= this.#rng.fork('base64').base64(BASE64_SIZE);
    const start = rng.int(Math.max(1, BASE64_SIZE - size));
    let text = this.#base64.slice(start, start + size);
    while (text.length < size) text += this.#base64.slice(0, size - text.length);
    return text;
  }

  #rawShell(): readonly string[] {
    if (this.#shellRaw === null) {
      const rng = this.#rng.fork('shell');
      this.#shellRaw = gather(300_000, () => shellLine(rng));
    }
    return this.#shellRaw;
  }

  #lines(label: string, size: number, make: (rng: Rng) => string): EscapedLines {
    const rng = this.#rng.fork(label);
    return new EscapedLines(gather(size, () => make(rng)).map(escapeText));
  }
}
