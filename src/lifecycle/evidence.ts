// The evidence of a call: the lines that say what is known about it, the request first.

import { type LineRef, sameRef } from '../model/source.ts';
import type { Evidence } from '../model/tool-call.ts';
import type { Draft } from './drafts.ts';
import type { EndFact } from './facts.ts';
import { compareReports } from './hook-reports.ts';
import type { Paired } from './pair.ts';

function lineOf({ source, line, offset, length }: LineRef, role: Evidence['role']): Evidence {
  return { source, line, offset, length, role };
}

/** The line of the request or of the result is evidence of that alone. */
function isSettling(ref: LineRef, { request, result }: Paired): boolean {
  return sameRef(ref, request.ref) || (result !== null && sameRef(ref, result.ref));
}

/** Only its request and result are on record, as for nearly every call. */
function isPlain({ facts, pair: paired, supplement, words }: Draft, end: EndFact | null): boolean {
  return (
    facts.hooks.length === 0 &&
    words.length === 0 &&
    facts.permissions.length === 0 &&
    facts.progress.lastRef === null &&
    supplement === null &&
    paired.conflicting.length === 0 &&
    end === null
  );
}

/** Adds the lines of hooks. */
function addHooks(evidence: Evidence[], told: readonly { readonly ref: LineRef }[], paired: Paired): void {
  for (const { ref } of told) if (!isSettling(ref, paired)) evidence.push(lineOf(ref, 'hook'));
}

function allOf({ facts, pair: paired, supplement, words }: Draft, end: EndFact | null): Evidence[] {
  const evidence = [lineOf(paired.request.ref, 'request')];
  addHooks(evidence, facts.hooks, paired);
  if (words.length > 0) addHooks(evidence, words.toSorted(compareReports), paired);
  for (const { ref } of facts.permissions)
    if (ref.offset !== paired.result?.ref.offset) evidence.push(lineOf(ref, 'permission'));
  if (facts.progress.lastRef !== null) evidence.push(lineOf(facts.progress.lastRef, 'progress'));
  if (paired.result !== null) evidence.push(lineOf(paired.result.ref, 'result'));
  if (supplement !== null) evidence.push(lineOf(supplement.ref, 'structured'));
  for (const { ref } of paired.conflicting) evidence.push(lineOf(ref, 'duplicate'));
  if (end !== null) evidence.push(lineOf(end.ref, 'end'));
  // A copy has no spare capacity, and calls are kept by the ten thousand.
  return evidence.slice();
}

export function evidenceOf(draft: Draft, end: EndFact | null): Evidence[] {
  const { request, result } = draft.pair;
  if (result === null || !isPlain(draft, end)) return allOf(draft, end);
  return [lineOf(request.ref, 'request'), lineOf(result.ref, 'result')];
}
