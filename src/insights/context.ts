// The context of the main thread: how full it was at each request, what filled it, and what was read twice.

import { MAIN_THREAD } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SessionView,
  traitOf,
} from './session-view.ts';

export interface ContextPoint {
  readonly at: number | null;
  /** Tokens that the request sent, cached ones included. */
  readonly tokens: number;
  readonly ref: LineRef;
}

/** `start`: what the first request sent besides the prompt: instructions and tools. `model`: the model's own words and calls. */
export type FillKind = 'start' | 'prompt' | 'result' | 'injected' | 'model' | 'other';

export interface ContextFill {
  readonly kind: FillKind;
  /** For results: the tool. */
  readonly toolId: string | null;
  readonly tokens: number;
  readonly items: number;
}

export interface LargeResult extends CallRef {
  /** Its share of the next request's growth. */
  readonly tokens: number;
  readonly at: number | null;
}

export interface ReadTwice {
  readonly path: string;
  readonly times: number;
  readonly calls: readonly CallRef[];
}

export interface Context {
  readonly points: readonly ContextPoint[];
  readonly peakTokens: number;
  readonly lastTokens: number;
  readonly windowTokens: number | null;
  readonly windowFrom: 'log' | 'table' | null;
  readonly compactions: readonly {
    readonly at: number | null;
    readonly trigger: string;
    readonly beforeTokens: number | null;
    readonly afterTokens: number | null;
    readonly ref: LineRef;
  }[];
  /** Largest first. Tokens are divided by size if several things came between two requests. */
  readonly filledBy: readonly ContextFill[];
  readonly largest: readonly LargeResult[];
  readonly readTwice: readonly ReadTwice[];
}

const MOST_POINTS = 400;
const MOST_LISTED = 10;

/** Something that entered the context. */
interface Item {
  readonly ref: LineRef;
  readonly kind: Exclude<FillKind, 'start' | 'model'>;
  readonly call: SeenCall | null;
  readonly size: number;
}

function sizeOfResult({ facts, bodies }: SeenCall): number {
  return Math.max(1, facts.bytes ?? bodies.content?.length ?? 1);
}

/** In file order. */
function itemsOf(view: SessionView): Item[] {
  const items: Item[] = [];
  for (const { what, thread, ref, size } of view.messages) {
    if (thread !== MAIN_THREAD || what === 'answer' || what === 'thinking') continue;
    const kind = what === 'prompt' || what === 'injected' ? what : 'other';
    items.push({ ref, kind, call: null, size: Math.max(1, size) });
  }
  for (const call of view.calls) {
    const { content } = call.bodies;
    if (call.thread === MAIN_THREAD && content !== null) {
      items.push({ ref: content, kind: 'result', call, size: sizeOfResult(call) });
    }
  }
  return items.sort((a, b) => compareRefs(a.ref, b.ref));
}

class Fills {
  readonly #fills = new Map<string, { kind: FillKind; toolId: string | null; tokens: number; items: number }>();
  readonly #results: { readonly call: SeenCall; readonly tokens: number }[] = [];

  add(kind: FillKind, tokens: number, call: SeenCall | null = null): void {
    const toolId = call?.toolId ?? null;
    const fill = this.#fills.get(`${kind} ${toolId}`) ?? { kind, toolId, tokens: 0, items: 0 };
    this.#fills.set(`${kind} ${toolId}`, fill);
    fill.tokens += tokens;
    fill.items++;
    if (call !== null && tokens >= 1) this.#results.push({ call, tokens });
  }

  list(): ContextFill[] {
    const rounded = [...this.#fills.values()].map((fill) => ({ ...fill, tokens: Math.round(fill.tokens) }));
    return rounded.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
  }

  largest(): LargeResult[] {
    return this.#results
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, MOST_LISTED)
      .map(({ call, tokens }) => ({ ...callRef(call), tokens: Math.round(tokens), at: call.endedAt }));
  }
}

/** Growth from one request to the next is what came between: first the model's own output, the rest by size. */
function share(fills: Fills, grown: number, output: number, between: readonly Item[]): void {
  const own = Math.min(grown, output);
  if (own > 0) fills.add('model', own);
  const rest = grown - own;
  const size = between.reduce((sum, item) => sum + item.size, 0);
  for (const { kind, call, size: part } of between) fills.add(kind, (rest * part) / size, call);
  if (between.length === 0 && rest > 0) fills.add('other', rest);
}

function filledBy(view: SessionView, requests: SessionView['requests']): Fills {
  const fills = new Fills();
  const items = itemsOf(view);
  let next = 0;
  let before: { readonly tokens: number; readonly output: number } | null = null;
  for (const { ref, usage } of requests) {
    const between: Item[] = [];
    for (; next < items.length; next++) {
      const item = items[next];
      if (item === undefined || compareRefs(item.ref, ref) >= 0) break;
      between.push(item);
    }
    const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
    // Nothing is known about what the first request holds besides the logged words.
    if (before === null) fills.add('start', tokens);
    else if (tokens > before.tokens) share(fills, tokens - before.tokens, before.output, between);
    before = { tokens, output: usage.output };
  }
  return fills;
}

function readTwice(view: SessionView, traits: InsightOptions['traits']): ReadTwice[] {
  /** For each file: the reads of each of its parts since it was last changed. */
  const reads = new Map<string, Map<string, SeenCall[]>>();
  const repeated: { readonly path: string; readonly calls: readonly SeenCall[] }[] = [];
  const settle = (path: string): void => {
    for (const calls of reads.get(path)?.values() ?? []) if (calls.length > 1) repeated.push({ path, calls });
    reads.delete(path);
  };
  for (const call of view.calls) {
    const { target, facts, thread, status } = call;
    const { path } = facts;
    if (thread !== MAIN_THREAD || status !== 'ok' || path === undefined) continue;
    const { touches } = traitOf(traits, call.toolId);
    // After a change it is a different text.
    if (touches === 'edit' || touches === 'write') settle(path);
    if (touches !== 'read') continue;
    const parts = reads.get(path) ?? new Map<string, SeenCall[]>();
    reads.set(path, parts);
    const part = `${target ?? ''}\u0000${facts.lines ?? ''}`;
    const known = parts.get(part);
    if (known === undefined) parts.set(part, [call]);
    else known.push(call);
  }
  for (const path of [...reads.keys()]) settle(path);
  return repeated
    .sort((a, b) => b.calls.length - a.calls.length)
    .slice(0, MOST_LISTED)
    .map(({ path, calls }) => ({ path, times: calls.length, calls: calls.map(callRef) }));
}

/** Few enough to draw a curve; peaks stay. */
function thinned(points: readonly ContextPoint[]): ContextPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const step = Math.ceil(points.length / MOST_POINTS);
  const kept: ContextPoint[] = [];
  for (let at = 0; at < points.length; at += step) {
    const some = points.slice(at, at + step);
    kept.push(some.reduce((most, point) => (point.tokens > most.tokens ? point : most)));
  }
  return kept;
}

export function contextOf(view: SessionView, { traits, prices }: InsightOptions): Context {
  const requests = view.requests
    .filter(({ thread }) => thread === MAIN_THREAD)
    .toSorted((a, b) => compareRefs(a.ref, b.ref));
  const points = requests
    .map(({ at, usage, ref }) => ({ at, tokens: usage.input + usage.cacheRead + usage.cacheWrite, ref }))
    .filter(({ tokens }) => tokens > 0);
  const last = requests.at(-1);
  const logged = requests.findLast(({ contextWindow }) => contextWindow !== null)?.contextWindow ?? null;
  const listed = last === undefined ? null : prices.windowOf(last.model);
  const fills = filledBy(view, requests);
  return {
    points: thinned(points),
    peakTokens: points.reduce((most, { tokens }) => Math.max(most, tokens), 0),
    lastTokens: points.at(-1)?.tokens ?? 0,
    windowTokens: logged ?? listed,
    windowFrom: logged !== null ? 'log' : listed !== null ? 'table' : null,
    compactions: view.compactions
      .filter(({ thread }) => thread === MAIN_THREAD)
      .map(({ at, trigger, preTokens, postTokens, ref }) => {
        return { at, trigger, beforeTokens: preTokens, afterTokens: postTokens, ref };
      }),
    filledBy: fills.list(),
    largest: fills.largest(),
    readTwice: readTwice(view, traits),
  };
}
