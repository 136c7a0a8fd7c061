// Where hooks leave what agents tell them: one file per agent and session, in a folder of Toolscope's own.

import { join } from 'node:path';
import { hashText } from '../base/hash.ts';

/** The inbox inside the data folder. */
export function inboxFolder(dataFolder: string): string {
  return join(dataFolder, 'hooks');
}

/** Ends the name of every file of the inbox: by it a file is known wherever it lies. */
const ENDING = '.hooks.jsonl';

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A word from outside as part of a path: plain ones as they are, others by a hash. The line itself has the real one. */
function nameOf(word: string): string {
  return PLAIN.test(word) ? word : `other-${hashText(word).toString(36)}`;
}

export function inboxPath(inbox: string, agent: string, session: string): string {
  return join(inbox, nameOf(agent), `${nameOf(session)}${ENDING}`);
}

/** Where the shell hook leaves what it was told, one file each, until it is filed. */
export function spoolFolder(inbox: string): string {
  return join(inbox, 'spool');
}
