// Titles that name a record: which of them names a session, and how its row then changes.

import { type LastLeaf, withLeafTitle } from '../../model/leaf-titles.ts';
import type { SessionFields } from '../../model/observation.ts';
import type { SessionDetail } from '../questions/sessions.ts';

export interface LeafTitle {
  readonly leaf: number;
  readonly title: string;
}

/** Titles by the record that they name. */
export type LeafTitles = ReadonlyMap<number, readonly string[]>;

export function leafTitles(all: readonly LeafTitle[]): LeafTitles {
  const titles = new Map<number, string[]>();
  for (const { leaf, title } of all) {
    const same = titles.get(leaf);
    if (same === undefined) titles.set(leaf, [title]);
    else same.push(title);
  }
  return titles;
}

/** The titles of a session's records. `body`: pairs of a hashed id and a place. */
export function takeTitles(last: LastLeaf, body: Uint8Array, titles: LeafTitles): void {
  const pairs = new Float64Array(body.slice().buffer);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    for (const title of titles.get(pairs[i] ?? 0) ?? []) last.take(title, pairs[i + 1] ?? 0);
  }
}

/** The title in a session's own logs. */
type OwnTitle = Pick<SessionFields, 'title' | 'titleBy'>;

/** The parts of a session's row that concern its title. */
export interface TitledRow {
  readonly detail: string;
  readonly shown: string | null;
  readonly own: string | null;
}

export interface Retitled {
  /** Null when the row says so already. */
  readonly update: { readonly title: string | null; readonly own: string | null; readonly detail: string } | null;
  readonly isRenamed: boolean;
}

export function retitled(before: TitledRow, leaf: LastLeaf['title']): Retitled {
  // Our own data: the schema's version guarantees its shape.
  const detail: SessionDetail = JSON.parse(before.detail);
  const { title, titleBy, ...others } = detail.fields;
  const said: OwnTitle = { ...(title === undefined ? {} : { title }), ...(titleBy === undefined ? {} : { titleBy }) };
  const own: OwnTitle = before.own === null ? said : JSON.parse(before.own);
  const fields = withLeafTitle({ ...others, ...own }, leaf);
  const isOwn = fields.title === own.title && fields.titleBy === own.titleBy;
  const after = JSON.stringify({ ...detail, fields });
  const isSame = after === before.detail && before.shown === (fields.title ?? null);
  const update = { title: fields.title ?? null, own: isOwn ? null : JSON.stringify(own), detail: after };
  return { update: isSame ? null : update, isRenamed: fields.title !== title };
}
