// The address of one record, as it stands in its log.

import type { Place } from '../../api/wire/basics.ts';
import type { SessionName } from '../session/session-state.ts';
import { api } from '../state/api.ts';

export function recordUrl({ agent, session }: SessionName, { source, offset, length }: Place): string {
  return api.url('record', {
    parts: { agent, session, source: String(source), offset: String(offset) },
    query: { length: String(length) },
  });
}
