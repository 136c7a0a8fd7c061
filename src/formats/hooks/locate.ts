// Recognises a file of the hook inbox: by the end of its name, wherever it is.

import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole } from '../format.ts';

const INBOX_FILE = /\.hooks\.jsonl$/;

export function isInboxFile(path: string): boolean {
  return INBOX_FILE.test(path);
}

/** Matches the hooks' own error log, and the spool: neither belongs to a session. */
const BESIDE = /(?:^|[/\\])hooks[/\\](?:trouble(?:\.old)?\.jsonl|spool[/\\][^/\\]*)$/;

/** The lines name the session; the file name can be a hash of it. */
export function role(path: string): FileRole | undefined {
  if (isInboxFile(path)) return { kind: 'log', thread: MAIN_THREAD, session: null };
  return BESIDE.test(path) ? { kind: 'skip', reason: "Toolscope's own notes about hooks" } : undefined;
}
