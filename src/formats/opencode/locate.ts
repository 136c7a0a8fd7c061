// Where OpenCode keeps its database, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'opencode';
/** An older program of the same name, written in Go. */
export const GO_AGENT = 'opencode-go';

/** The usual one, and those of development and beta versions. */
const NAMES = ['opencode.db', 'opencode-beta.db', 'opencode-dev.db', 'opencode-local.db'];
const DATABASE = /(?:^|[/\\])opencode(?:-[\w.-]{1,80})?\.db$/;

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/**
 * The same folder on every system. Only the databases and the list of sessions from before them, not the folder: it also holds copies
 * of whole projects. `$OPENCODE_DB` is an absolute path, or relative to that folder.
 */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const moved = env['XDG_DATA_HOME'];
  const data = `${isSet(moved) ? trimEndOf(moved, '/\\') : `${home}/.local/share`}/opencode`;
  const named = env['OPENCODE_DB'];
  if (isSet(named) && named !== ':memory:') {
    const path = /^(?:[/\\]|[A-Za-z]:)/.test(named) ? named : `${data}/${named}`;
    return [{ path, agent: AGENT, from: 'OPENCODE_DB' }];
  }
  const from = isSet(moved) ? 'XDG_DATA_HOME' : 'default';
  return [...NAMES, 'storage/session'].map((name) => ({ path: `${data}/${name}`, agent: AGENT, from }));
}

export function isDatabase(path: string): boolean {
  return path.endsWith('.db') && DATABASE.test(path);
}

/** What the first versions wrote instead of a database. Later ones import it: then it counts once. */
export const STORED =
  /[/\\](?:opencode[/\\])?storage[/\\]session[/\\](?!message[/\\]|part[/\\])[^/\\]+[/\\]ses_[^/\\]+\.json$/;
const FOLDER = /[/\\]opencode[/\\](?:project[/\\][^/\\]+[/\\])?storage[/\\]/;
const BESIDE = /[/\\]opencode[/\\](?:log|snapshot|tool-output|bin)[/\\]/;

export function role(path: string): FileRole | undefined {
  if (STORED.test(path)) return undefined;
  if (FOLDER.test(path)) return { kind: 'skip', reason: 'a file of a session from before the database' };
  return BESIDE.test(path) ? { kind: 'skip', reason: 'a file beside the database' } : undefined;
}
