// Finds a record of an unknown type: the ledger counts them, this looks for the first one in a file.

import { AppError } from '../base/app-error.ts';
import type { ByteLine } from '../base/lines.ts';
import { formatOfAgent, formatOfFile } from '../formats/registry.ts';
import { parseLine } from './json-lines/parse-line.ts';
import { readLines } from './json-lines/read-lines.ts';

export interface LookedAt {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly path: string;
}

/** Line numbers by record type. Reading stops as soon as all are found; a file that cannot be read holds none. */
export async function locateUnrecognised(file: LookedAt, wanted: Iterable<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const open = new Set(wanted);
  const own = formatOfAgent(file.agent);
  if (own === undefined) return found;
  const reader = formatOfFile(file.path, own).open({
    path: file.path,
    source: 0,
    session: file.session,
    thread: file.thread,
  });
  const look = (line: ByteLine): void => {
    if (open.size === 0) return;
    for (const { record, ref } of parseLine(line, 0).records) {
      const reading = reader.read(record, ref);
      if (reading.kind !== 'observed') continue;
      for (const observation of reading.observations) {
        if (observation.kind === 'unrecognised' && open.delete(observation.what))
          found.set(observation.what, line.line);
      }
    }
  };
  try {
    await readLines(file.path, look, { partial: true, stop: () => open.size === 0 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return found;
}
