// Redaction: masks secrets and personal names in texts, JSON lines and values, and counts what it masked.

import { AppError } from '../base/app-error.ts';
import { byteText } from './byte-text.ts';
import { JSON_TEXT, type Masking, TEXT } from './mask.ts';
import { type RedactionReport, ReportCounts } from './report.ts';
import type { Finding } from './rule.ts';
import type { Scanner } from './scanner.ts';

/** Why something was left out: what cannot be looked through does not leave. */
export type LeftOut = 'not UTF-8' | 'not JSON' | 'not maskable';

export type RedactedLine = { readonly bytes: Uint8Array } | { readonly leftOut: LeftOut };

/** What masking lays bare is masked in the next round; in the last one there must be nothing left. */
const ROUNDS = 4;
/** Pieces of a long text are gathered until they are worth a scan. */
const GATHERED = 64 * 1024;

/** Told of what is masked, and how it reads. */
export type OnMask = (finding: Finding, text: string) => void;

export interface RedactorParts {
  readonly version: string;
  readonly allow: ReadonlySet<string>;
  readonly onMask?: OnMask | undefined;
}

export class Redactor {
  readonly version: string;
  readonly #scanner: Scanner;
  readonly #allow: ReadonlySet<string>;
  readonly #onMask: OnMask | undefined;
  readonly #counts = new ReportCounts();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(scanner: Scanner, { version, allow, onMask }: RedactorParts) {
    this.#scanner = scanner;
    this.version = version;
    this.#allow = allow;
    this.#onMask = onMask;
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

  /** As long in bytes as before. What cannot be masked for certain is masked whole. */
  redactText(text: string): string {
    const bytes = Buffer.from(text);
    if (!this.#mask(bytes, TEXT)) {
      this.#counts.leaveOut('not maskable');
      bytes.fill('*');
    }
    return bytes.toString();
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
    const bytes = Buffer.from(raw);
    return this.#mask(bytes, JSON_TEXT) && isJson(bytes.toString()) ? { bytes } : this.#leaveOut('not maskable');
  }

  /** Anything that JSON can hold, keys included. Undefined where it cannot be looked through. */
  redactValue(value: unknown): unknown {
    const text = JSON.stringify(value);
    if (text === undefined) return undefined;
    const line = this.redactJsonLine(Buffer.from(text));
    return 'bytes' in line ? JSON.parse(Buffer.from(line.bytes).toString()) : undefined;
  }

  /** A long JSON text that is made piece by piece; each piece holds whole strings. */
  async *redactPieces(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, void, undefined> {
    let gathered = '';
    for await (const pieces of batches) {
      for (const piece of pieces) {
        gathered += piece;
        // Empty pieces are there for others to get their turn.
        if (piece === '') yield '';
        if (gathered.length < GATHERED) continue;
        yield this.#redactPiece(gathered);
        gathered = '';
      }
    }
    if (gathered !== '') yield this.#redactPiece(gathered);
  }

  #redactPiece(text: string): string {
    const bytes = Buffer.from(text);
    if (this.#mask(bytes, JSON_TEXT)) return bytes.toString();
    throw new AppError('refused', 'A part cannot be redacted for certain, so nothing is written.');
  }

  get report(): RedactionReport {
    return this.#counts.report(this.version);
  }

  /** Masks in place, and looks again. False where something that was found is still there. */
  #mask(bytes: Buffer, masking: Masking): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      const text = byteText(bytes);
      const all = this.#findIn(text, masking);
      const found = round === 0 ? all : all.filter((finding) => !masking.isMasked(text, finding));
      if (found.length === 0) return true;
      for (const finding of found) {
        this.#counts.mask(finding.rule);
        this.#onMask?.(finding, bytes.toString('utf8', finding.start, finding.end));
      }
      masking.mask(bytes, text, found);
    }
    return false;
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
