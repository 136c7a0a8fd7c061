// Sees a record that stands in several places as one hit: copied by forked and resumed sessions, or in a log that lies
// twice. The hit is of the session it comes from, with the other places beside it.

import type { SearchHit } from './library-search.ts';

/** Where a copy of the record stands. */
export interface HitPlace {
  readonly session: string;
  readonly title: string | null;
  readonly path: string;
  readonly source: number;
  readonly line: number;
  readonly offset: number;
}

/** A hit with what it takes to know it again in another session. */
export interface JudgedHit {
  readonly hit: SearchHit;
  /** Sessions that share history have the same one. */
  readonly lineage: string | null;
  /** Orders sessions of a lineage, the original first. */
  readonly rank: string;
}

/** What is the same in all copies. Without a time a copy has to stand where the original does. */
function keyOf({ hit, lineage }: JudgedHit): string {
  const { agent, session, at, offset, pointer, inner, call, snippet } = hit;
  const history = [agent, lineage ?? session, at ?? [offset]];
  return JSON.stringify([...history, pointer, inner, call?.call.callId, call?.part, snippet.text]);
}

/** One session can say the same twice at one moment: its copies lie in other files, to the last byte. */
function mayBeCopy({ hit: one }: JudgedHit, { hit: other }: JudgedHit): boolean {
  return one.session !== other.session || (one.path !== other.path && one.length === other.length);
}

function placeOf({ session, title, path, source, line, offset }: SearchHit): HitPlace {
  return { session, title, path, source, line, offset };
}

/** One hit of several that are the same record. */
function joined(same: readonly JudgedHit[]): SearchHit | undefined {
  const [original, ...copies] = same.toSorted((a, b) =>
    a.rank === b.rank ? a.hit.source - b.hit.source : a.rank < b.rank ? -1 : 1,
  );
  if (original === undefined) return undefined;
  return copies.length === 0 ? original.hit : { ...original.hit, copies: copies.map(({ hit }) => placeOf(hit)) };
}

/** The same record in all its places; `first` is null when an earlier page told it. */
interface Group<Place> {
  readonly same: JudgedHit[];
  readonly first: Place | null;
}

/** The hits of one moment: copies keep the time of what they copy, so they come one after the other. */
export class HitsAtOneTime<Place> {
  readonly #groups: Group<Place>[] = [];
  readonly #byKey = new Map<string, Group<Place>[]>();

  /** What an earlier page had: its copies are not told again. */
  pass(judged: JudgedHit): void {
    this.#put(judged, null);
  }

  add(judged: JudgedHit, place: Place): void {
    this.#put(judged, place);
  }

  /** Each with the place of the first of its copies. */
  *hits(): Generator<{ readonly hit: SearchHit; readonly first: Place }> {
    for (const { same, first } of this.#groups) {
      const hit = first === null ? undefined : joined(same);
      if (first !== null && hit !== undefined) yield { hit, first };
    }
  }

  #put(judged: JudgedHit, first: Place | null): void {
    const key = keyOf(judged);
    const alike = this.#byKey.get(key);
    const group = alike?.find(({ same }) => same.every((other) => mayBeCopy(other, judged)));
    if (group !== undefined) {
      group.same.push(judged);
      return;
    }
    const alone = { same: [judged], first };
    this.#groups.push(alone);
    if (alike === undefined) this.#byKey.set(key, [alone]);
    else alike.push(alone);
  }
}
