// Owns a RAP thread as a log: each event of the journal is a line, and its number is its place. Bodies stay in the
// runtime's database and are read from there when somebody looks at them.

import { AppError } from '../../base/app-error.ts';
import { type RapEvent, rapRecord } from '../../model/rap-event.ts';
import type { LineRef } from '../../model/source.ts';
import { type RapReader, readRapStore } from '../../store/rap-store.ts';
import type { OpenLog } from '../open-log.ts';
import { placeOf } from './rap-place.ts';

/** The line of an event, as an exported journal has it. */
export function lineOf(event: RapEvent): string {
  return JSON.stringify(rapRecord(event));
}

/** Where the event stands: later ones come later. */
export function refOf({ seq }: Pick<RapEvent, 'seq'>, lengthBytes: number): LineRef {
  return { source: 0, line: seq, offset: seq, length: lengthBytes };
}

class ThreadLog implements OpenLog {
  readonly #store: RapReader;
  readonly #groupId: string;

  constructor(store: RapReader, groupId: string) {
    this.#store = store;
    this.#groupId = groupId;
  }

  get size(): number {
    return this.#store.journal.lastSeq();
  }

  /** Nothing where the event is gone, or belongs to another thread. */
  read(room: Uint8Array, at: number): number {
    const event = this.#store.journal.bySeq(at);
    if (event?.groupId !== this.#groupId) return 0;
    const line = Buffer.from(lineOf(event));
    room.set(line.subarray(0, room.length));
    return Math.min(line.length, room.length);
  }

  close(): void {
    this.#store.close();
  }
}

export function openThreadLog(path: string): OpenLog {
  const place = placeOf(path);
  if (place === undefined) throw new AppError('path-not-found', `${path} names no RAP thread.`);
  return new ThreadLog(readRapStore(place.folder), place.groupId);
}
