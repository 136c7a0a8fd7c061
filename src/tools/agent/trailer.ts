// The text of a subagent's answer: the report, then a trailer with its id, worktree and usage.

import type { ContentBlock } from '../../model/content.ts';
import type { AgentCompleted, AgentLaunched, AgentTeammate } from './result.ts';

const AGENT_ID = /^agentId: ([\w@.-]{1,200})/;
const WORKTREE_PATH = /^worktreePath: (.{1,4000})$/m;
const WORKTREE_BRANCH = /^worktreeBranch: (.{1,1000})$/m;

interface Trailer {
  readonly agentId: string | null;
  readonly worktree: AgentCompleted['worktree'];
  readonly tokens: number | null;
  readonly toolCalls: number | null;
  readonly durationMs: number | null;
}

/** A number in `<usage>`: as lines ("total_tokens: 12") or as tags ("<total_tokens>12</…>"). */
function usageOf(usage: string, ...names: readonly string[]): number | null {
  for (const name of names) {
    const match = new RegExp(`(?:^|\\n|<)${name}(?:: |>)(\\d{1,15})`).exec(usage);
    if (match !== null) return Number(match[1]);
  }
  return null;
}

function readTrailer(text: string): Trailer {
  const usageAt = text.lastIndexOf('<usage>');
  const usage = usageAt === -1 ? '' : text.slice(usageAt + '<usage>'.length);
  const path = WORKTREE_PATH.exec(text)?.[1]?.trim();
  return {
    agentId: AGENT_ID.exec(text)?.[1] ?? null,
    worktree: path === undefined ? null : { path, branch: WORKTREE_BRANCH.exec(text)?.[1]?.trim() ?? null },
    tokens: usageOf(usage, 'total_tokens', 'subagent_tokens'),
    toolCalls: usageOf(usage, 'tool_uses'),
    durationMs: usageOf(usage, 'duration_ms'),
  };
}

const TRAILER_MAX = 8000;

/** Where the trailer begins in a text with both: the last line that names the agent. */
function trailerStart(text: string): number {
  if (AGENT_ID.test(text)) return 0;
  const from = Math.max(0, text.length - TRAILER_MAX);
  const at = text.lastIndexOf('\nagentId: ');
  if (at < from) return -1;
  // A report may quote such a line: only the parts of a trailer may follow.
  const rest = text.slice(at + 1);
  const lines = rest.split('\n');
  const isTrailer = lines.every((line) =>
    /^(?:agentId: |worktree(?:Path|Branch): |<\/?usage>|<?\w+(?:: |>)\d|\s*$)/.test(line),
  );
  return isTrailer ? at + 1 : -1;
}

function textsOf(content: string, blocks: readonly ContentBlock[]): readonly string[] {
  const texts: string[] = [];
  for (const block of blocks) if (block.type === 'text') texts.push(block.text);
  return texts.length === 0 ? [content] : texts;
}

/** Any text is a report; ids and figures need a trailer. */
export function readReport(content: string, blocks: readonly ContentBlock[]): AgentCompleted {
  const texts = textsOf(content, blocks);
  const last = texts.at(-1) ?? '';
  const start = trailerStart(last);
  const trailer = readTrailer(start === -1 ? '' : last.slice(start));
  const ending = start === -1 ? last : last.slice(0, start);
  const report = [...texts.slice(0, -1), ending.trimEnd()].filter((text) => text !== '').join('\n\n');
  return {
    kind: 'completed',
    status: 'completed',
    agentType: null,
    model: null,
    models: [],
    report,
    usage: null,
    toolsUsed: [],
    stats: null,
    ...trailer,
  };
}

const LAUNCHED = /^(?:Async agent launched successfully|Agent (?:is )?(?:now )?running in (?:the )?background)/;

/** The placeholder of an agent that continues in the background. */
export function readLaunched(content: string): AgentLaunched | undefined {
  const text = content.slice(0, TRAILER_MAX);
  if (!LAUNCHED.test(text)) return undefined;
  return {
    kind: 'launched',
    agentId: /^agentId: ([\w@.-]{1,200})/m.exec(text)?.[1] ?? null,
    name: null,
    model: null,
    outputPath: /^output_file: (.{1,4000})$/m.exec(text)?.[1]?.trim() ?? null,
  };
}

/** `Spawned successfully.` and lines of `key: value`. */
export function readTeammate(content: string): AgentTeammate | undefined {
  const text = content.slice(0, TRAILER_MAX);
  if (!/^(?:Spawned successfully|Teammate spawned)/.test(text)) return undefined;
  const value = (key: string): string | null => new RegExp(`^${key}: (.{1,400})$`, 'm').exec(text)?.[1]?.trim() ?? null;
  return {
    kind: 'teammate',
    agentId: value('agent_id') ?? value('teammate_id'),
    name: value('name'),
    team: value('team_name'),
    agentType: value('agent_type'),
    model: value('model'),
    color: value('color'),
  };
}
