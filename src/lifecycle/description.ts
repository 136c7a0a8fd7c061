// Owns a session's state fields: re-appended over and over, the last one counts, but of working folders the first; a
// person's title beats a generated one, and the first prompt stands in where there is none.

import { clip, firstLine } from '../base/text.ts';
import type { SessionFields } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

export type FieldKey = keyof SessionFields;

export interface FieldFact {
  readonly value: SessionFields[FieldKey];
  readonly titleBy: SessionFields['titleBy'];
  readonly ref: LineRef;
  readonly isHint?: boolean;
}

const TITLE = 120;
const TITLE_RANK: Record<NonNullable<SessionFields['titleBy']>, number> = { prompt: 0, summary: 1, model: 2, user: 3 };

/** The first line; one that only announces what follows (“Carry out this plan:”) takes it along. */
function headlineOf(text: string): string {
  const first = firstLine(text);
  if (!first.endsWith(':')) return clip(first, TITLE);
  const next = firstLine(text.slice(text.indexOf(first) + first.length)).replace(/^#+\s*/, '');
  return clip(`${first} ${next}`.trimEnd(), TITLE);
}

function rankOf(titleBy: SessionFields['titleBy']): number {
  return titleBy === undefined ? 0 : TITLE_RANK[titleBy];
}

/**
 * The first prompt says what a session is about, and the folder it began in is its project: agents walk into folders below,
 * and into others. Of everything else the last word counts.
 */
function isFirstWord(key: FieldKey, titleBy: SessionFields['titleBy']): boolean {
  return key === 'cwd' || titleBy === 'prompt';
}

/** Below zero when what is known counts more than what is said now. */
function orderOf(known: FieldFact, key: FieldKey, { titleBy, ref, isHint }: Omit<FieldFact, 'value'>): number {
  return (
    Number(known.isHint ?? false) - Number(isHint ?? false) ||
    rankOf(titleBy) - rankOf(known.titleBy) ||
    (isFirstWord(key, titleBy) ? compareRefs(known.ref, ref) : compareRefs(ref, known.ref))
  );
}

export class Description {
  readonly #facts: Map<FieldKey, FieldFact>;

  constructor(state: Map<FieldKey, FieldFact> = new Map()) {
    this.#facts = state;
  }

  save(): Map<FieldKey, FieldFact> {
    return this.#facts;
  }

  /** A hint fills only what nobody else says. */
  note(fields: SessionFields, ref: LineRef, isHint = false): void {
    for (const key of Object.keys(fields) as FieldKey[]) {
      const value = fields[key];
      if (key === 'titleBy' || value === undefined || value === '') continue;
      const titleBy = key === 'title' ? fields.titleBy : undefined;
      const known = this.#facts.get(key);
      if (known !== undefined && orderOf(known, key, { titleBy, ref, isHint }) < 0) continue;
      this.#facts.set(key, isHint ? { value, titleBy, ref, isHint } : { value, titleBy, ref });
    }
  }

  /** A prompt says what the session is about, where nobody says it better. */
  notePrompt(text: string, ref: LineRef): void {
    const known = this.#facts.get('title');
    if (known !== undefined && orderOf(known, 'title', { titleBy: 'prompt', ref, isHint: true }) < 0) return;
    this.note({ title: headlineOf(text), titleBy: 'prompt' }, ref, true);
  }

  get fields(): SessionFields {
    const fields: Record<string, unknown> = {};
    for (const [key, { value, titleBy }] of this.#facts) {
      fields[key] = value;
      if (titleBy !== undefined) fields['titleBy'] = titleBy;
    }
    return fields as SessionFields;
  }
}
