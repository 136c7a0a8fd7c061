// Owns calls that stand in several sessions: resumed and forked files copy history. Each call counts once, in the session
// it was first made in, and says where else it stands.

import type { SessionFields } from '../model/observation.ts';
import type { Session } from '../model/session.ts';
import type { Copy, ToolCall } from '../model/tool-call.ts';

/** The parts of a call that tell whether it is a copy. */
export type Copyable = Pick<ToolCall, 'agent' | 'session' | 'callId' | 'tool' | 'requestedAt'>;

/** The parts of a session that tell whether it is the original or the copy. */
export interface Relative {
  readonly id: string;
  readonly fields: Pick<SessionFields, 'forkedFrom'>;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly calls: readonly Copyable[];
}

/**
 * When a session first did something of its own: made a call that stands in no other. A session all of whose calls stand
 * elsewhere too is one that others went on from.
 */
function firstOwnAt(session: Relative, seen: ReadonlyMap<string, number>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const call of session.calls) {
    if ((seen.get(identity(call)) ?? 0) < 2 && call.requestedAt !== null) first = Math.min(first, call.requestedAt);
  }
  return first === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : first;
}

function identity(call: Copyable): string {
  return `${call.agent} ${call.callId} ${call.tool} ${call.requestedAt}`;
}

/**
 * Originals before copies. Copied records say nothing of their origin, so: a fork that names its origin comes after it;
 * then the earlier start; then the one that first did something of its own; then the one that fell silent first.
 */
export function originalsFirst<Of extends Relative>(sessions: readonly Of[]): Of[] {
  const seen = new Map<string, number>();
  for (const { calls } of sessions)
    for (const call of calls) seen.set(identity(call), (seen.get(identity(call)) ?? 0) + 1);
  const keyed = sessions.map((session) => ({
    session,
    isFork: Number(session.fields.forkedFrom !== undefined),
    startedAt: session.startedAt ?? Number.MAX_VALUE,
    ownAt: firstOwnAt(session, seen),
    lastAt: session.lastAt ?? Number.MAX_VALUE,
  }));
  keyed.sort(
    (a, b) =>
      a.isFork - b.isFork ||
      a.startedAt - b.startedAt ||
      (a.ownAt === b.ownAt ? 0 : a.ownAt - b.ownAt) ||
      a.lastAt - b.lastAt ||
      (a.session.id < b.session.id ? -1 : 1),
  );
  return keyed.map(({ session }) => session);
}

/** Ids alone do not prove a copy: gateways number calls anew in every session. Copies keep tool and time. */
function isCopy(original: Copyable, call: Copyable): boolean {
  return original.tool === call.tool && original.requestedAt !== null && original.requestedAt === call.requestedAt;
}

/** The original of every call that is a copy, in sessions that stand originals first. */
export function originalsOf<Call extends Copyable>(
  ordered: readonly { readonly id: string; readonly calls: readonly Call[] }[],
): Map<Call, Call> {
  const known = new Map<string, Call[]>();
  const originals = new Map<Call, Call>();
  for (const { id, calls } of ordered) {
    for (const call of calls) {
      const key = `${call.agent} ${call.callId}`;
      const candidates = known.get(key) ?? [];
      const original = candidates.find((candidate) => candidate.session !== id && isCopy(candidate, call));
      if (original !== undefined) originals.set(call, original);
      else if (candidates.push(call) === 1) known.set(key, candidates);
    }
  }
  return originals;
}

function copiesOf(call: ToolCall, session: Session): Copy[] {
  const { source, line, offset, length } = call.bodies.input;
  return [{ session: session.id, file: session.sources[source]?.path ?? '', line, offset, length }, ...call.copies];
}

/** The same sessions, each call in its first one only, with its copies listed there. */
export function withoutCopies(sessions: readonly Session[]): Session[] {
  const ordered = originalsFirst(sessions);
  const originals = originalsOf(ordered);
  const copies = new Map<ToolCall, Copy[]>();
  for (const session of ordered) {
    for (const call of session.calls) {
      const original = originals.get(call);
      if (original === undefined) continue;
      copies.set(original, [...(copies.get(original) ?? []), ...copiesOf(call, session)]);
      const home = session.sources[call.bodies.input.source];
      if (home !== undefined) home.calls--;
    }
  }
  return ordered.map((session) => ({
    ...session,
    calls: session.calls
      .filter((call) => !originals.has(call))
      .map((call) => {
        const found = copies.get(call);
        return found === undefined ? call : { ...call, copies: [...call.copies, ...found] };
      }),
  }));
}
