// Owns a thread of the RAP runtime as a log to search: its events as lines, gathered when somebody looks.

import type { RapEvent } from '../model/rap-event.ts';
import { readRapStore } from '../rap/store/rap-store.ts';
import { placeOf } from '../sources/rap-journal/rap-place.ts';
import { lineOf } from '../sources/rap-journal/thread-log.ts';
import { type LogBytes, memoryBytes } from './text/log-bytes.ts';

export interface ThreadText {
  readonly log: LogBytes;
  /** The number of the event that stands in a line. */
  seqOf(line: number): number;
}

export function threadText(path: string): ThreadText {
  const place = placeOf(path);
  const lines: { readonly text: string; readonly seq: number }[] = [];
  if (place !== undefined) {
    const store = readRapStore(place.folder);
    try {
      const thread = store.threads.find(place.groupId);
      for (const event of thread === undefined ? [] : store.journal.after(thread.thread, 0)) lines.push(noted(event));
    } finally {
      store.close();
    }
  }
  const text = lines.map((line) => `${line.text}\n`).join('');
  return { log: memoryBytes(Buffer.from(text)), seqOf: (line) => lines[line - 1]?.seq ?? 0 };
}

function noted(event: RapEvent): { readonly text: string; readonly seq: number } {
  return { text: lineOf(event), seq: event.seq };
}
