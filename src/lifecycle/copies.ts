// Calls that stand in several sessions: resumed and forked logs copy history. Each call counts once, in the session it was
// first made in, and says where else it stands.

import type { SessionFields } from '../model/observation.ts';
import type { Session } from '../model/session.ts';
import type { Copy, ToolCall } from '../model/tool-call.ts';

/** The parts of a call that tell whether it is a copy. */
export type Copyable = Pick<ToolCall, 'agent' | 'session' | 'callId' | 'identity' | 'requestedAt'>;

/** The parts of a session that tell whether it is the original or the copy. */
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

/** In how many sessions each call stands. */
function holdersOf(sessions: readonly Relative[]): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { calls } of sessions) {
    for (const key of new Set(calls.map(keyOf))) holders.set(key, (holders.get(key) ?? 0) + 1);
  }
  return holders;
}

/** What a session has of its own, and what it shares. */
interface Share {
  /** When it first made a call that stands in no other; null when it never did, or not that anyone knows. */
  readonly ownAt: number | null;
  readonly shared: number;
}

function shareOf({ calls }: Relative, holders: ReadonlyMap<string, number>): Share {
  let ownAt: number | null = null;
  let shared = 0;
  for (const call of calls) {
    if ((holders.get(keyOf(call)) ?? 0) > 1) shared++;
    else if (call.requestedAt !== null && (ownAt === null || call.requestedAt < ownAt)) ownAt = call.requestedAt;
  }
  return { ownAt, shared };
}

/** How many forks lie between a session and one that names no origin. */
function forkDepth(session: Relative, byId: ReadonlyMap<string, Relative>): number {
  const passed = new Set<string>();
  let at: Relative | undefined = session;
  while (at?.fields.forkedFrom !== undefined && !passed.has(at.id)) {
    passed.add(at.id);
    at = byId.get(at.fields.forkedFrom);
  }
  return passed.size;
}

export interface Ranked<Of extends Relative> {
  readonly session: Of;
  readonly ownAt: number | null;
}

/**
 * Originals before copies. A fork that names its origin comes after it. Other copies say nothing of where they come from, and
 * their times may be those of the original or of the copying, but never earlier ones. So: the earlier start; then the one that
 * first did something of its own (one that never did is one that others went on from); then the one that fell silent first;
 * then the one that shares the fewest calls, since each copy of a copy has more.
 */
export function ranked<Of extends Relative>(sessions: readonly Of[]): Ranked<Of>[] {
  const holders = holdersOf(sessions);
  const byId = new Map<string, Relative>(sessions.map((session) => [session.id, session]));
  const keyed = sessions.map((session) => {
    const { ownAt, shared } = shareOf(session, holders);
    const place = [
      forkDepth(session, byId),
      session.startedAt ?? Number.MAX_VALUE,
      ownAt ?? -Number.MAX_VALUE,
      session.lastAt ?? Number.MAX_VALUE,
      shared,
    ];
    return { session, ownAt, place };
  });
  keyed.sort((a, b) => {
    for (const [i, of] of a.place.entries()) {
      const order = of - (b.place[i] ?? 0);
      if (order !== 0) return order;
    }
    return a.session.id < b.session.id ? -1 : 1;
  });
  return keyed.map(({ session, ownAt }) => ({ session, ownAt }));
}

/** The original of every call that is a copy, in sessions that stand originals first. */
export function originalsOf<Call extends Copyable>(
  ordered: readonly { readonly calls: readonly Call[] }[],
): Map<Call, Call> {
  const known = new Map<string, Call[]>();
  const originals = new Map<Call, Call>();
  for (const { calls } of ordered) {
    // An id that a session uses again for the same thing is a call again: the second one is a copy of the second one.
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

/** Copied from a session whose log is not there: it counts nowhere. */
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
      if (original !== undefined) copies.set(original, [...(copies.get(original) ?? []), ...copiesOf(call, session)]);
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
