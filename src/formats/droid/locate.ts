// Where Factory's Droid keeps its logs, and what a path says about a file.

import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'droid';

/** No variable that moves it is documented. */
export function roots({ home }: Surroundings): readonly Root[] {
  return [{ path: `${home}/.factory/sessions`, agent: AGENT, from: 'default' }];
}

const SETTINGS = /(?:^|[/\\])([^/\\]+)\.settings\.json$/;
const LOG = /(?:^|[/\\])\.factory[/\\]sessions[/\\](?:[^/\\]+[/\\])?([^/\\]+)\.jsonl$/;
const HOME = /(?:^|[/\\])\.factory[/\\]sessions[/\\]/;

/** The session that a file is named after: its log in Droid's own folder, and its settings anywhere. */
export function sessionOfPath(path: string): string | null {
  return LOG.exec(path)?.[1] ?? null;
}

export function sessionOfSettings(path: string): string | null {
  return SETTINGS.exec(path)?.[1] ?? null;
}

export function role(path: string): FileRole | undefined {
  if (SETTINGS.test(path)) return { kind: 'side', what: 'settings' };
  if (!HOME.test(path)) return undefined;
  const session = sessionOfPath(path);
  return session === null ? undefined : { kind: 'log', thread: MAIN_THREAD, session };
}
