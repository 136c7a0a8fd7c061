// Where Qwen Code keeps its sessions and those of its subagents, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'qwen';

/** The first of these variables that is set names the folder. */
export function roots({ env, home }: Surroundings): readonly Root[] {
  for (const from of ['QWEN_RUNTIME_DIR', 'QWEN_HOME']) {
    const folder = env[from];
    if (folder !== undefined && folder !== '') {
      return [{ path: `${trimEndOf(folder, '/\\')}/projects`, agent: AGENT, from }];
    }
  }
  return [{ path: `${home}/.qwen/projects`, agent: AGENT, from: 'default' }];
}

const HOME = /(?:^|[/\\])\.qwen[/\\]/;
const CHAT = /[/\\]chats[/\\]([^/\\]{1,200})\.jsonl$/;
const SUBAGENT = /[/\\]subagents[/\\]([^/\\]{1,200})[/\\]agent-([^/\\]{1,200}?)\.(?:jsonl|meta\.json)$/;

/** The session that a log is named after. */
export function sessionOfPath(path: string): string | null {
  return SUBAGENT.exec(path)?.[1] ?? CHAT.exec(path)?.[1] ?? null;
}

export function agentOfPath(path: string): string | null {
  return SUBAGENT.exec(path)?.[2] ?? null;
}

/** Names that others use too count only inside Qwen's own folder. */
export function role(path: string): FileRole | undefined {
  if (SUBAGENT.test(path) && path.endsWith('.meta.json')) return { kind: 'side', what: 'agent-meta' };
  if (!HOME.test(path)) return undefined;
  const session = sessionOfPath(path);
  if (session !== null) return { kind: 'log', thread: agentOfPath(path) ?? MAIN_THREAD, session };
  return { kind: 'skip', reason: 'another file of Qwen Code' };
}
