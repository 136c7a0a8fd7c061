// Calls that are in several sessions: resumed and forked logs copy history. Each call counts once, in the session that made it
// first, and lists its copies.

import type { SessionFields } from '../model/observation.ts';
import type { Session } from '../model/session.ts';
import type { Copy, ToolCall } from '../model/tool-call.ts';

/** The parts of a call that show whether it is a copy. */
export type Copyable = Pick<ToolCall, 'agent' | 'session' | 'callId' | 'identity' | 'requestedAt'>;

/** The parts of a session that show whether it is the original or the copy. */
export interface Relative {
  readonly id: string;
  readonly fields: Pick<SessionFields, 'forkedFrom'>;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly calls: readonly Copyable[];
}

function keyOf({ agent, callId, identity }: Copyable): string {
  return `${agent} ${identity} ${callId}`;
}

/** The number of sessions that hold each call. */
function holdersOf(sessions: readonly Relative[]): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { calls } of sessions) {
    for (const key of new Set(calls.map(keyOf))) holders.set(key, (holders.get(key) ?? 0) + 1);
  }
  return holders;
}

/** What only this session has, and what it shares. */
interface Share {
  /** When it first made a call that is in no other session; null when it never did, or when unknown. */
  readonly ownAt: number | null;
  readonly shared: number;
}

function shareOf<Call extends Copyable>(
  { calls }: { readonly calls: readonly Call[] },
  isShared: (call: Call) => boolean,
): Share {
  let ownAt: number | null = null;
  let shared = 0;
  for (const call of calls) {
    if (isShared(call)) shared++;
    else if (call.requestedAt !== null && (ownAt === null || call.requestedAt < ownAt)) ownAt = call.requestedAt;
  }
  return { ownAt, shared };
}

/** How many forks are between each session and one that names no origin; on a cycle, the length of the way. */
function forkDepths(sessions: readonly Relative[]): (session: Relative) => number {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const depths = new Map<string, number>();
  return (session) => {
    const passed = new Set<string>();
    let at: Relative | undefined = session;
    while (at?.fields.forkedFrom !== undefined && !passed.has(at.id) && !depths.has(at.id)) {
      passed.add(at.id);
      at = byId.get(at.fields.forkedFrom);
    }
    const isCircle = at !== undefined && passed.has(at.id);
    const below = at === undefined || isCircle ? 0 : (depths.get(at.id) ?? 0);
    const way = [...passed];
    // On a cycle every session has passed all others when it comes back; only those before it have passed more.
    const circle = isCircle ? way.length - way.indexOf(at?.id ?? '') : 0;
    for (const [i, id] of way.entries()) depths.set(id, Math.max(below + way.length - i, circle));
    return depths.get(session.id) ?? 0;
  };
}

export interface Ranked<Of extends Relative> {
  readonly session: Of;
  readonly ownAt: number | null;
  /** Sorts, as text, before the ranks of sessions that may have copied from this one. */
  readonly rank: string;
}

const BITS = new DataView(new ArrayBuffer(8));

/** A number as text that sorts as numbers do. */
function sortable(value: number): string {
  // Minus zero is zero.
  BITS.setFloat64(0, value + 0);
  const high = BITS.getUint32(0);
  const isNegative = high >= 0x80000000;
  const words = [isNegative ? ~high >>> 0 : (high | 0x80000000) >>> 0, BITS.getUint32(4)];
  if (isNegative) words[1] = ~(words[1] ?? 0) >>> 0;
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Enough for any number of sessions and calls. */
const DIGITS = 9;

function counted(count: number): string {
  return String(count).padStart(DIGITS, '0');
}

/**
 * Originals before copies. A fork that names its origin comes after it. Other copies do not say where they come from, and their
 * times may be those of the original or of the copying, but never earlier ones. So: the earlier start; then the one that first did
 * something of its own (one that never did was continued by others); then the one that fell silent first; then the one that shares
 * the fewest calls, since each copy of a copy has more.
 */
function rankOf({ id, startedAt, lastAt }: Relative, depth: number, { ownAt, shared }: Share): string {
  const times = [startedAt ?? Number.MAX_VALUE, ownAt ?? -Number.MAX_VALUE, lastAt ?? Number.MAX_VALUE];
  return [counted(depth), ...times.map(sortable), counted(shared), id].join(' ');
}

/** Sessions that may share calls, originals first. */
export function ranked<Of extends Relative>(sessions: readonly Of[]): Ranked<Of>[] {
  const holders = holdersOf(sessions);
  const depthOf = forkDepths(sessions);
  return sessions
    .map((session) => {
      const share = shareOf(session, (call) => (holders.get(keyOf(call)) ?? 0) > 1);
      return { session, ownAt: share.ownAt, rank: rankOf(session, depthOf(session), share) };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** How many calls a session shared when it was given this rank; an empty rank means that it was not compared yet. */
export function sharedIn(rank: string): number {
  return rank === '' ? 0 : Number(rank.split(' ')[4]);
}

/** The rank of one session alone, given its origin and shared calls: the same as among all. */
export function rankedAlone<Call extends Copyable>(
  session: Relative & { readonly calls: readonly Call[] },
  originRank: string | null,
  isShared: (call: Call) => boolean,
): Pick<Ranked<Relative>, 'ownAt' | 'rank'> {
  const share = shareOf(session, isShared);
  const below = originRank === null ? 0 : Number(originRank.split(' ')[0]);
  const depth = session.fields.forkedFrom === undefined ? 0 : below + 1;
  return { ownAt: share.ownAt, rank: rankOf(session, depth, share) };
}

/** The original of every copied call; sessions are sorted originals first. */
export function originalsOf<Call extends Copyable>(
  ordered: readonly { readonly calls: readonly Call[] }[],
): Map<Call, Call> {
  const known = new Map<string, Call[]>();
  const originals = new Map<Call, Call>();
  for (const { calls } of ordered) {
    // An id that a session uses again for the same thing is another call: the second one is a copy of the second one.
    const used = new Map<string, number>();
    for (const call of calls) {
      const key = keyOf(call);
      const num = used.get(key) ?? 0;
      used.set(key, num + 1);
      const same = known.get(key);
      const original = same?.[num];
      if (original !== undefined) originals.set(call, original);
      else if (same === undefined) known.set(key, [call]);
      else same.push(call);
    }
  }
  return originals;
}

function copiesOf(call: ToolCall, session: Session): Copy[] {
  const { source, line, offset, length } = call.bodies.input;
  return [{ session: session.id, file: session.sources[source]?.path ?? '', line, offset, length }, ...call.copies];
}

/** Copied from a session whose log is missing: it counts nowhere. */
export function isReplayed({ flags }: Pick<ToolCall, 'flags'>): boolean {
  return flags.includes('replayed');
}

/** The same sessions, each call in its first one only, with its copies listed there. */
export function withoutCopies(sessions: readonly Session[]): Session[] {
  const ordered = ranked(sessions).map(({ session }) => session);
  const originals = originalsOf(ordered);
  const copies = new Map<ToolCall, Copy[]>();
  for (const session of ordered) {
    for (const call of session.calls) {
      const original = originals.get(call);
      if (original === undefined && !isReplayed(call)) continue;
      if (original !== undefined) {
        const found = copies.get(original);
        if (found === undefined) copies.set(original, copiesOf(call, session));
        else found.push(...copiesOf(call, session));
      }
      const home = session.sources[call.bodies.input.source];
      if (home !== undefined) home.calls--;
    }
  }
  return ordered.map((session) => ({
    ...session,
    calls: session.calls
      .filter((call) => !originals.has(call) && !isReplayed(call))
      .map((call) => {
        const found = copies.get(call);
        return found === undefined ? call : { ...call, copies: [...call.copies, ...found] };
      }),
  }));
}
