// Where Cursor keeps the transcripts of its agent, and what a path says about a file.

import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'cursor';

/** No variable that moves it is documented. */
export function roots({ home }: Surroundings): readonly Root[] {
  return [{ path: `${home}/.cursor/projects`, agent: AGENT, from: 'default' }];
}

interface Place {
  readonly session: string;
  readonly thread: string;
}

const TRANSCRIPT = /(?:^|[/\\])agent-transcripts[/\\](?:([^/\\]+)[/\\])?(?:(subagents)[/\\])?([^/\\]+)\.jsonl$/;

/** `<session>/<session>.jsonl`, or flat; subagents have files of their own. */
export function placeOf(path: string): Place | undefined {
  const found = TRANSCRIPT.exec(path);
  if (found === null) return undefined;
  const [, folder, inside, name = ''] = found;
  return inside === undefined || folder === undefined
    ? { session: name, thread: MAIN_THREAD }
    : { session: folder, thread: name };
}

export function role(path: string): FileRole | undefined {
  const place = placeOf(path);
  return place === undefined ? undefined : { kind: 'log', ...place };
}
