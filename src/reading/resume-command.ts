// The command that goes on with a session in its agent, to be pasted into a shell. Ids and folders come out of logs, which anyone
// may have written: what is not plainly an id or a folder never becomes part of a command.

import { shellQuoted } from '../base/shell-quoted.ts';
import { formatOfAgent } from '../formats/registry.ts';

/** No option, no path and nothing that a shell reads as anything but a word. */
const PLAIN_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/**
 * Quotes do not help everywhere: fish has escapes inside of them, csh looks for `!` in them, and a terminal obeys control
 * characters that are pasted. What cannot be seen is left out, too.
 */
const FOLDER = /^\/[^\p{C}\p{Zl}\p{Zp}\\!]{0,4000}$/u;

/** Without a change of folder where that cannot be named safely. Null where the agent or the id has no command. */
export function resumeCommand(agent: string, session: string, project: string | null, log = ''): string | null {
  const words = PLAIN_ID.test(session) ? formatOfAgent(agent)?.resume?.(session, log) : undefined;
  if (words === undefined) return null;
  const command = words.join(' ');
  return project !== null && FOLDER.test(project) ? `cd ${shellQuoted(project)} && ${command}` : command;
}
