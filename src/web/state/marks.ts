// The user's marks on sessions: pinned, hidden, renamed. Changes in this tab apply at once, before the next list comes from
// the server.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { SessionRow } from '../../api/wire/session.ts';
import { sessionKey } from '../../base/session-key.ts';
import { api } from './api.ts';

type Row = Pick<SessionRow, 'agent' | 'id' | 'title' | 'pinned' | 'hidden' | 'named' | 'ownTitle'>;

interface Mark {
  readonly pinned: boolean;
  readonly hidden: boolean;
  readonly name: string | null;
}

const changed = signal<ReadonlyMap<string, Mark>>(new Map());
/** Changes whenever something was marked. */
export const marksNow: ReadonlySignal<unknown> = changed;

function keyOf({ agent, id }: Pick<Row, 'agent' | 'id'>): string {
  return sessionKey(agent, id);
}

/** The row with its current marks. */
export function marked<Some extends Row>(row: Some): Some {
  const mark = changed.value.get(keyOf(row));
  if (mark === undefined) return row;
  const { pinned, hidden, name } = mark;
  return { ...row, pinned, hidden, named: name !== null, title: name ?? row.ownTitle };
}

export interface MarkChange {
  readonly pinned?: boolean;
  readonly hidden?: boolean;
  readonly name?: string | null;
}

export async function mark(row: Pick<Row, 'agent' | 'id'>, change: MarkChange): Promise<void> {
  const parts = { agent: row.agent, session: row.id };
  const now = await api.post('markSession', { parts }, change);
  changed.value = new Map([...changed.value, [keyOf(row), now]]);
}

/** Pinned ones first; otherwise in the given order. */
export function pinnedFirst(rows: readonly SessionRow[]): readonly SessionRow[] {
  return rows.some(({ pinned }) => pinned)
    ? [...rows.filter(({ pinned }) => pinned), ...rows.filter(({ pinned }) => !pinned)]
    : rows;
}
