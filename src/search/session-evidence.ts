// Looks into one session for a query: its beginning first, then from its end backwards, short lines before long ones,
// until enough was found or read. What was found is scored by what kind of text it stands in and how well it fits.

import { AppError } from '../base/app-error.ts';
import type { SearchableLog } from '../store/questions/search.ts';
import { type HitRole, roleOf, WEIGHT_OF } from './hit-role.ts';
import type { Search } from './one-search.ts';
import { timeOf } from './record-time.ts';
import { BlockWalk } from './text/block-walk.ts';
import { closenessIn } from './text/closeness.ts';
import type { CompiledQuery } from './text/compiled-query.ts';
import { matchLine, type PhysicalLine } from './text/match-line.ts';
import type { SearchBudget } from './text/search-budget.ts';
import type { LibrarySource } from './text/search-library.ts';
import { snippetOf } from './text/snippet.ts';
import { mayRunAway, type ScannedSource, type TextHit } from './text/source-scan.ts';
import type { TermMatcher } from './text/term-matcher.ts';

/** A hit with what it says about its session. */
export interface RankedHit {
  readonly log: SearchableLog;
  readonly hit: TextHit;
  readonly role: HitRole;
  readonly score: number;
}

export interface SessionEvidence {
  readonly hits: readonly RankedHit[];
  /** There was more to look at. */
  readonly isPartial: boolean;
}

/** How far to look into one session. */
export interface Depth {
  readonly bytes: number;
  readonly lines: number;
  /** Of long lines, where nothing was found in short ones. */
  readonly longLines: number;
  readonly hits: number;
}

/** All searches of one request draw on it. */
export class SearchWork {
  readonly budget: SearchBudget;
  readonly #limit: number;

  constructor(budget: SearchBudget, limit: number) {
    this.budget = budget;
    this.#limit = limit;
  }

  isSpent(): boolean {
    return this.budget.isSpent() || this.budget.work > this.#limit;
  }
}

/** What people and agents say is short; longer lines are results of tools, and are decoded where nothing else was found. */
const SHORT_LINE = 24 * 1024;

/** A word in a short text says more than in a long one. */
function brevity(length: number): number {
  return 1 / (1 + 0.25 * Math.log2(Math.max(1, length / 400)));
}

interface Looked {
  readonly search: Search;
  readonly query: CompiledQuery;
  /** Marked in snippets: all of the request, where `query` is one of its terms. */
  readonly marked: readonly TermMatcher[];
  readonly role: HitRole | null;
  readonly around: number | undefined;
}

function judged(line: PhysicalLine, log: SearchableLog, fits: ScannedSource['fits'], looked: Looked): RankedHit | null {
  const { search, query, marked, role: wanted, around } = looked;
  const isWanted = wanted === null && fits === undefined ? undefined : true;
  const match = matchLine(
    line,
    query,
    isWanted &&
      ((found) => {
        const placed = { ...found, line: line.line, at: timeOf(found.record) };
        if (wanted !== null && roleOf(search.partOf(log, placed, found.record)) !== wanted) return false;
        return fits === undefined || fits(placed);
      }),
  );
  if (match === undefined) return null;
  const { record, offset, length, text, place } = match;
  const pointer = place?.pointer ?? null;
  const placed = { line: line.line, offset, length, pointer };
  // The folder that every record names, for example, is no part of what was said in it.
  const isBeside = record === null || (match.isLabel && !search.isInPart(log, placed, record));
  const role = roleOf(isBeside || record === null ? null : search.partOf(log, placed, record));
  if (wanted !== null && role !== wanted) return null;
  const close = closenessIn(text, marked);
  const hit: TextHit = {
    line: line.line,
    offset,
    length,
    pointer,
    inner: place?.inner ?? null,
    matchStart: match.span.start,
    snippet: snippetOf(text, close?.first ?? match.span, marked, around),
    unparsed: record === null,
    at: record === null ? null : timeOf(record),
    ...(record === null ? {} : { record }),
  };
  // Terms that stand in other texts of the record are no part of what is read here.
  const whole = close === undefined ? 0.1 : close.fit * (close.terms / marked.length) ** 2;
  return { log, hit, role, score: whole * brevity(text.length) * WEIGHT_OF[role] };
}

/** The lines of a log that may match, the beginning of the log first: a piece at a time. */
function* pieces(source: ScannedSource, query: CompiledQuery, budget: SearchBudget): Generator<PhysicalLine[]> {
  const walk = new BlockWalk(source, query);
  yield walk.first(budget);
  for (let lines = walk.next(budget); lines !== undefined; lines = walk.next(budget)) yield lines;
}

/** One look into a session. */
class Look {
  readonly hits: RankedHit[] = [];
  isPartial = false;
  readonly #looked: Looked;
  readonly #work: SearchWork;
  readonly #depth: Depth;
  readonly #readBefore: number;
  #linesLeft: number;

  constructor(looked: Looked, work: SearchWork, depth: Depth) {
    this.#looked = looked;
    this.#work = work;
    this.#depth = depth;
    this.#readBefore = work.budget.bytesRead;
    this.#linesLeft = depth.lines;
  }

  /** Looks into one of its logs. True when no more is to be looked at. */
  async into(log: SearchableLog, source: ScannedSource): Promise<boolean> {
    const { budget } = this.#work;
    const long: PhysicalLine[] = [];
    let isOver = false;
    for (const lines of pieces(source, this.#looked.query, budget)) {
      if (budget.isSliceOver) await budget.pause();
      lines.sort((a, b) => a.bytes.length - b.bytes.length);
      const firstLong = lines.findIndex(({ bytes }) => bytes.length > SHORT_LINE);
      if (firstLong >= 0) long.push(...lines.splice(firstLong));
      isOver = this.#judge(lines, log, source);
      if (isOver) break;
    }
    const rest = this.hits.length === 0 && !this.#work.isSpent() ? long.slice(0, this.#depth.longLines) : [];
    this.isPartial ||= isOver || rest.length < long.length;
    if (rest.length === 0) return isOver;
    const isOverNow = this.#judge(rest, log, source);
    this.isPartial ||= isOverNow;
    return isOver || isOverNow;
  }

  #judge(lines: readonly PhysicalLine[], log: SearchableLog, source: ScannedSource): boolean {
    const judge = (): boolean => this.#judgeLines(lines, log, source);
    return mayRunAway(this.#looked.query, lines) ? (this.#work.budget.watch(judge) ?? true) : judge();
  }

  #judgeLines(lines: readonly PhysicalLine[], log: SearchableLog, { fits }: ScannedSource): boolean {
    const { budget } = this.#work;
    for (const line of lines) {
      if (this.#linesLeft-- <= 0 || this.hits.length >= this.#depth.hits || this.#work.isSpent()) return true;
      this.#work.budget.decoding(line);
      const hit = judged(line, log, fits, this.#looked);
      if (hit !== null) this.hits.push(hit);
    }
    // A prompt says best what a session was about.
    const isFound = this.hits.some(({ role }) => role === 'prompt');
    return isFound || this.#work.isSpent() || budget.bytesRead - this.#readBefore > this.#depth.bytes;
  }
}

/** Of a session, whose logs are `sources`. */
export async function lookInto(
  sources: readonly LibrarySource<SearchableLog>[],
  looked: Looked,
  work: SearchWork,
  depth: Depth,
): Promise<SessionEvidence> {
  const look = new Look(looked, work, depth);
  for (const source of sources) {
    let opened: ScannedSource | undefined;
    try {
      opened = await source.open(looked.query);
      if (await look.into(source.id, opened)) break;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      work.budget.unreadable++;
    } finally {
      opened?.log.release();
    }
  }
  return { hits: look.hits, isPartial: look.isPartial };
}
