// Where Gemini CLI keeps its chats, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'gemini';

/** `$GEMINI_CLI_HOME` replaces the home folder. */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const configured = env['GEMINI_CLI_HOME'];
  const isSet = configured !== undefined && configured !== '';
  const folder = isSet ? trimEndOf(configured, '/\\') : home;
  return [{ path: `${folder}/.gemini/tmp`, agent: AGENT, from: isSet ? 'GEMINI_CLI_HOME' : 'default' }];
}

const HOME = /(?:^|[/\\])\.gemini[/\\]tmp[/\\]/;
const CHAT = /[/\\]chats[/\\]session-[^/\\]{1,200}\.jsonl?$/;
/** Agents of a session are in a folder with its name. */
const AGENT_CHAT = /[/\\]chats[/\\]([^/\\]{1,200})[/\\]([^/\\]{1,200})\.jsonl$/;

export interface AgentPlace {
  readonly session: string;
  readonly thread: string;
}

/** The session that a subagent's chat belongs to, and the subagent. */
export function agentOfPath(path: string): AgentPlace | null {
  const [, session, thread] = AGENT_CHAT.exec(path) ?? [];
  return session === undefined || thread === undefined ? null : { session, thread };
}

/** Names that others use too count only inside Gemini's own folder. */
export function role(path: string): FileRole | undefined {
  if (!HOME.test(path)) return undefined;
  if (CHAT.test(path)) return { kind: 'log', thread: MAIN_THREAD, session: null };
  const agent = agentOfPath(path);
  if (agent !== null) return { kind: 'log', ...agent };
  return { kind: 'skip', reason: 'another file of Gemini CLI' };
}
