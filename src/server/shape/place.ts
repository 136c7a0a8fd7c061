// Positions in logs on the wire: a line, with the name of its file.

import type { Place, WireProblem } from '../../api/wire/basics.ts';
import type { Problem } from '../../model/problem.ts';
import type { LineRef } from '../../model/source.ts';

/** Names of a session's files, by their number. */
export type PathOf = (source: number) => string;

export function placeOf({ source, line, offset, length }: LineRef, pathOf: PathOf): Place {
  return { source, file: pathOf(source), line, offset, length };
}

export function problemOnWire({ code, severity, message, ref }: Problem, pathOf: PathOf): WireProblem {
  return { code, severity, message, place: ref === null ? null : placeOf(ref, pathOf) };
}
