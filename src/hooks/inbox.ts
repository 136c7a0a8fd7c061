// Where hooks store what agents send: one file per agent and session, in Toolscope's own folder.

import { join } from 'node:path';
import { hashText } from '../base/hash.ts';

/** The inbox inside the data folder. */
export function inboxFolder(dataFolder: string): string {
  return join(dataFolder, 'hooks');
}

/** The ending of every inbox file: it identifies a file wherever it is. */
const ENDING = '.hooks.jsonl';

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** An external name as part of a path: plain ones unchanged, others as a hash. The line itself has the real one. */
function nameOf(word: string): string {
  return PLAIN.test(word) ? word : `other-${hashText(word).toString(36)}`;
}

export function inboxPath(inbox: string, agent: string, session: string): string {
  return join(inbox, nameOf(agent), `${nameOf(session)}${ENDING}`);
}

/** Where the shell hook leaves its input, one file each, until it is processed. */
export function spoolFolder(inbox: string): string {
  return join(inbox, 'spool');
}
