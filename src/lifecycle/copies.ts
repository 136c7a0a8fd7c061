// Owns calls that stand in several sessions: resumed and forked files copy history. Each call counts once, in the session
// it was first made in, and says where else it stands.

import type { Session } from '../model/session.ts';
import type { Copy, ToolCall } from '../model/tool-call.ts';

/** Earliest first; of sessions that begin alike, the one that fell silent first is the original. */
export function compareSessions(a: Session, b: Session): number {
  return (
    (a.startedAt ?? Number.POSITIVE_INFINITY) - (b.startedAt ?? Number.POSITIVE_INFINITY) ||
    (a.lastAt ?? Number.POSITIVE_INFINITY) - (b.lastAt ?? Number.POSITIVE_INFINITY) ||
    (a.id < b.id ? -1 : 1)
  );
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
  const ordered = sessions.toSorted(compareSessions);
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
