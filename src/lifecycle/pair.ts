// Owns pairing: which request, which result, which repetition. Every rule is here, each with its evidence (part A of the
// format notes, summed up in docs/formats/claude-code.md; Codex agrees with all of them).
//
// P1  A call and its result meet by call id only. Not by adjacency: 7.6 % of multi-block messages are interleaved with
//     other lines, 14.5 % of parallel results are out of order, 41.5 % are written before the last request of their
//     own message. Not by parent record: equal in 99 % only.
// P2  The same id again is the same call, seen again, when any of these holds: same record id (resume and fork copies
//     keep it), same time (replays after compaction have a new record id but the old time), or same message, tool and
//     input (a block streamed twice).
// P3  Otherwise it is another call that reuses the id (gateways number calls per request): the next occurrence.
// P4  With several occurrences a result belongs to the one whose request record it names; else to the last one requested
//     before it in file order; else to the first.
// P5  One result settles a call: the first by file order, a real one before a placeholder. A result seen again (same
//     record or same time) is a copy; a different second result is kept as evidence and flagged.
// P6  A result without a call is a problem of the session, never a call.

import { compareRefs, sameRef } from '../model/source.ts';
import type { CallFacts, RequestFact, ResultFact } from './facts.ts';

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

/** P2. */
function isSameCall(a: RequestFact, b: RequestFact): boolean {
  if (a.record !== null && a.record === b.record) return true;
  if (a.tool !== b.tool) return false;
  if (a.at !== null && a.at === b.at) return true;
  return a.group !== null && a.group === b.group && a.fingerprint === b.fingerprint;
}

function isSameResult(a: ResultFact, b: ResultFact): boolean {
  if (sameRef(a.ref, b.ref)) return true;
  return (
    (a.record !== null && a.record === b.record) ||
    (a.at !== null && a.at === b.at && a.verdict.status === b.verdict.status)
  );
}

interface Occurrence {
  readonly requests: RequestFact[];
  readonly results: ResultFact[];
}

/** P4. */
function ownerOf(result: ResultFact, occurrences: readonly Occurrence[]): Occurrence | undefined {
  if (occurrences.length === 1) return occurrences[0];
  const named = result.requestRecord;
  if (named !== null) {
    const owner = occurrences.find(({ requests }) => requests.some((request) => request.record === named));
    if (owner !== undefined) return owner;
  }
  let owner: Occurrence | undefined;
  for (const occurrence of occurrences) {
    const first = occurrence.requests[0];
    if (first !== undefined && compareRefs(first.ref, result.ref) <= 0) owner = occurrence;
  }
  return owner ?? occurrences[0];
}

/** P5: real before placeholder, then file order. */
function settle(results: readonly ResultFact[]): Pick<Paired, 'result' | 'resultRepeats' | 'conflicting'> {
  const result = results.find(({ verdict }) => verdict.placeholder !== true) ?? results[0] ?? null;
  if (result === null) return { result, resultRepeats: [], conflicting: [] };
  const others = results.filter((other) => other !== result);
  return {
    result,
    resultRepeats: others.filter((other) => isSameResult(other, result)),
    conflicting: others.filter((other) => !isSameResult(other, result) && other.verdict.placeholder !== true),
  };
}

export function pair(facts: CallFacts): Pairing {
  const requests =
    facts.requests.length > 1 ? facts.requests.toSorted((a, b) => compareRefs(a.ref, b.ref)) : facts.requests;
  const results =
    facts.results.length > 1 ? facts.results.toSorted((a, b) => compareRefs(a.ref, b.ref)) : facts.results;
  const occurrences: Occurrence[] = [];
  for (const request of requests) {
    const known = occurrences.find((occurrence) => occurrence.requests.some((other) => isSameCall(other, request)));
    if (known === undefined) occurrences.push({ requests: [request], results: [] });
    else known.requests.push(request);
  }
  if (occurrences.length === 0) return { pairs: [], orphans: results };
  for (const result of results) ownerOf(result, occurrences)?.results.push(result);
  const pairs: Paired[] = [];
  for (const [i, { requests: seen, results: answers }] of occurrences.entries()) {
    // A request known from a record of its own beats one that was only implied by its end.
    const request = seen.find(({ implied }) => implied !== true) ?? seen[0];
    if (request === undefined) continue;
    pairs.push({ occurrence: i + 1, request, repeats: seen.filter((other) => other !== request), ...settle(answers) });
  }
  return { pairs, orphans: [] };
}
