// Column values for entries of a session that are not calls.

import type { EntryColumn } from '../../base/entry-columns.ts';
import { oneLine } from '../../base/headline.ts';
import type { Compaction, Message } from '../../model/session.ts';
import { comparePointers } from '../../model/source.ts';

/** A message or a compaction. */
export interface SaidEntry {
  readonly kind: string;
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly thread: string;
  readonly at: number | null;
  readonly text: string;
  readonly size: number | null;
  readonly model: string | null;
  /** The call that it is about; empty when it is about none. */
  readonly callId: string;
  readonly tokens: number | null;
}

/** An entry that is not a call has none of a call's values. */
export const NO_CALL: Readonly<Record<Exclude<EntryColumn, keyof SaidEntry>, unknown>> = {
  key: 0,
  occurrence: 0,
  tool: '',
  toolId: '',
  status: '',
  code: null,
  blame: null,
  endedAt: null,
  ms: null,
  basis: null,
  bound: null,
  waitMs: null,
  hookMs: null,
  turn: 0,
  group: null,
  parentCall: null,
  startedThread: null,
  background: false,
  path: null,
  flags: [],
  masked: null,
};

export function isOfCalls(column: EntryColumn): column is keyof typeof NO_CALL {
  return column in NO_CALL;
}

/** What a row shows of an answer: previews keep Markdown marks, on one line. */
function rowText(what: Message['what'], preview: string): string {
  if (what !== 'answer' && what !== 'thinking') return preview;
  return oneLine(preview.replace(/(^|\s)#{2,6}\s+(?=\S)/g, '$1'), preview.length);
}

/** Half a surrogate pair would not survive the round trip. */
export function messageEntry({ what, ref, pointer, thread, at, preview, size, model, callId }: Message): SaidEntry {
  const text = rowText(what, preview).replace(/\p{Surrogate}/gu, '\ufffd');
  const { source, offset } = ref;
  return { kind: what, source, offset, pointer, thread, at, text, size, model, callId: callId ?? '', tokens: null };
}

function compactionText({ trigger, preTokens, postTokens }: Compaction): string {
  if (preTokens === null) return trigger;
  return postTokens === null
    ? `${trigger}, from ${preTokens} tokens`
    : `${trigger}, ${preTokens} → ${postTokens} tokens`;
}

export function compactionEntry(compaction: Compaction): SaidEntry {
  return {
    kind: 'compaction',
    source: compaction.ref.source,
    offset: compaction.ref.offset,
    pointer: '',
    thread: compaction.thread,
    at: compaction.at,
    text: compactionText(compaction),
    size: null,
    model: null,
    callId: '',
    tokens: compaction.preTokens,
  };
}

type Place = Pick<SaidEntry, 'source' | 'offset' | 'pointer'>;

export function comparePlaces(a: Place, b: Place): number {
  return a.source - b.source || a.offset - b.offset || comparePointers(a.pointer, b.pointer);
}
