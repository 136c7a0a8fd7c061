// The command that resumes a session in its agent, to be pasted into a shell. Ids and folders come from logs, which anyone may have
// written: what is not plainly an id or a folder never becomes part of a command.

import { shellQuoted } from '../base/shell-quoted.ts';
import { formatOfAgent } from '../formats/registry.ts';

/** No option, no path and nothing that a shell reads as anything but a word. */
const PLAIN_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/**
 * Quotes do not help everywhere: fish has escapes inside them, csh looks for `!` in them, and a terminal obeys control characters
 * that are pasted. Invisible characters are excluded, too.
 */
const FOLDER = /^\/[^\p{C}\p{Zl}\p{Zp}\\!]{0,4000}$/u;

/** Omits the change of folder if that cannot be named safely. Null if the agent or the id has no command. */
export function resumeCommand(agent: string, session: string, project: string | null, log = ''): string | null {
  const words = PLAIN_ID.test(session) ? formatOfAgent(agent)?.resume?.(session, log) : undefined;
  if (words === undefined) return null;
  const command = words.join(' ');
  return project !== null && FOLDER.test(project) ? `cd ${shellQuoted(project)} && ${command}` : command;
}
