// Redaction: masks secrets and personal names in texts, JSON lines and values, and counts what it masked.

import { byteText } from './byte-text.ts';
import { maskJson, maskText } from './mask.ts';
import { type RedactionReport, ReportCounts } from './report.ts';
import type { Finding } from './rule.ts';
import type { Scanner } from './scanner.ts';

/** Why something was left out: what cannot be looked through does not leave. */
export type LeftOut = 'not UTF-8' | 'not JSON' | 'not maskable';

export type RedactedLine = { readonly bytes: Uint8Array } | { readonly leftOut: LeftOut };

/** A secret that only masking laid bare is masked in a further round; more rounds than these need no secret. */
const ROUNDS = 3;
/** Pieces of a long text are gathered until they are worth a scan. */
const GATHERED = 64 * 1024;

export class Redactor {
  readonly version: string;
  readonly #scanner: Scanner;
  readonly #allow: ReadonlySet<string>;
  readonly #counts = new ReportCounts();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(scanner: Scanner, { version, allow }: { readonly version: string; readonly allow: ReadonlySet<string> }) {
    this.#scanner = scanner;
    this.version = version;
    this.#allow = allow;
  }

  /** What is found, in order, at places in bytes; where several rules found the same, the longest. */
  find(bytes: Uint8Array, options: { readonly isJson?: boolean } = {}): Finding[] {
    return this.#findIn(byteText(bytes), options);
  }

  #findIn(text: string, options: { readonly isJson?: boolean }): Finding[] {
    const apart: Finding[] = [];
    let end = -1;
    for (const finding of this.#scanner.scan(text, options)) {
      if (this.#allow.has(text.slice(finding.start, finding.end))) continue;
      if (finding.end <= end) continue;
      apart.push(finding);
      end = finding.end;
    }
    return apart;
  }

  redactText(text: string): string {
    return this.#masked(Buffer.from(text), maskText).toString();
  }

  /** One line of a log. The result is JSON of the same length in bytes, so that what refers to it by offset still does. */
  redactJsonLine(raw: Uint8Array): RedactedLine {
    let text: string;
    try {
      text = this.#decoder.decode(raw);
    } catch {
      return this.#leaveOut('not UTF-8');
    }
    if (!isJson(text)) return this.#leaveOut('not JSON');
    const bytes = this.#masked(Buffer.from(raw), maskJson, { isJson: true });
    return isJson(bytes.toString()) ? { bytes } : this.#leaveOut('not maskable');
  }

  /** Anything that JSON can hold, keys included. Undefined where it cannot be looked through. */
  redactValue(value: unknown): unknown {
    const text = JSON.stringify(value);
    if (text === undefined) return undefined;
    const line = this.redactJsonLine(Buffer.from(text));
    return 'bytes' in line ? JSON.parse(Buffer.from(line.bytes).toString()) : undefined;
  }

  /** A long JSON text that is made piece by piece; each piece holds whole strings. */
  *redactPieces(pieces: Iterable<string>): Generator<string, void, undefined> {
    let gathered = '';
    for (const piece of pieces) {
      gathered += piece;
      // Empty pieces are there for others to get their turn.
      if (piece === '') yield '';
      if (gathered.length < GATHERED) continue;
      yield this.#redactPiece(gathered);
      gathered = '';
    }
    if (gathered !== '') yield this.#redactPiece(gathered);
  }

  #redactPiece(text: string): string {
    return this.#masked(Buffer.from(text), maskJson, { isJson: true }).toString();
  }

  get report(): RedactionReport {
    return this.#counts.report(this.version);
  }

  /** Masks in place. */
  #masked(
    bytes: Buffer,
    mask: (bytes: Uint8Array, text: string, found: readonly Finding[]) => void,
    options: { readonly isJson?: boolean } = {},
  ): Buffer {
    let text = byteText(bytes);
    for (let round = 0; round < ROUNDS; round++) {
      const found = this.#findIn(text, options);
      if (found.length === 0) break;
      mask(bytes, text, found);
      const masked = byteText(bytes);
      // Nothing more that could be masked: a word of the language, not a string.
      if (masked === text) break;
      for (const { rule } of found) this.#counts.mask(rule);
      text = masked;
    }
    return bytes;
  }

  #leaveOut(leftOut: LeftOut): { readonly leftOut: LeftOut } {
    this.#counts.leaveOut(leftOut);
    return { leftOut };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
