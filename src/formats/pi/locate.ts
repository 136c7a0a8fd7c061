// Where pi keeps its sessions, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'pi';

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/**
 * `$PI_CODING_AGENT_SESSION_DIR` is the sessions' folder itself, `$PI_CODING_AGENT_DIR` the one above it. Oh My Pi writes the same logs
 * in its own home, and supports the second variable too.
 */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const sessions = env['PI_CODING_AGENT_SESSION_DIR'];
  if (isSet(sessions)) {
    return [{ path: trimEndOf(sessions, '/\\'), agent: AGENT, from: 'PI_CODING_AGENT_SESSION_DIR' }];
  }
  const folder = env['PI_CODING_AGENT_DIR'];
  if (isSet(folder)) {
    return [{ path: `${trimEndOf(folder, '/\\')}/sessions`, agent: AGENT, from: 'PI_CODING_AGENT_DIR' }];
  }
  return ['.pi', '.omp'].map((name) => ({ path: `${home}/${name}/agent/sessions`, agent: AGENT, from: 'default' }));
}

/** `2026-04-20T06-08-45-959Z_<session>.jsonl` */
const NAMED = /(?:^|[/\\])\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:-\d{1,3})?Z?_([^/\\]{1,200})\.jsonl$/;
const HOME = /(?:^|[/\\])\.(?:pi|omp)[/\\]agent[/\\]sessions[/\\]/;

/** Whether Oh My Pi wrote this log; in a folder that a variable chose, both do. */
export function isOhMyPi(path: string): boolean {
  return /[/\\]\.omp[/\\]agent[/\\]/.test(path);
}

/** The session that a log is named after. */
export function sessionOfPath(path: string): string | null {
  return NAMED.exec(path)?.[1] ?? null;
}

export function role(path: string): FileRole | undefined {
  if (!HOME.test(path)) return undefined;
  if (path.endsWith('.jsonl')) return { kind: 'log', thread: MAIN_THREAD, session: sessionOfPath(path) };
  return { kind: 'skip', reason: 'a file of the session, and not its log' };
}
