// Titles that name a record instead of the log they are in: they are the title of the session that holds it.

import { headlineOf } from '../base/headline.ts';
import type { SessionFields } from './observation.ts';

/** Longest title that is kept. */
const TITLE = 400;

export interface LeafTitle {
  /** Hash of the record's id. */
  readonly leaf: number;
  readonly title: string;
}

/** Undefined when the words are not a title. */
export function leafTitle(leaf: number, text: string): LeafTitle | undefined {
  const { text: title, worth } = headlineOf(text, TITLE);
  return worth === 0 ? undefined : { leaf, title };
}

/** The title of the last record that has one: a resumed session may hold records that named what it was before. */
export class LastLeaf {
  #place = -1;
  title: string | undefined;

  /** `place` orders the records of a session. */
  take(title: string, place: number): void {
    if (place < this.#place || (place === this.#place && this.title !== undefined && title >= this.title)) return;
    this.#place = place;
    this.title = title;
  }
}

/** A person's title, and one that a model gave to this very session, are better. */
export function withLeafTitle(fields: SessionFields, title: string | undefined): SessionFields {
  if (title === undefined || fields.titleBy === 'user' || fields.titleBy === 'model') return fields;
  return { ...fields, title, titleBy: 'summary' };
}
