// The message at a position of a log.

import { AppError } from '../../base/app-error.ts';
import { messageText } from '../../reading/message-text.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import { findSession, pathsOf, wholeNumber } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { placeOf } from '../shape/place.ts';

/** Longer messages are cut: people read the beginning, and the log has the rest. */
const LONGEST_MESSAGE = 1_000_000;

export const message: HandlerOf<'message'> = async ({ library, parts, query }) => {
  const key = await findSession(library, parts);
  const source = wholeNumber(parts.source, 'A file number');
  const offset = wholeNumber(parts.offset, 'A position in a file');
  const said = await library.questions.content.message(key, { source, offset, pointer: query.pointer });
  if (said === undefined) throw new AppError('not-found', 'There is no message at that position.');
  const paths = await pathsOf(library, key);
  const reader = new BodyReader(paths, library.openLog);
  try {
    const { text } = messageText(reader, said);
    return {
      what: said.what,
      thread: said.thread,
      at: said.at,
      model: said.model,
      callId: said.callId,
      text: text.slice(0, LONGEST_MESSAGE),
      cut: Math.max(0, Math.max(said.size, text.length) - Math.min(text.length, LONGEST_MESSAGE)),
      place: placeOf(said.ref, (number) => paths[number] ?? ''),
    };
  } finally {
    reader.close();
  }
};
