// What a session's row can say before the session is read: title, project and times, from the head and the tail of its log.

import { AppError } from '../base/app-error.ts';
import { NEWLINE } from '../base/lines.ts';
import type { LineReader } from '../formats/format.ts';
import { SessionFold } from '../lifecycle/reduce.ts';
import type { SessionFields } from '../model/observation.ts';
import type { OpenFile } from '../sources/files/open-log.ts';
import { parseLine } from '../sources/json-lines/parse-line.ts';
import { hasOwnPlaces, openLog } from '../sources/kinds/open-source.ts';
import type { SessionFiles } from './read-session.ts';

/** The first prompt is nearly always within the head: 20 kB and more of instructions may precede it. */
const HEAD_BYTES = 128 * 1024;
/** Contains the last time, and a title that was given later. */
const TAIL_BYTES = 16 * 1024;

/** Outlines are made one after the other: they share one buffer. */
const BLOCK = Buffer.allocUnsafe(HEAD_BYTES);

export interface SessionOutline {
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
}

interface Place {
  readonly offset: number;
  /** What precedes the first line break is the rest of a line. */
  readonly isInsideLine: boolean;
}

/** Whether the head has said enough. */
function isDescribed(fold: SessionFold): boolean {
  return fold.isNamed && fold.fields.cwd !== undefined;
}

/** Takes the whole lines of a block until it may stop. Returns where the first line that was not taken begins. */
function takeLines(fold: SessionFold, reader: LineReader, file: OpenFile, from: Place, mayStop: () => boolean): number {
  const block = BLOCK.subarray(0, file.read(BLOCK, from.offset));
  let start = from.isInsideLine ? block.indexOf(NEWLINE) + 1 : 0;
  for (let end = block.indexOf(NEWLINE, start); end !== -1 && !mayStop(); end = block.indexOf(NEWLINE, start)) {
    const offset = from.offset + start;
    const place = { offset, length: end - start, line: offset + 1 };
    for (const { record } of parseLine({ ...place, bytes: block.subarray(start, end), terminated: true }, 0).records) {
      const reading = reader.read(record, { source: 0, ...place });
      if (reading.kind === 'observed') for (const observation of reading.observations) fold.apply(observation);
    }
    start = end + 1;
  }
  return from.offset + start;
}

function takeEnds(fold: SessionFold, reader: LineReader, path: string): void {
  const file = openLog(path);
  try {
    const begin = { offset: 0, isInsideLine: false };
    const taken = takeLines(fold, reader, file, begin, () => isDescribed(fold));
    const tail = file.size - TAIL_BYTES;
    const rest = tail > taken ? { offset: tail, isInsideLine: true } : { offset: taken, isInsideLine: false };
    takeLines(fold, reader, file, rest, () => false);
  } finally {
    file.close();
  }
}

/** For a compressed or rendered log, only what the file itself says is known: looking into it takes as long as reading it. */
export function outlineSession({ format, session, logs, startedAt }: SessionFiles): SessionOutline {
  const [log] = logs;
  const fold = new SessionFold({ messages: false, tracking: false });
  if (log !== undefined && !hasOwnPlaces(log.path)) {
    const { path, identity } = log;
    try {
      takeEnds(fold, format.open({ path, source: 0, session, thread: identity.thread, isOrphan: false }), path);
    } catch (error) {
      // Reading it will report what is wrong.
      if (!(error instanceof AppError)) throw error;
    }
  }
  const modifiedAt = logs.reduce((newest, file) => Math.max(newest, file.modifiedAt), 0);
  return {
    fields: fold.fields,
    startedAt: fold.startedAt ?? startedAt,
    lastAt: fold.lastAt ?? (modifiedAt === 0 ? null : modifiedAt),
  };
}
