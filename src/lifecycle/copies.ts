// Owns calls that stand in several sessions: resumed and forked files copy history. Each call counts once, in the session
// it was first made in, and says where else it stands.

import type { Session } from '../model/session.ts';
import type { Copy, ToolCall } from '../model/tool-call.ts';

/**
 * When a session first did something of its own: made a call that stands in no other. A session all of whose calls stand
 * elsewhere too is one that others went on from.
 */
function firstOwnAt(session: Session, seen: ReadonlyMap<string, number>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const call of session.calls) {
    if ((seen.get(identity(call)) ?? 0) < 2 && call.requestedAt !== null) first = Math.min(first, call.requestedAt);
  }
  return first === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : first;
}

function identity(call: ToolCall): string {
  return `${call.agent} ${call.callId} ${call.tool} ${call.requestedAt}`;
}

/**
 * Originals before copies. Copied records say nothing of their origin, so: a fork that names its origin comes after it;
 * then the earlier start; then the one that first did something of its own; then the one that fell silent first.
 */
export function originalsFirst(sessions: readonly Session[]): Session[] {
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
function isCopy(original: ToolCall, call: ToolCall): boolean {
  return original.tool === call.tool && original.requestedAt !== null && original.requestedAt === call.requestedAt;
}

function copiesOf(call: ToolCall, session: Session): Copy[] {
  const { source, line, offset, length } = call.bodies.input;
  return [{ session: session.id, file: session.sources[source]?.path ?? '', line, offset, length }, ...call.copies];
}

/** The same sessions, each call in its first one only, with its copies listed there. */
export function withoutCopies(sessions: readonly Session[]): Session[] {
  const ordered = originalsFirst(sessions);
  const originals = new Map<string, { call: ToolCall; copies: Copy[] }[]>();
  const kept = ordered.map((session) => {
    const own = session.calls.filter((call) => {
      const key = `${call.agent} ${call.callId}`;
      const known = originals.get(key) ?? [];
      const original = known.find((candidate) => candidate.call.session !== session.id && isCopy(candidate.call, call));
      if (original !== undefined) {
        original.copies.push(...copiesOf(call, session));
        const home = session.sources[call.bodies.input.source];
        if (home !== undefined) home.calls--;
        return false;
      }
      known.push({ call, copies: [] });
      originals.set(key, known);
      return true;
    });
    return { session, own };
  });
  return kept.map(({ session, own }) => {
    const calls = own.map((call) => {
      const found = originals.get(`${call.agent} ${call.callId}`)?.find((candidate) => candidate.call === call);
      return found === undefined || found.copies.length === 0
        ? call
        : { ...call, copies: [...call.copies, ...found.copies] };
    });
    return { ...session, calls };
  });
}
