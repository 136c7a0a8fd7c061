// Owns seeing a record that forked and resumed sessions copied as one hit: of the session it comes from, with the others
// as places where it stands as well.

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
  readonly rank: number;
}

/** What is the same in all copies; undefined when nothing can be a copy of it. */
function keyOf({ hit, lineage }: JudgedHit): string | undefined {
  const { agent, at, pointer, inner, call, snippet } = hit;
  if (lineage === null || at === null) return undefined;
  return JSON.stringify([agent, lineage, at, pointer, inner, call?.call.callId, call?.part, snippet.text]);
}

function placeOf({ session, title, path, source, line, offset }: SearchHit): HitPlace {
  return { session, title, path, source, line, offset };
}

/** One hit of several that are the same record, each of another session. */
function joined(same: readonly JudgedHit[]): SearchHit | undefined {
  const [original, ...copies] = same.toSorted((a, b) => a.rank - b.rank);
  if (original === undefined) return undefined;
  return copies.length === 0 ? original.hit : { ...original.hit, copies: copies.map(({ hit }) => placeOf(hit)) };
}

/** The hits of one moment: copies keep the time of what they copy, so they come one after the other. */
export class Moment<Place> {
  readonly #groups: { readonly same: JudgedHit[]; readonly first: Place }[] = [];
  readonly #byKey = new Map<string, { readonly same: JudgedHit[] }>();
  readonly #told = new Set<string>();

  /** What an earlier page had: its copies are not told again. */
  pass(judged: JudgedHit): void {
    const key = keyOf(judged);
    if (key !== undefined) this.#told.add(key);
  }

  add(judged: JudgedHit, place: Place): void {
    const key = keyOf(judged);
    if (key !== undefined && this.#told.has(key)) return;
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known?.same.every(({ hit }) => hit.session !== judged.hit.session)) {
      known.same.push(judged);
      return;
    }
    const group = { same: [judged], first: place };
    this.#groups.push(group);
    if (key !== undefined) this.#byKey.set(key, group);
  }

  /** Each with the place of the first of its copies. */
  *hits(): Generator<{ readonly hit: SearchHit; readonly first: Place }> {
    for (const { same, first } of this.#groups) {
      const hit = joined(same);
      if (hit !== undefined) yield { hit, first };
    }
  }
}
