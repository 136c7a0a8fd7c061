// A session's state fields: logs repeat them, and the last one counts, but for working folders the first; a person's title beats a
// generated one, and the first prompt is used if there is none.

import { headlineOf } from '../base/headline.ts';
import type { SessionFields } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

export type FieldKey = keyof SessionFields;

export interface FieldFact {
  readonly value: SessionFields[FieldKey];
  readonly titleBy: SessionFields['titleBy'];
  readonly ref: LineRef;
  readonly isHint?: boolean;
  /** How well a prompt names the session; a later, better one replaces it. */
  readonly worth?: number;
}

const TITLE = 120;
/** A title, unlike a prompt, may be this long. */
const LONG_TITLE = 400;
const TITLE_RANK: Record<NonNullable<SessionFields['titleBy']>, number> = { prompt: 0, summary: 1, model: 2, user: 3 };

/** Any prompt of the session's own says more than what other sessions and agents were asked. */
const OWN = 2;

function rankOf(titleBy: SessionFields['titleBy']): number {
  return titleBy === undefined ? 0 : TITLE_RANK[titleBy];
}

/**
 * The first prompt says what a session is about, and the folder it began in is its project: agents walk into folders below, and
 * into others. For all other fields the last value counts.
 */
function isFirstWord(key: FieldKey, titleBy: SessionFields['titleBy']): boolean {
  return key === 'cwd' || titleBy === 'prompt';
}

/** Below zero when the known value outranks the new one. */
function orderOf(known: FieldFact, key: FieldKey, { titleBy, ref, isHint, worth }: Omit<FieldFact, 'value'>): number {
  return (
    Number(known.isHint ?? false) - Number(isHint ?? false) ||
    rankOf(titleBy) - rankOf(known.titleBy) ||
    (worth ?? 0) - (known.worth ?? 0) ||
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

  /** A hint fills only fields that are otherwise unknown. */
  note(fields: SessionFields, ref: LineRef, isHint = false): void {
    for (const key of Object.keys(fields) as FieldKey[]) {
      const value = fields[key];
      if (key === 'titleBy' || value === undefined || value === '') continue;
      const titleBy = key === 'title' ? fields.titleBy : undefined;
      if (titleBy !== undefined && titleBy !== 'user' && typeof value === 'string')
        this.#noteTitle(value, titleBy, ref);
      else this.#put(key, { value, titleBy, ref, ...(isHint ? { isHint } : {}) });
    }
  }

  /** A title not given by a person: not all of them are titles. */
  #noteTitle(text: string, titleBy: NonNullable<SessionFields['titleBy']>, ref: LineRef): void {
    const { text: value, worth } = headlineOf(text, LONG_TITLE);
    if (worth > 0) this.#put('title', { value, titleBy, ref });
  }

  /** A prompt says what the session is about, if nothing better does. */
  notePrompt(text: string, ref: LineRef, isOwn: boolean): void {
    const more = isOwn ? OWN : 0;
    const prompt = { titleBy: 'prompt', ref, isHint: true } as const;
    const known = this.#facts.get('title');
    // Even the best possible worth is not enough: most prompts need not be scored.
    if (known !== undefined && orderOf(known, 'title', { ...prompt, worth: more + 2 }) < 0) return;
    const { text: value, worth } = headlineOf(text, TITLE);
    if (worth > 0) this.#put('title', { ...prompt, value, worth: more + worth });
  }

  #put(key: FieldKey, fact: FieldFact): void {
    const known = this.#facts.get(key);
    if (known === undefined || orderOf(known, key, fact) >= 0) this.#facts.set(key, fact);
  }

  /** Whether no later prompt could name it better. */
  get isNamed(): boolean {
    const title = this.#facts.get('title');
    return title !== undefined && (rankOf(title.titleBy) > 0 || title.worth === OWN + 2);
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
