// How a file of the hook inbox is known: by the end of its name, wherever it lies.

import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole } from '../format.ts';

const INBOX_FILE = /\.hooks\.jsonl$/;

export function isInboxFile(path: string): boolean {
  return INBOX_FILE.test(path);
}

/** Names what hooks noted about themselves, and what waits to be filed: neither is anybody's session. */
const BESIDE = /(?:^|[/\\])hooks[/\\](?:trouble(?:\.old)?\.jsonl|spool[/\\][^/\\]*)$/;

/** The lines say which session; a name can be a hash of it. */
export function role(path: string): FileRole | undefined {
  if (isInboxFile(path)) return { kind: 'log', thread: MAIN_THREAD, session: null };
  return BESIDE.test(path) ? { kind: 'skip', reason: "Toolscope's own notes about hooks" } : undefined;
}
