// Compares two sessions: prompts and calls side by side, what one did and the other did not, where they first differ, and the results
// of each. Every call of both is in exactly one place.

import type { Blame, CallStatus } from '../model/outcome.ts';
import { isUnexpectedFailure } from '../model/outcome.ts';
import type { LineRef } from '../model/source.ts';
import { totalTokens } from '../model/usage.ts';
import { align } from './align.ts';
import { isChange } from './changes.ts';
import { type CostBasis, costOf } from './cost.ts';
import { endingOf } from './ending.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SessionView,
  traitOf,
} from './session-view.ts';
import { type ClassTime, timeLedger } from './time-ledger.ts';
import { TurnMap } from './turn-map.ts';
import { turnsOf } from './turns.ts';

export interface ComparedCall extends CallRef {
  readonly status: CallStatus;
  /** Why it failed, and whose problem that is; for a failure that a success hides, see `masked`. */
  readonly code: string | null;
  readonly blame: Blame | null;
  readonly masked: string | null;
  readonly at: number | null;
  readonly ms: number | null;
  readonly bound: 'exact' | 'at-most' | null;
}

export interface ComparedTurn {
  readonly turn: number;
  /** The prompt's beginning and its place; null for what precedes any prompt. */
  readonly asked: { readonly text: string; readonly ref: LineRef } | null;
  readonly activeMs: number;
  readonly calls: number;
  readonly failures: number;
  readonly usd: number | null;
}

export interface CallPair {
  /** Null: only the other session made the call, here. */
  readonly a: ComparedCall | null;
  readonly b: ComparedCall | null;
  /** Only one made it here, and the other made the same call at another point. */
  readonly isElsewhere: boolean;
}

export interface PromptPair {
  readonly a: ComparedTurn | null;
  readonly b: ComparedTurn | null;
  /** The same words. Others are paired if they have the same position between equal prompts. */
  readonly isSame: boolean;
  readonly calls: readonly CallPair[];
}

/** The results of a session. */
export interface ComparedSession {
  readonly prompts: number;
  readonly calls: number;
  /** Unexpected ones. */
  readonly failures: number;
  readonly expectedFailures: number;
  readonly masked: number;
  readonly refused: number;
  readonly wallMs: number;
  readonly activeMs: number;
  /** As in the time ledger. */
  readonly times: readonly ClassTime[];
  readonly usd: number | null;
  readonly costBasis: CostBasis;
  readonly tokens: number;
  readonly ending: string;
  /** Calls that the other did not make at this point, and how many of these it made at another. */
  readonly only: number;
  readonly elsewhere: number;
}

/** `prompt`: different words, or only one was asked. `call`: only one made it. `outcome`: the same call with another outcome. */
export interface Divergence {
  readonly what: 'prompt' | 'call' | 'outcome';
  /** Places in `prompts` and in its `calls`. */
  readonly prompt: number;
  readonly call: number | null;
}

export interface FileUse {
  readonly reads: number;
  readonly changes: number;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
}

export interface ComparedFile {
  /** Relative to the session's working folder; else as the calls name it. */
  readonly path: string;
  readonly a: FileUse | null;
  readonly b: FileUse | null;
}

export interface Comparison {
  readonly a: ComparedSession;
  readonly b: ComparedSession;
  /** Calls that both made, and how many of them had different outcomes. */
  readonly shared: number;
  readonly otherOutcome: number;
  readonly prompts: readonly PromptPair[];
  /** Null when both did the same, with the same outcome. */
  readonly divergence: Divergence | null;
  readonly files: readonly ComparedFile[];
}

/** Two copies of one project count as the same place: paths below a session's folder are relative to it. */
export function belowFolder(text: string, folder: string | undefined): string {
  if (folder === undefined || folder.length < 2) return text;
  const below = text.replaceAll(`${folder}/`, '').replaceAll(`${folder}\\`, '');
  return below === folder ? '.' : below;
}

/** Calls are equal when their tool and target are. */
function callKey(call: SeenCall, folder: string | undefined): string {
  return JSON.stringify([call.toolId, belowFolder(call.target ?? call.aim ?? '', folder)]);
}

function promptKey(text: string, folder: string | undefined): string {
  return belowFolder(text, folder).replace(/\s+/g, ' ').trim();
}

function compared(call: SeenCall): ComparedCall {
  const { status, failure, masked, requestedAt, endedAt, duration } = call;
  return {
    ...callRef(call),
    status,
    code: failure?.code ?? null,
    blame: failure?.blame ?? null,
    masked: masked?.code ?? null,
    at: requestedAt ?? endedAt,
    ms: duration?.ms ?? null,
    bound: duration?.bound ?? null,
  };
}

interface Side {
  readonly view: SessionView;
  readonly folder: string | undefined;
  readonly turns: readonly ComparedTurn[];
  /** By turn, in log order. */
  readonly calls: ReadonlyMap<number, readonly SeenCall[]>;
  readonly sum: Omit<ComparedSession, 'only' | 'elsewhere'>;
}

function sideOf(view: SessionView, options: InsightOptions): Side {
  const map = new TurnMap(view);
  const time = timeLedger(view, options);
  const cost = costOf(view, map, options);
  const calls = new Map<number, SeenCall[]>();
  for (const call of view.calls) {
    const turn = map.of(call.thread, call.bodies.input);
    const known = calls.get(turn);
    if (known === undefined) calls.set(turn, [call]);
    else known.push(call);
  }
  const turns = turnsOf(view, map, time, cost, options).map(
    ({ turn, asked, activeMs, calls: made, failures, cost: { usd } }): ComparedTurn => {
      return { turn, asked, activeMs, calls: made, failures, usd };
    },
  );
  const count = (fits: (call: SeenCall) => boolean): number =>
    view.calls.reduce((sum, call) => sum + Number(fits(call)), 0);
  return {
    view,
    folder: view.fields.cwd,
    turns,
    calls,
    sum: {
      prompts: map.prompts.length,
      calls: view.calls.length,
      failures: count(isUnexpectedFailure),
      expectedFailures: count(({ status, failure }) => status === 'error' && failure?.blame === 'expected'),
      masked: count(({ masked }) => masked !== null),
      refused: count(({ status }) => status === 'rejected' || status === 'denied'),
      wallMs: time.wallMs,
      activeMs: time.activeMs,
      times: time.classes,
      usd: cost.usd,
      costBasis: cost.basis,
      tokens: totalTokens(cost.tokens),
      ending: endingOf(view, options).ending,
    },
  };
}

interface TurnPair {
  readonly a: ComparedTurn | null;
  readonly b: ComparedTurn | null;
  readonly isSame: boolean;
}

/** Prompts with the same words, and those between them in order. */
function pairTurns(a: Side, b: Side): TurnPair[] {
  const keysOf = ({ turns, folder }: Side): string[] => turns.map(({ asked }) => promptKey(asked?.text ?? '', folder));
  const pairs: TurnPair[] = [];
  let lone: { a: ComparedTurn[]; b: ComparedTurn[] } = { a: [], b: [] };
  const settle = (): void => {
    for (let i = 0; i < Math.max(lone.a.length, lone.b.length); i++)
      pairs.push({ a: lone.a[i] ?? null, b: lone.b[i] ?? null, isSame: false });
    lone = { a: [], b: [] };
  };
  for (const [i, j] of align(keysOf(a), keysOf(b))) {
    const [turnA, turnB] = [i === null ? undefined : a.turns[i], j === null ? undefined : b.turns[j]];
    if (turnA !== undefined && turnB !== undefined) {
      settle();
      pairs.push({ a: turnA, b: turnB, isSame: true });
    } else if (turnA !== undefined) lone.a.push(turnA);
    else if (turnB !== undefined) lone.b.push(turnB);
  }
  settle();
  return pairs;
}

interface FoundPair {
  readonly a: SeenCall | undefined;
  readonly b: SeenCall | undefined;
  readonly key: string;
}

function pairCalls(turns: TurnPair, a: Side, b: Side): FoundPair[] {
  const callsOf = ({ calls }: Side, turn: ComparedTurn | null): readonly SeenCall[] =>
    turn === null ? [] : (calls.get(turn.turn) ?? []);
  const [ofA, ofB] = [callsOf(a, turns.a), callsOf(b, turns.b)];
  const [keysA, keysB] = [ofA.map((call) => callKey(call, a.folder)), ofB.map((call) => callKey(call, b.folder))];
  return align(keysA, keysB).map(([i, j]) => ({
    a: i === null ? undefined : ofA[i],
    b: j === null ? undefined : ofB[j],
    key: (i === null ? keysB[j ?? 0] : keysA[i]) ?? '',
  }));
}

/** For calls that only one made at some point: the n-th of a key here is the n-th of the same key there. */
function elsewhereOf(pairs: readonly (readonly FoundPair[])[]): ReadonlySet<FoundPair> {
  const lone = new Map<string, { a: FoundPair[]; b: FoundPair[] }>();
  for (const pair of pairs.flat()) {
    if (pair.a !== undefined && pair.b !== undefined) continue;
    const known = lone.get(pair.key) ?? { a: [], b: [] };
    lone.set(pair.key, known);
    known[pair.a === undefined ? 'b' : 'a'].push(pair);
  }
  const found = new Set<FoundPair>();
  for (const { a, b } of lone.values()) {
    const both = Math.min(a.length, b.length);
    for (const pair of [...a.slice(0, both), ...b.slice(0, both)]) found.add(pair);
  }
  return found;
}

/** Whether the same call had a different outcome: an expected failure and a success are both fine, and still differ. */
function isOtherOutcome({ a, b }: CallPair): boolean {
  if (a === null || b === null) return false;
  return a.status !== b.status || a.code !== b.code || a.masked !== b.masked;
}

function divergenceOf(prompts: readonly PromptPair[]): Divergence | null {
  for (const [prompt, { isSame, calls }] of prompts.entries()) {
    if (!isSame) return { what: 'prompt', prompt, call: null };
    for (const [call, pair] of calls.entries()) {
      if (pair.a === null || pair.b === null) return { what: 'call', prompt, call };
      if (isOtherOutcome(pair)) return { what: 'outcome', prompt, call };
    }
  }
  return null;
}

function filesOf({ view, folder }: Side, { traits }: InsightOptions): ReadonlyMap<string, FileUse> {
  const files = new Map<string, FileUse>();
  for (const call of view.calls) {
    const { path, linesAdded, linesRemoved } = call.facts;
    const doesChange = isChange(call, traits);
    if (path === undefined || call.status !== 'ok') continue;
    if (!doesChange && traitOf(traits, call.toolId).touches !== 'read') continue;
    const name = belowFolder(path, folder);
    const known = files.get(name) ?? { reads: 0, changes: 0, linesAdded: null, linesRemoved: null };
    const plus = (sum: number | null, more: number | undefined): number | null =>
      !doesChange || more === undefined ? sum : (sum ?? 0) + more;
    files.set(name, {
      reads: known.reads + Number(!doesChange),
      changes: known.changes + Number(doesChange),
      linesAdded: plus(known.linesAdded, linesAdded),
      linesRemoved: plus(known.linesRemoved, linesRemoved),
    });
  }
  return files;
}

/** Files that both changed first, then those that one did, then what was only read. */
function compareFiles(a: Side, b: Side, options: InsightOptions): ComparedFile[] {
  const [ofA, ofB] = [filesOf(a, options), filesOf(b, options)];
  const weight = (file: ComparedFile): number =>
    Number((file.a?.changes ?? 0) > 0) + Number((file.b?.changes ?? 0) > 0);
  return [...new Set([...ofA.keys(), ...ofB.keys()])]
    .map((path) => ({ path, a: ofA.get(path) ?? null, b: ofB.get(path) ?? null }))
    .sort((one, other) => weight(other) - weight(one) || (one.path < other.path ? -1 : 1));
}

/** The other way round gives the same pairs, with the sides exchanged. */
export function compareSessions(first: SessionView, second: SessionView, options: InsightOptions): Comparison {
  const [a, b] = [sideOf(first, options), sideOf(second, options)];
  const turns = pairTurns(a, b);
  const found = turns.map((pair) => pairCalls(pair, a, b));
  const elsewhere = elsewhereOf(found);
  const prompts = turns.map((pair, i): PromptPair => {
    const calls = (found[i] ?? []).map(
      (one): CallPair => ({
        a: one.a === undefined ? null : compared(one.a),
        b: one.b === undefined ? null : compared(one.b),
        isElsewhere: elsewhere.has(one),
      }),
    );
    return { ...pair, calls };
  });
  const all = prompts.flatMap(({ calls }) => calls);
  const count = (fits: (pair: CallPair) => boolean): number => all.reduce((sum, pair) => sum + Number(fits(pair)), 0);
  return {
    a: {
      ...a.sum,
      only: count((pair) => pair.b === null),
      elsewhere: count((pair) => pair.b === null && pair.isElsewhere),
    },
    b: {
      ...b.sum,
      only: count((pair) => pair.a === null),
      elsewhere: count((pair) => pair.a === null && pair.isElsewhere),
    },
    shared: count((pair) => pair.a !== null && pair.b !== null),
    otherOutcome: count(isOtherOutcome),
    prompts,
    divergence: divergenceOf(prompts),
    files: compareFiles(a, b, options),
  };
}
