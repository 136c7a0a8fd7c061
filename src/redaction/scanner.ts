// Finds secrets in texts of any length: in pieces of about 64 kB, behind escapes, colours and percent signs, and inside base64.

import { base64Runs } from './base64-runs.ts';
import { LONGEST_SECRET } from './drop-cut-ends.ts';
import { percentDecoded } from './percent-decoded.ts';
import type { Finder, Finding } from './rule.ts';
import { uncoloured } from './uncoloured.ts';
import { type Unescaped, unescaped } from './unescape.ts';

const PIECE = 64 * 1024;
/** The longest secret is found wherever the text is cut: a private key of 8,192 bits. */
const OVERLAP = LONGEST_SECRET;
/** JSON in JSON in JSON, and one more. */
const DEEPEST = 4;

type Found = (finding: Finding) => void;

/** Pieces end at a line end where there is one in their last quarter. */
function* piecesOf(text: string): Generator<readonly [at: number, piece: string]> {
  let start = 0;
  while (text.length - start > PIECE) {
    const line = text.lastIndexOf('\n', start + PIECE);
    const end = line > start + (PIECE * 3) / 4 ? line + 1 : start + PIECE;
    yield [start, text.slice(start, end)];
    start = end - OVERLAP;
  }
  yield [start, start === 0 ? text : text.slice(start)];
}

/** Several rules ask for the same words. */
function hintsIn(text: string): (hint: string) => boolean {
  const lower = text.toLowerCase();
  const known = new Map<string, boolean>();
  return (hint) => {
    let has = known.get(hint);
    if (has === undefined) {
      has = lower.includes(hint);
      known.set(hint, has);
    }
    return has;
  };
}

/** Tells of what is behind escapes where it stands in the text itself. */
function placedBack({ rangeOf }: Unescaped, found: Found): Found {
  return (finding) => found({ ...finding, ...rangeOf(finding.start, finding.end) });
}

export class Scanner {
  readonly #finders: readonly Finder[];
  readonly #inBytes: readonly Finder[];

  /** `inBytes`: those that can tell a secret from noise, for what base64 holds. */
  constructor(finders: readonly Finder[], inBytes: readonly Finder[]) {
    this.#finders = finders;
    this.#inBytes = inBytes;
  }

  /** Of a text with one character per byte; in order; those of one place overlap. `isJson`: the text itself is JSON, so only what is behind its escapes counts. */
  scan(text: string, { isJson = false }: { readonly isJson?: boolean } = {}): Finding[] {
    const findings = new Map<string, Finding>();
    const keep: Found = (finding) => {
      findings.set(`${finding.start} ${finding.end} ${finding.rule}`, finding);
    };
    this.#look(text, isJson ? 0 : 1, keep);
    for (const { bytes, rangeOf } of base64Runs(text)) {
      this.#pieces(bytes, this.#inBytes, (found) => keep({ ...found, ...rangeOf(found.start, found.end) }));
    }
    return [...findings.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #look(text: string, depth: number, found: Found): void {
    const behind = depth < DEEPEST ? unescaped(text, depth === 0) : undefined;
    // JSON without an escape says what it says.
    if (depth > 0 || behind === undefined) {
      this.#pieces(text, this.#finders, found);
      const plain = uncoloured(text);
      if (plain !== undefined) this.#pieces(plain.text, this.#finders, placedBack(plain, found));
      const decoded = depth < DEEPEST ? percentDecoded(text) : undefined;
      if (decoded !== undefined) this.#look(decoded.text, depth + 1, placedBack(decoded, found));
    }
    if (behind !== undefined) this.#look(behind.text, depth + 1, placedBack(behind, found));
  }

  #pieces(text: string, finders: readonly Finder[], found: Found): void {
    for (const [at, piece] of piecesOf(text)) {
      const has = hintsIn(piece);
      const moved: Found = (finding) => found({ ...finding, start: finding.start + at, end: finding.end + at });
      for (const find of finders) find(piece, has, at === 0 ? found : moved);
    }
  }
}
