// Finds "the session where we …": sessions ranked by the best of what was found in each. Filters say which sessions may
// hold the words; these are looked into, the likeliest first, until the work is spent, and the answer says how far it came.

import type { SearchableLog, SearchQuestions } from '../store/questions/search.ts';
import { CLASS_OF, type HitRole, TITLE_WEIGHT } from './hit-role.ts';
import type { SearchHit } from './library-search.ts';
import type { Search } from './one-search.ts';
import { beginsIn, type Candidate, candidatesOf, holding } from './session-candidates.ts';
import { type Depth, lookInto, type RankedHit, SearchWork, type SessionEvidence } from './session-evidence.ts';
import { type FoldedSession, foldAlike } from './session-folding.ts';
import { type CompiledQuery, compileQuery } from './text/compiled-query.ts';
import { parseScopedQuery } from './text/scoped-query.ts';
import { SearchBudget, type SearchReport } from './text/search-budget.ts';
import { SearchScope } from './text/search-scope.ts';
import type { TextQuery } from './text/text-query.ts';

export interface SessionsRequest {
  /** As for hits; words that stand in different records of a session count as well, after those that stand in one. */
  readonly query: string;
  readonly places: readonly string[];
  /** Only texts of this kind count. */
  readonly role?: HitRole | null | undefined;
  /** Bytes to look through before ranking what was found. By default enough for an answer at once; Infinity is everything. */
  readonly workBytes?: number;
  readonly skip?: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
  readonly around?: number | undefined;
  readonly now?: number;
}

/** One session, or several that say the same. */
export interface SessionGroup {
  readonly agent: string;
  readonly session: string;
  readonly title: string | null;
  readonly project: string | null;
  /** When the best hit was written; that of the session where the record has none. */
  readonly at: number;
  readonly lastAt: number;
  readonly best: SearchHit;
  readonly role: HitRole;
  /** All words stand in one record. */
  readonly isTogether: boolean;
  /** Hits that were looked at; there may be more. */
  readonly hits: number;
  readonly hasMoreHits: boolean;
  /** Sessions with the same best hit: copies, and prompts that were given again and again. */
  readonly alike: readonly FoldedSession[];
}

/** How many sessions have their best hit where. */
export interface SessionFacets {
  readonly role: ReadonlyMap<string, number>;
  readonly tool: ReadonlyMap<string, number>;
  readonly agent: ReadonlyMap<string, number>;
  readonly project: ReadonlyMap<string, number>;
  /** As 2026-03, in local time. */
  readonly month: ReadonlyMap<string, number>;
}

export interface SessionsFound {
  readonly groups: readonly SessionGroup[];
  /** Of all groups there are, this page and the others. */
  readonly total: number;
  readonly facets: SessionFacets;
  /** Sessions that may hold the words, and how many of them were looked into. */
  readonly mayHold: number;
  readonly lookedInto: number;
  readonly report: SearchReport;
}

/** What a candidate came to. */
export interface Ranked {
  readonly log: SearchableLog;
  readonly best: RankedHit;
  readonly at: number;
  readonly textClass: number;
  readonly level: number;
  readonly isTogether: boolean;
  readonly evidence: SessionEvidence;
  readonly role: HitRole;
}

/** Bytes of logs looked through, or their worth in decoding: less than a tenth of a second. */
const QUICK_BYTES = 32e6;
const DEPTH: Depth = { bytes: 1e6, lines: 32, longLines: 8, hits: 8 };
const NO_END = Number.POSITIVE_INFINITY;
const ALL_DEPTH: Depth = { bytes: NO_END, lines: NO_END, longLines: NO_END, hits: 32 };
/** Of one word of several. */
const WORD_DEPTH: Depth = { bytes: 256e3, lines: 12, longLines: 2, hits: 2 };
/** Words that stand apart are looked for while there are fewer sessions that say all of them in one place. */
const ENOUGH_TOGETHER = 10;
/** Shorter words are everywhere. */
const TELLING_LETTERS = 3;

/** Differences in score that mean nothing leave the order to time. */
function levelOf(score: number): number {
  return Math.round(2 * Math.log2(Math.max(score, 1e-6)));
}

function bestOf(hits: readonly RankedHit[]): RankedHit | undefined {
  let best: RankedHit | undefined;
  for (const hit of hits) {
    const by = best === undefined ? -1 : CLASS_OF[hit.role] - CLASS_OF[best.role];
    if (best === undefined || by < 0 || (by === 0 && hit.score > best.score)) best = hit;
  }
  return best;
}

function rankedBy(log: SearchableLog, best: RankedHit, evidence: SessionEvidence, title: number): Ranked {
  const isTitled = title > 0;
  const own = best.score * (1 + 0.1 * Math.log2(evidence.hits.length));
  const score = isTitled ? Math.max(title * TITLE_WEIGHT, CLASS_OF[best.role] === 0 ? own : 0) : own;
  return {
    log,
    best,
    at: best.hit.at ?? log.newestAt,
    textClass: isTitled ? 0 : CLASS_OF[best.role],
    level: levelOf(score),
    isTogether: true,
    evidence,
    role: best.role,
  };
}

/** What was said before what tools gave, words in one place before words that stand apart, what fits best, the newest. */
function byRank(a: Ranked, b: Ranked): number {
  return (
    a.textClass - b.textClass ||
    Number(b.isTogether) - Number(a.isTogether) ||
    b.level - a.level ||
    b.at - a.at ||
    (a.log.path < b.log.path ? -1 : 1)
  );
}

class SessionRanking {
  readonly #search: Search;
  readonly #text: TextQuery;
  readonly #whole: CompiledQuery;
  readonly #request: SessionsRequest;
  readonly #work: SearchWork;
  readonly #depth: Depth;
  readonly #wordDepth: Depth;
  readonly #ranked: Ranked[] = [];
  /** Sessions that may hold the words, and those of them in which something may have been missed. */
  readonly #known = new Set<number>();
  readonly #left = new Set<number>();

  constructor(search: Search, text: TextQuery, budget: SearchBudget, request: SessionsRequest) {
    this.#search = search;
    this.#text = text;
    this.#whole = compileQuery(text);
    this.#request = request;
    const { workBytes = QUICK_BYTES } = request;
    this.#work = new SearchWork(budget, workBytes);
    const isQuick = Number.isFinite(workBytes);
    this.#depth = isQuick ? DEPTH : ALL_DEPTH;
    this.#wordDepth = isQuick ? WORD_DEPTH : { ...ALL_DEPTH, hits: WORD_DEPTH.hits };
  }

  get mayHold(): number {
    return this.#known.size;
  }

  get lookedInto(): number {
    return this.#known.size - this.#left.size;
  }

  async rank(logs: readonly SearchableLog[]): Promise<Ranked[]> {
    const all = candidatesOf(this.#search.sources(logs), this.#whole);
    const apart = await this.#together(all);
    const said = this.#ranked.filter(({ textClass }) => textClass === 0).length;
    if (said < ENOUGH_TOGETHER) await this.#apart(apart);
    return this.#ranked.sort(byRank);
  }

  /** Until it has been looked into, something may be missed in it. */
  #note({ log }: Candidate): void {
    this.#known.add(log.sessionKey);
    this.#left.add(log.sessionKey);
  }

  /** Sessions with all words in one record. Returns the others. */
  async #together(all: readonly Candidate[]): Promise<Candidate[]> {
    const { budget } = this.#work;
    const likely: { candidate: Candidate; sources: Candidate['sources']; chance: number }[] = [];
    const others: Candidate[] = [];
    for (const candidate of all) {
      const held = holding(candidate, this.#whole, budget);
      const sources = held instanceof Promise ? await held : held;
      if (budget.isSliceOver) await this.#breathe();
      if (sources.length === 0) {
        others.push(candidate);
        continue;
      }
      const begins = await beginsIn(sources, this.#whole);
      likely.push({ candidate, sources, chance: 2 * Number(candidate.titleFit > 0) + Number(begins) });
    }
    for (const { candidate } of likely) this.#note(candidate);
    // A stable sort: the newest first of those with the same chance.
    likely.sort((a, b) => b.chance - a.chance);
    for (const { candidate, sources } of likely) {
      await this.#breathe();
      if (this.#work.isSpent()) break;
      const evidence = await this.#lookInto(sources, this.#whole, this.#depth);
      const best = bestOf(evidence.hits);
      if (best !== undefined) this.#ranked.push(rankedBy(candidate.log, best, evidence, candidate.titleFit));
      else others.push(candidate);
      if (best !== undefined || !evidence.isPartial) this.#left.delete(candidate.log.sessionKey);
    }
    return others;
  }

  /** Sessions that hold each of the words, in different records. */
  async #apart(candidates: readonly Candidate[]): Promise<void> {
    const telling = this.#text.terms.filter((term) => term.kind === 'regex' || term.text.length >= TELLING_LETTERS);
    if (telling.length < 2) return;
    const { without = [] } = this.#text;
    // The longest word is the rarest, as a rule: most sessions end with it.
    const lengthOf = (term: (typeof telling)[number]): number =>
      term.kind === 'regex' ? term.source.length : term.text.length;
    const queries = telling
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .map((term) => compileQuery(without.length === 0 ? { terms: [term] } : { terms: [term], without }));
    for (const candidate of candidates) {
      const places: Candidate['sources'][] = [];
      for (const query of queries) {
        const sources = await holding(candidate, query, this.#work.budget);
        if (sources.length === 0) break;
        places.push(sources);
      }
      await this.#breathe();
      if (places.length < queries.length) continue;
      // One that was looked into for all words in one record, to the end, is known already.
      if (!this.#known.has(candidate.log.sessionKey)) this.#note(candidate);
      if (!this.#work.isSpent()) await this.#words(candidate, queries, places);
    }
  }

  async #words(
    candidate: Candidate,
    queries: readonly CompiledQuery[],
    places: readonly Candidate['sources'][],
  ): Promise<void> {
    const bests: RankedHit[] = [];
    const hits: RankedHit[] = [];
    for (const [i, query] of queries.entries()) {
      const evidence = await this.#lookInto(places[i] ?? [], query, this.#wordDepth);
      const best = bestOf(evidence.hits);
      if (best === undefined) {
        if (!evidence.isPartial) this.#left.delete(candidate.log.sessionKey);
        return;
      }
      bests.push(best);
      hits.push(...evidence.hits);
    }
    this.#left.delete(candidate.log.sessionKey);
    const best = bestOf(bests);
    if (best === undefined) return;
    const ranked = rankedBy(candidate.log, best, { hits, isPartial: true }, 0);
    // As good as the worst of its words.
    const textClass = Math.max(...bests.map(({ role }) => CLASS_OF[role]));
    const level = levelOf(bests.reduce((sum, { score }) => sum + score, 0) / bests.length);
    this.#ranked.push({ ...ranked, textClass, level, isTogether: false });
  }

  #lookInto(sources: Candidate['sources'], query: CompiledQuery, depth: Depth): Promise<SessionEvidence> {
    const looked = {
      search: this.#search,
      query,
      marked: this.#whole.matchers,
      role: this.#request.role ?? null,
      around: this.#request.around,
    };
    return lookInto(sources, looked, this.#work, depth);
  }

  async #breathe(): Promise<void> {
    this.#request.signal?.throwIfAborted();
    if (this.#work.budget.isSliceOver) await this.#work.budget.pause();
  }
}

function count(into: Map<string, number>, key: string | null | undefined): void {
  if (key !== null && key !== undefined) into.set(key, (into.get(key) ?? 0) + 1);
}

function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/**
 * The best hit of a session that is in the scope for certain; undefined when none is. It is read in full only where somebody
 * looks at it: where it is shown, where it is a call whose tool is counted, and where the scope asks about it.
 */
async function firstFitting(
  search: Search,
  { best, evidence, log }: Ranked,
  isShown: boolean,
): Promise<{ readonly role: HitRole; readonly hit: SearchHit | undefined } | undefined> {
  const isCall = best.role === 'input' || best.role === 'result';
  if (search.isUnscoped && !isShown && !isCall) return { role: best.role, hit: undefined };
  const others = evidence.hits.filter((hit) => hit !== best).sort((a, b) => b.score - a.score);
  for (const { log: source, hit, role } of [best, ...others]) {
    const judged = await search.judge({ source, hit, orderAt: hit.at ?? log.newestAt });
    if (judged !== undefined) return { role, hit: judged.hit };
  }
  return undefined;
}

/** `searchIn` makes the search of a scope. */
export async function rankSessions(
  request: SessionsRequest,
  searchIn: (scope: SearchScope) => Search,
  questions: SearchQuestions,
): Promise<SessionsFound> {
  const { text, scope } = parseScopedQuery(request.query, request.now ?? Date.now());
  const search = searchIn(new SearchScope(scope));
  const { timeLimitMs } = request;
  const budget = new SearchBudget(compileQuery(text), timeLimitMs === undefined ? {} : { timeLimitMs });
  const ranking = new SessionRanking(search, text, budget, request);
  const folded = foldAlike(await ranking.rank(await questions.logs(request.places)));
  const facets = {
    role: new Map<string, number>(),
    tool: new Map<string, number>(),
    agent: new Map<string, number>(),
    project: new Map<string, number>(),
    month: new Map<string, number>(),
  };
  const { skip = 0, limit } = request;
  const groups: SessionGroup[] = [];
  let total = 0;
  for (const { ranked, alike } of folded) {
    const { log, at, isTogether, evidence } = ranked;
    const isShown = total >= skip && groups.length < limit;
    const fitting = await firstFitting(search, ranked, isShown);
    if (fitting === undefined) continue;
    total++;
    const { role, hit } = fitting;
    count(facets.role, role);
    count(facets.tool, hit?.call?.call.tool);
    count(facets.agent, log.agent);
    count(facets.project, log.project);
    count(facets.month, monthOf(at));
    if (!isShown || hit === undefined) continue;
    const { agent, session, title, project, newestAt: lastAt } = log;
    const found = { hits: evidence.hits.length, hasMoreHits: evidence.isPartial };
    groups.push({ agent, session, title, project, at, lastAt, best: hit, role, isTogether, ...found, alike });
  }
  budget.hits = total;
  budget.finish(ranking.lookedInto < ranking.mayHold ? 'limit' : 'complete');
  const { mayHold, lookedInto } = ranking;
  return { groups, total, facets, mayHold, lookedInto, report: budget.report() };
}
