// What a record is made of, calls and words, and which of them a place in it belongs to: its format says where they stand.

import type { JsonObject } from '../../base/json.ts';
import { formatOfAgent, formatOfFile } from '../../formats/registry.ts';
import type { Observation, SpokenKind } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

export type RecordPart =
  | { readonly kind: 'call'; readonly callId: string; readonly part: 'input' | 'result' }
  | { readonly kind: 'said'; readonly what: SpokenKind; readonly model: string | null; readonly callId: string | null };

export interface RecordPlace {
  readonly agent: string;
  readonly session: string;
  readonly path: string;
  readonly thread: string;
  readonly ref: LineRef;
}

/** A part of a record, and where it stands in it. */
export interface PlacedPart {
  readonly pointers: readonly string[];
  readonly part: RecordPart;
}

function partsOf(observation: Observation): PlacedPart[] {
  if (observation.kind === 'call-requested') {
    const { callId, pointer } = observation;
    return [{ pointers: [pointer], part: { kind: 'call', callId, part: 'input' } }];
  }
  if (observation.kind === 'call-resulted') {
    const { callId, pointers } = observation;
    const known = [pointers.content, ...(pointers.structured === null ? [] : [pointers.structured])];
    return [{ pointers: known, part: { kind: 'call', callId, part: 'result' } }];
  }
  if (observation.kind === 'result-supplemented') {
    const { callId, pointer } = observation;
    return [{ pointers: [pointer], part: { kind: 'call', callId, part: 'result' } }];
  }
  if (observation.kind !== 'message-spoken') return [];
  const { what, model, callId, pointer } = observation;
  return [{ pointers: [pointer], part: { kind: 'said', what, model, callId } }];
}

/** Steps that two pointers have in common. */
function shared(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let steps = 0;
  while (steps < left.length && steps < right.length && left[steps] === right[steps]) steps++;
  return steps;
}

/** The calls and words that a record holds. */
export function partsOfRecord(record: JsonObject, place: RecordPlace): PlacedPart[] {
  const own = formatOfAgent(place.agent);
  if (own === undefined) return [];
  const { path, session, thread, ref } = place;
  const reader = formatOfFile(path, own).open({ path, source: ref.source, session, thread });
  const reading = reader.read(record, ref);
  return reading.kind === 'observed' ? reading.observations.flatMap(partsOf) : [];
}

/** Whether a JSON pointer lies in what was said, or in a body of a call: not only in the same record. */
export function isInPart(parts: readonly PlacedPart[], pointer: string): boolean {
  return parts.some(({ pointers }) => pointers.some((known) => pointer === known || pointer.startsWith(`${known}/`)));
}

/** The part that a JSON pointer lies in, or is nearest to. Null when the record holds neither call nor words. */
export function partAt(parts: readonly PlacedPart[], pointer: string): RecordPart | null {
  let best: { part: RecordPart; steps: number } | undefined;
  for (const { pointers, part } of parts) {
    const steps = Math.max(...pointers.map((known) => shared(known, pointer)));
    if (best === undefined || steps > best.steps) best = { part, steps };
  }
  return best?.part ?? null;
}
