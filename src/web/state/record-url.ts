// The URL of one raw record of a log.

import type { Place } from '../../api/wire/basics.ts';
import { api } from './api.ts';

export function recordUrl(
  { agent, session }: { readonly agent: string; readonly session: string },
  { source, offset, length }: Place,
): string {
  return api.url('record', {
    parts: { agent, session, source: String(source), offset: String(offset) },
    query: { length: String(length) },
  });
}
