// Owns a RAP thread as a log: each event of the journal is a line, and its number is its place. Bodies stay in the
// runtime's database and are read from there when somebody looks at them.

import { AppError } from '../../base/app-error.ts';
import { type RapEvent, rapRecord } from '../../model/rap-event.ts';
import type { LineRef } from '../../model/source.ts';
import { type RapReader, rapPath, readRapStore } from '../../rap/store/rap-store.ts';
import { type FileFacts, fileFacts } from '../files/file-stamp.ts';
import type { OpenLog } from '../files/open-log.ts';
import { placeOf, type RapPlace } from './rap-place.ts';

/** The line of an event, as an exported journal has it. */
export function lineOf(event: RapEvent): string {
  return JSON.stringify(rapRecord(event));
}

/** Where the event stands: later ones come later. */
export function refOf({ seq }: Pick<RapEvent, 'seq'>, lengthBytes: number): LineRef {
  return { source: 0, line: seq, offset: seq, length: lengthBytes };
}

/** A connection that all open threads of one database share: there may be many of them. */
interface Shared {
  readonly reader: RapReader;
  readonly facts: FileFacts | undefined;
  users: number;
}

const shared = new Map<string, Shared>();

/** One that was opened before the database was replaced by another stays with those who have it. */
function share(folder: string): Shared {
  const facts = fileFacts(rapPath(folder));
  const known = shared.get(folder);
  if (known !== undefined && known.facts?.inode === facts?.inode && known.facts?.device === facts?.device) {
    known.users++;
    return known;
  }
  const opened = { reader: readRapStore(folder), facts, users: 1 };
  shared.set(folder, opened);
  return opened;
}

function release(folder: string, used: Shared): void {
  used.users--;
  if (used.users > 0) return;
  if (shared.get(folder) === used) shared.delete(folder);
  used.reader.close();
}

class ThreadLog implements OpenLog {
  readonly #place: RapPlace;
  readonly #shared: Shared;
  #isOpen = true;

  constructor(place: RapPlace) {
    this.#place = place;
    this.#shared = share(place.folder);
  }

  get size(): number {
    return this.#shared.reader.journal.lastSeq();
  }

  /** Nothing where the event is gone, or belongs to another thread. */
  read(room: Uint8Array, at: number): number {
    const event = this.#shared.reader.journal.bySeq(at);
    if (event?.groupId !== this.#place.groupId) return 0;
    const line = Buffer.from(lineOf(event));
    room.set(line.subarray(0, room.length));
    return Math.min(line.length, room.length);
  }

  close(): void {
    if (this.#isOpen) release(this.#place.folder, this.#shared);
    this.#isOpen = false;
  }
}

export function openThreadLog(path: string): OpenLog {
  const place = placeOf(path);
  if (place === undefined) throw new AppError('path-not-found', `${path} does not name a RAP thread.`);
  return new ThreadLog(place);
}
