// One line of a log by its line number, as problems name it.

import { AppError } from '../../base/app-error.ts';
import { readLines } from '../../sources/json-lines/read-lines.ts';
import type { HandlerOf } from '../handler.ts';

export const logLine: HandlerOf<'logLine'> = async ({ library, query, signal }) => {
  const { file } = query;
  const wanted = Number(query.line);
  // Only logs of the library are opened, whatever path is given.
  if (!(await library.questions.health.isKnownLog(library.places, file))) {
    throw new AppError('not-found', 'No such log is in the index.');
  }
  let body: Buffer | undefined;
  await readLines(
    file,
    ({ line, bytes, isTooLong }) => {
      if (line !== wanted) return;
      if (isTooLong) throw new AppError('refused', 'The line is too long to be read.');
      body = Buffer.from(bytes);
    },
    { open: library.openLog, partial: true, stop: () => body !== undefined || signal.aborted },
  );
  if (body === undefined) throw new AppError('not-found', 'The log no longer has that line.');
  return { body, type: 'text/plain; charset=utf-8', saveAs: null };
};
