// Where Claude Code keeps its logs, and what a path alone says about a file. Evidence: docs/formats/claude-code.md, "Files".

import { trimEndOf } from '../../base/text.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'claude-code';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const AGENT_FILE = /^agent-(.+)\.jsonl$/;
const AGENT_META = /^agent-(.+)\.meta\.json$/;
const CUSTOM_TITLE = 'custom-title.json';

/** `$CLAUDE_CONFIG_DIR` replaces `~/.claude`; sessions are in its `projects` folder. */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const configured = env['CLAUDE_CONFIG_DIR'];
  if (configured !== undefined && configured !== '') {
    return [{ path: `${trimEndOf(configured, '/\\')}/projects`, agent: AGENT, from: 'CLAUDE_CONFIG_DIR' }];
  }
  return [{ path: `${home}/.claude/projects`, agent: AGENT, from: 'default' }];
}

function steps(path: string): string[] {
  return path.split(/[/\\]+/);
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The session named by a folder in the path: `<session>/subagents/…`, `<session>/workflows/…`, `<session>/custom-title.json`. */
export function sessionOfFolder(path: string): string | null {
  const parts = steps(path);
  const folder = parts.at(-2);
  if (parts.at(-1) === CUSTOM_TITLE && folder !== undefined && UUID.test(folder)) return folder;
  for (let i = parts.length - 2; i > 0; i--) {
    const name = parts[i];
    if (name === 'subagents' || name === 'workflows') {
      const owner = parts[i - 1];
      if (owner !== undefined && UUID.test(owner)) return owner;
    }
  }
  return null;
}

/** The workflow run named by a folder in the path: `subagents/workflows/<run>/agent-….jsonl`. */
export function runOfFolder(path: string): string | null {
  if (!path.includes('wf_')) return null;
  return steps(path).find((name) => name.startsWith('wf_') && !name.includes('.')) ?? null;
}

export function agentOfFile(path: string): string | null {
  const name = nameOf(path);
  if (!name.startsWith('agent-')) return null;
  return AGENT_FILE.exec(name)?.[1] ?? AGENT_META.exec(name)?.[1] ?? null;
}

/** The session a main file is named after. */
export function sessionOfFile(path: string): string | null {
  const name = nameOf(path).replace(/\.jsonl$/, '');
  return UUID.test(name) ? name : null;
}

export function role(path: string): FileRole | undefined {
  const name = nameOf(path);
  if (/\.jsonl\.(?:orphaned-\d+|backup)$/.test(name)) return { kind: 'skip', reason: 'set aside by Claude Code' };
  const agentId = AGENT_FILE.exec(name)?.[1];
  if (agentId !== undefined) return { kind: 'log', thread: agentId, session: sessionOfFolder(path) };
  // Qwen Code has such files too, one folder deeper: `subagents/<session>/`.
  if (AGENT_META.test(name))
    return steps(path).at(-3) === 'subagents' ? undefined : { kind: 'side', what: 'agent-meta' };
  const isOwn = name === CUSTOM_TITLE || name === 'journal.jsonl' || name === 'history.jsonl' || name.startsWith('wf_');
  return isOwn ? roleBeside(path, name) : undefined;
}

/** Names that mean something only in a certain folder. */
function roleBeside(path: string, name: string): FileRole | undefined {
  const folder = steps(path).at(-2) ?? '';
  if (name === CUSTOM_TITLE && UUID.test(folder)) return { kind: 'side', what: 'custom-title' };
  if (/^wf_.*\.json$/.test(name) && folder === 'workflows') return { kind: 'side', what: 'workflow-snapshot' };
  if (name === 'journal.jsonl' && runOfFolder(path) !== null) {
    return { kind: 'log', thread: 'main', session: sessionOfFolder(path) };
  }
  if (folder === '.claude' && name === 'history.jsonl') return { kind: 'skip', reason: 'prompt history, no session' };
  return undefined;
}
