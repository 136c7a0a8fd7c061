// Finds titles that are in other logs than those of the session they name, before any of these is read.

import { hashText } from '../base/hash.ts';
import { NEWLINE } from '../base/lines.ts';
import { type LeafTitle, leafTitle } from '../model/leaf-titles.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { LogFile } from '../sources/discover.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import { parseLine } from '../sources/json-lines/parse-line.ts';
import { openLog } from '../sources/kinds/open-source.ts';

const BLOCK = 1024 * 1024;

/** Whole lines of a block that contain the mark. Returns how far the block was read: to the end of its last whole line. */
function linesWith(mark: Buffer, bytes: Buffer, isLast: boolean, take: (line: Buffer) => void): number {
  const lastEnd = bytes.lastIndexOf(NEWLINE);
  const end = isLast || lastEnd === -1 ? bytes.length : lastEnd + 1;
  for (let at = bytes.indexOf(mark); at !== -1 && at < end; ) {
    const found = bytes.indexOf(NEWLINE, at);
    const stop = found === -1 ? end : found;
    take(bytes.subarray(bytes.lastIndexOf(NEWLINE, at) + 1, stop));
    at = bytes.indexOf(mark, stop);
  }
  return end;
}

function titlesOf({ path, format }: LogFile, mark: Buffer, room: Buffer, titles: LeafTitle[]): void {
  const reader = format.open({ path, source: 0, session: '', thread: MAIN_THREAD });
  const take = (bytes: Buffer): void => {
    const line = { bytes, offset: 0, length: bytes.length, line: 1, terminated: true };
    for (const { record, ref } of parseLine(line, 0).records) {
      const reading = reader.read(record, ref);
      for (const said of reading.kind === 'observed' ? reading.observations : []) {
        if (said.kind !== 'session-described' || said.ofRecord === undefined) continue;
        const title = leafTitle(hashText(said.ofRecord), said.fields.title ?? '');
        if (title !== undefined) titles.push(title);
      }
    }
  };
  const file = openLog(path);
  try {
    for (let at = 0, isLast = false; !isLast; ) {
      const bytes = room.subarray(0, file.read(room, at));
      isLast = bytes.length < BLOCK;
      at += linesWith(mark, bytes, isLast, take);
    }
  } finally {
    file.close();
  }
}

/** Every title in these logs that names a record. A log that cannot be read has none; its reader says why. */
export function findLeafTitles(logs: readonly LogFile[]): readonly LeafTitle[] {
  const titles: LeafTitle[] = [];
  const room = Buffer.allocUnsafe(BLOCK);
  for (const log of logs) {
    const { titleMark } = log.format;
    if (titleMark === undefined || isCompressed(log.path)) continue;
    try {
      titlesOf(log, Buffer.from(titleMark), room, titles);
    } catch {}
  }
  return titles;
}
