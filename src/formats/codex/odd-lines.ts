// Lines without a payload: markers, records of unknown types, and what Codex does not write.

import type { ThreadId } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { Odd } from './envelope.ts';
import { IGNORED_RECORDS } from './records.ts';

export function readOdd(line: Odd, ref: LineRef, thread: ThreadId): Reading {
  switch (line.odd) {
    case 'state-marker':
      return ignored('state: marker of the bare format');
    case 'no-payload': {
      const reason = IGNORED_RECORDS.get(line.type);
      return reason === undefined ? misread('no-payload', `A ${line.type} record without a payload.`) : ignored(reason);
    }
    case 'unknown':
      return observed([{ kind: 'unrecognised', ref, at: null, thread, what: line.type }]);
    case 'foreign':
      return misread('not-a-codex-record', 'The record has no shape that Codex writes.');
  }
}
