// Hook reports about one call: how they are kept, what they say, and the request and the result that they replace as long as the
// log has none.

import type { CallHeard } from '../model/observation.ts';
import { compareRefs } from '../model/source.ts';
import type { Heard, HeardMoment } from '../model/tool-call.ts';
import type { CallFacts, RequestFact, ResultFact } from './facts.ts';

/** A report without its body. */
export type HookReport = Omit<CallHeard, 'kind'>;

/** Earlier first; equal times by place, so that the order of reading does not matter. */
export function compareReports(a: HookReport, b: HookReport): number {
  return a.at - b.at || compareRefs(a.ref, b.ref);
}

/** Keeps a report, unless it is there already: lines may be written twice and read twice. */
export function keepWord(words: HookReport[], word: HookReport): boolean {
  const at = words.findIndex(({ id }) => id === word.id);
  const known = words[at];
  if (known === undefined) {
    words.push(word);
    return true;
  }
  if (compareRefs(word.ref, known.ref) >= 0) return false;
  words[at] = word;
  return true;
}

/** Adds a report that names its call. */
export function noteReport(facts: CallFacts, { kind: _, ...word }: CallHeard): void {
  facts.heard ??= [];
  keepWord(facts.heard, word);
}

const ENDS: ReadonlySet<HookReport['stage']> = new Set(['after', 'failed', 'denied']);

function earliest(words: readonly HookReport[], fits: (word: HookReport) => boolean): HookReport | undefined {
  let first: HookReport | undefined;
  for (const word of words) if (fits(word) && (first === undefined || compareReports(word, first) < 0)) first = word;
  return first;
}

/** The request, as far as a hook reported it: hooks report calls before the log has them. */
export function reportedRequests({ callId, heard = [] }: CallFacts): RequestFact[] {
  const word = earliest(heard, ({ pointers }) => pointers.input !== null);
  if (word === undefined || word.pointers.input === null) return [];
  return [
    {
      ref: word.ref,
      at: word.at,
      thread: word.thread,
      callId,
      tool: word.tool,
      record: null,
      group: null,
      model: null,
      pointer: word.pointers.input,
      fingerprint: word.fingerprint ?? 0,
    },
  ];
}

/** The result, as far as a hook reported it. */
export function reportedResults({ callId, heard = [] }: CallFacts): ResultFact[] {
  const word = earliest(heard, ({ verdict }) => verdict !== null);
  if (word === undefined || word.verdict === null) return [];
  return [
    {
      ref: word.ref,
      at: word.at,
      thread: word.thread,
      callId,
      verdict: word.verdict,
      record: null,
      requestRecord: null,
      background: word.background,
      agentId: null,
      runId: null,
      pointers: { content: word.pointers.result ?? '/nothing', structured: word.pointers.result },
    },
  ];
}

/** Ids can be reused: a report belongs to the last request before it, by the clock that dated both. */
export function reportsByOccurrence(
  words: readonly HookReport[],
  pairs: readonly { readonly request: RequestFact }[],
): readonly (readonly HookReport[])[] {
  if (pairs.length < 2) return [words];
  const shares: HookReport[][] = pairs.map(() => []);
  for (const word of words) {
    const last = pairs.findLastIndex(({ request: { at } }) => at !== null && at <= word.at);
    shares[Math.max(0, last)]?.push(word);
  }
  return shares;
}

function moment(word: HookReport | undefined, at: number | undefined): HeardMoment | null {
  if (word === undefined || at === undefined) return null;
  return { at, ref: word.ref, ...(word.callId === null ? { isInferred: true } : {}) };
}

/** All reports about one call, combined. */
export function reportsOf(words: readonly HookReport[]): Heard | undefined {
  if (words.length === 0) return undefined;
  const before = earliest(words, ({ stage }) => stage === 'before');
  const asked = earliest(words, ({ stage }) => stage === 'asked');
  const denied = earliest(words, ({ stage }) => stage === 'denied');
  const ended = earliest(words, ({ stage }) => ENDS.has(stage));
  const stated = earliest(words, ({ runMs }) => runMs !== null);
  return {
    before: moment(before, before?.doneAt),
    asked: moment(asked, asked?.at),
    denied: moment(denied, denied?.at),
    ended: moment(ended, ended?.at),
    runMs: stated?.runMs ?? null,
    ...(words.every(({ isLogged }) => isLogged === true) ? { isLogged: true } : {}),
  };
}
