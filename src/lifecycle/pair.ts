// Pairs: which request, which result, which repetition. Every rule is here; its evidence is in
// docs/formats/claude-code.md, "Pairing", and Codex agrees with all of them.
//
// P1  A call and its result meet by call id only. Not by adjacency: 7.6 % of multi-block messages are interleaved with
//     other lines; of messages with several results 14.5 % have them out of order, 41.5 % have one before the last
//     request. Not by parent record: equal in 99 % only.
// P2  The same id again is the same call, seen again, when it has the same record id (resume and fork copies keep it), or
//     when it is of the same thread and has the same time (replays after compaction have a new record id but the old
//     time) or the same tool and input with no result in between (a block streamed twice, a list of open calls written
//     again). The message plays no part: some writers list a call again under a new one, some gateways have one id for all.
// P3  Otherwise it is another call that reuses the id (gateways number calls per request): the next occurrence.
// P4  With several occurrences a result belongs to the one whose request record it names; else to the last one its thread
//     requested before it in file order, or to the thread's first; else to the last one of any thread. A copy of its record
//     goes with it.
// P5  One result settles a call: the first by file order, a real one before a placeholder. A result seen again (same
//     record or same time) is a copy; a different second result is kept as evidence and flagged.
// P6  A result without a call is a problem of the session, never a call.
// P7  Hook reports replace a request or a result only as long as the log has none for the id.

import type { ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef, sameRef } from '../model/source.ts';
import type { CallFacts, RequestFact, ResultFact } from './facts.ts';
import { reportedRequests, reportedResults } from './hook-reports.ts';

export interface Paired {
  readonly occurrence: number;
  readonly request: RequestFact;
  /** The same request again: copies and replays. */
  readonly repeats: readonly RequestFact[];
  readonly result: ResultFact | null;
  readonly resultRepeats: readonly ResultFact[];
  /** Second results that say something else. */
  readonly conflicting: readonly ResultFact[];
}

export interface Pairing {
  readonly pairs: readonly Paired[];
  /** Results whose call was never seen. */
  readonly orphans: readonly ResultFact[];
}

/**
 * P2: what a request has in common with its repetitions, the surest first; `answered` counts the results before it. Keys, not
 * comparisons: an id can be used a hundred thousand times.
 */
function samenessOf({ record, thread, tool, at, fingerprint }: RequestFact, answered: number): string[] {
  const keys: string[] = [];
  if (record !== null) keys.push(`record ${record}`);
  if (at !== null) keys.push(`at ${at} ${JSON.stringify([thread, tool])}`);
  keys.push(`open ${answered} ${fingerprint} ${JSON.stringify([thread, tool])}`);
  return keys;
}

function isSameResult(a: ResultFact, b: ResultFact): boolean {
  if (sameRef(a.ref, b.ref)) return true;
  return (
    (a.record !== null && a.record === b.record) ||
    (a.at !== null && a.at === b.at && a.verdict.status === b.verdict.status)
  );
}

interface Occurrence {
  readonly first: RequestFact;
  readonly requests: RequestFact[];
  readonly results: ResultFact[];
}

/** P2 and P3: requests in file order to occurrences, in the order of their first requests. */
function occurrencesOf(requests: readonly RequestFact[], results: readonly ResultFact[]): Occurrence[] {
  const occurrences: Occurrence[] = [];
  const known = new Map<string, number>();
  let answered = 0;
  for (const request of requests) {
    for (
      let next = results[answered];
      next !== undefined && compareRefs(next.ref, request.ref) < 0;
      next = results[answered]
    )
      answered++;
    const keys = samenessOf(request, answered);
    const same = keys.find((key) => known.has(key));
    const at = (same === undefined ? undefined : known.get(same)) ?? occurrences.length;
    const occurrence = occurrences[at];
    if (occurrence === undefined) occurrences.push({ first: request, requests: [request], results: [] });
    else occurrence.requests.push(request);
    for (const key of keys) known.set(key, Math.min(at, known.get(key) ?? at));
  }
  return occurrences;
}

/** P4. */
function assignResults(results: readonly ResultFact[], occurrences: readonly Occurrence[]): void {
  const [only, second] = occurrences;
  if (second === undefined) {
    for (const result of results) only?.results.push(result);
    return;
  }
  const byRecord = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    for (const { record } of occurrence.requests) {
      if (record !== null && !byRecord.has(record)) byRecord.set(record, occurrence);
    }
  }
  // The last one of each thread so far: initially its first.
  const byThread = new Map<ThreadId, Occurrence>();
  for (const occurrence of occurrences.toReversed()) byThread.set(occurrence.first.thread, occurrence);
  const answeredBy = new Map<string, Occurrence>();
  let last = only;
  let next = 0;
  // Both are in file order, so the last occurrence before a result never moves back.
  for (const result of results) {
    for (let one = occurrences[next]; one !== undefined && compareRefs(one.first.ref, result.ref) <= 0; ) {
      last = one;
      byThread.set(one.first.thread, one);
      one = occurrences[++next];
    }
    const named = result.requestRecord === null ? undefined : byRecord.get(result.requestRecord);
    const copied = result.record === null ? undefined : answeredBy.get(result.record);
    const owner = named ?? copied ?? byThread.get(result.thread) ?? last;
    owner?.results.push(result);
    if (owner !== undefined && result.record !== null) answeredBy.set(result.record, owner);
  }
}

const NONE: readonly never[] = [];

/** P5: real before placeholder, then file order. */
function settle(results: readonly ResultFact[]): Pick<Paired, 'result' | 'resultRepeats' | 'conflicting'> {
  const result = results.find(({ verdict }) => verdict.placeholder !== true) ?? results[0] ?? null;
  if (result === null || results.length === 1) return { result, resultRepeats: NONE, conflicting: NONE };
  const others = results.filter((other) => other !== result);
  return {
    result,
    resultRepeats: others.filter((other) => isSameResult(other, result)),
    conflicting: others.filter((other) => !isSameResult(other, result) && other.verdict.placeholder !== true),
  };
}

/** One request and one result, or none: the case of nearly every call, without the tables the others need. */
function pairOne(request: RequestFact, result: ResultFact | null): Pairing {
  return {
    pairs: [{ occurrence: 1, request, repeats: NONE, result, resultRepeats: NONE, conflicting: NONE }],
    orphans: NONE,
  };
}

function inFileOrder<Fact extends { readonly ref: LineRef }>(facts: readonly Fact[]): readonly Fact[] {
  return facts.length > 1 ? facts.toSorted((a, b) => compareRefs(a.ref, b.ref)) : facts;
}

export function pair(facts: CallFacts): Pairing {
  const { heard } = facts;
  const [first] = facts.requests;
  if (heard === undefined && first !== undefined && facts.requests.length === 1 && facts.results.length < 2) {
    return pairOne(first, facts.results[0] ?? null);
  }
  const requests =
    heard !== undefined && facts.requests.length === 0 ? reportedRequests(facts) : inFileOrder(facts.requests);
  const results =
    heard !== undefined && facts.results.length === 0 ? reportedResults(facts) : inFileOrder(facts.results);
  const occurrences = occurrencesOf(requests, results);
  if (occurrences.length === 0) return { pairs: [], orphans: results };
  assignResults(results, occurrences);
  const pairs: Paired[] = [];
  for (const [i, { requests: seen, results: answers }] of occurrences.entries()) {
    // A request with its own record beats one that was only implied by its end.
    const request = seen.find(({ implied }) => implied !== true) ?? seen[0];
    if (request === undefined) continue;
    const repeats = seen.filter((other) => other !== request);
    const { result, resultRepeats, conflicting } = settle(answers);
    pairs.push({ occurrence: i + 1, request, repeats, result, resultRepeats, conflicting });
  }
  return { pairs, orphans: [] };
}
