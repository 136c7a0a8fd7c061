// Raw bodies from logs: parts of calls, and log lines.

import { AppError } from '../../base/app-error.ts';
import { atPointer } from '../../base/json.ts';
import { openCallWith } from '../../reading/open-call.ts';
import { openSpilled } from '../../reading/spilled-output.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import type { LogOpener } from '../../sources/files/open-log.ts';
import { lineLimit } from '../../sources/json-lines/line-limit.ts';
import { findCall, findSession, type LocatedCall, pathsOf, wholeNumber } from '../find-session.ts';
import type { Bytes, HandlerOf } from '../handler.ts';
import { imageType, unpackBytes } from '../shape/packed-bytes.ts';

const PLAIN = 'text/plain; charset=utf-8';

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('refused', 'The value is nested too deeply to be read.', {
      hint: 'The raw record has it.',
    });
  }
}

/** How a browser should handle a value: as an image, plain text, JSON, or a download. */
function bytesOf(value: unknown, name: string): Bytes {
  if (typeof value !== 'string') return { body: jsonOf(value), type: 'application/json', saveAs: null };
  const bytes = unpackBytes(value);
  if (bytes === undefined) return { body: value, type: PLAIN, saveAs: null };
  const image = imageType(bytes);
  if (image !== undefined) return { body: bytes, type: image, saveAs: null };
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') {
    return { body: bytes, type: 'application/pdf', saveAs: `${name}.pdf` };
  }
  // Plain text may happen to look like base64.
  return { body: value, type: PLAIN, saveAs: null };
}

type From = 'input' | 'content' | 'structured' | 'record' | 'spilled' | 'typed-input' | 'typed-result';

function bodyOf({ call, paths }: LocatedCall, from: From, pointer: string, openLog: LogOpener): Bytes {
  const reader = new BodyReader(paths, openLog);
  const name = `${call.toolId}-${from}`;
  try {
    if (from === 'record') {
      const record = call.bodies.content === null ? undefined : reader.record(call.bodies.content);
      return bytesOf(atPointer(record, pointer), name);
    }
    const opened = openCallWith(reader, call);
    if (opened === undefined) throw new AppError('not-found', 'The log is gone, and the body with it.');
    if (from === 'spilled') {
      const { spilled } = opened;
      const copied = spilled?.archivedPath;
      const copy = copied === undefined ? undefined : reader.copyBytes(copied);
      if (copy !== undefined) return { body: copy, type: PLAIN, saveAs: null };
      const log = { logPath: reader.pathOf(call.bodies.content ?? call.bodies.input), session: call.session };
      const file = spilled === null ? undefined : openSpilled(spilled, log);
      if (file === undefined) throw new AppError('not-found', "The output is not in the session's folder.");
      return { body: { stream: file.stream() }, type: PLAIN, saveAs: null };
    }
    const { rawInput, content, structured, typed } = opened;
    const bodies = { input: rawInput, content, structured, 'typed-input': typed.input, 'typed-result': typed.result };
    return bytesOf(atPointer(bodies[from], pointer), name);
  } finally {
    reader.close();
  }
}

export const callBody: HandlerOf<'callBody'> = async ({ library, parts, query }) => {
  const found = await findCall(library, parts);
  const bytes = bodyOf(found, query.from, query.pointer ?? '', library.openLog);
  if (bytes.body === 'null') throw new AppError('not-found', 'The call has no such body.');
  if (query.download !== '1' || bytes.saveAs !== null) return bytes;
  return { ...bytes, saveAs: `${found.call.toolId}-${query.from}${bytes.type === PLAIN ? '.txt' : ''}` };
};

export const record: HandlerOf<'record'> = async ({ library, parts, query }) => {
  const key = await findSession(library, parts);
  const ref = {
    source: wholeNumber(parts.source, 'A file number'),
    offset: wholeNumber(parts.offset, 'A position in a file'),
    line: 0,
    length: Number(query.length),
  };
  if (ref.length > lineLimit()) throw new AppError('refused', 'The line is too long to be read.');
  const reader = new BodyReader(await pathsOf(library, key), library.openLog);
  try {
    const text = reader.text(ref);
    if (text === undefined) throw new AppError('not-found', 'The file no longer has that line.');
    return { body: text, type: PLAIN, saveAs: null };
  } finally {
    reader.close();
  }
};
