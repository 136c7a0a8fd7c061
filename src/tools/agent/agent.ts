// Starting other agents: Agent (Task before 2.1.63) of Claude Code, spawn_agent of Codex.

import { clip } from '../../base/text.ts';
import { formatMs, plural } from '../../base/units.ts';
import type { Facts } from '../../model/interpretation.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseId, looseNumber, looseText, looseTexts, text } from '../shapes.ts';
import { codex, refusals } from './agent.codex.ts';
import { copilot } from './agent.copilot.ts';
import { gemini, qwen } from './agent.gemini.ts';
import { kimi, kimiCode } from './agent.kimi.ts';
import { openCode } from './agent.opencode.ts';
import type {
  AgentCompleted,
  AgentEntered,
  AgentInput,
  AgentLaunched,
  AgentRemote,
  AgentResult,
  AgentTeammate,
} from './result.ts';
import { readLaunched, readReport, readTeammate } from './trailer.ts';

export type * from './result.ts';

const usage = shape
  .object({
    input_tokens: looseNumber,
    output_tokens: looseNumber,
    cache_read_input_tokens: looseNumber,
    cache_creation_input_tokens: looseNumber,
  })
  .transform((raw) => ({
    inputTokens: raw.input_tokens ?? 0,
    outputTokens: raw.output_tokens ?? 0,
    cacheReadTokens: raw.cache_read_input_tokens ?? 0,
    cacheWriteTokens: raw.cache_creation_input_tokens ?? 0,
  }))
  .optional()
  .catch(undefined);

const stats = shape
  .object({
    readCount: looseNumber,
    searchCount: looseNumber,
    bashCount: looseNumber,
    editFileCount: looseNumber,
    otherToolCount: looseNumber,
    linesAdded: looseNumber,
    linesRemoved: looseNumber,
  })
  .transform((raw) => ({
    reads: raw.readCount ?? 0,
    searches: raw.searchCount ?? 0,
    commands: raw.bashCount ?? 0,
    edits: raw.editFileCount ?? 0,
    others: raw.otherToolCount ?? 0,
    linesAdded: raw.linesAdded ?? 0,
    linesRemoved: raw.linesRemoved ?? 0,
  }))
  .optional()
  .catch(undefined);

/** Text blocks of the answer; other blocks are ignored. */
const content = shape
  .union([
    text.transform((only) => [only]),
    shape
      .array(shape.union([shape.object({ type: shape.literal('text'), text }), shape.unknown().transform(() => null)]))
      .transform((blocks) => blocks.flatMap((block) => (block === null ? [] : [block.text]))),
  ])
  .transform((texts) => texts.join('\n\n'));

/** 1.0.x wrote neither status nor agent id. Without content, the text has more. */
const completed = shape
  .object({
    status: shape.literal('completed', 'failed', 'timeout').optional(),
    content,
    agentId: looseId,
    agentType: looseText,
    resolvedModel: looseText,
    modelsUsed: looseTexts,
    totalTokens: looseNumber,
    totalDurationMs: looseNumber,
    totalToolUseCount: looseNumber,
    usage,
    toolsUsed: looseTexts,
    toolStats: stats,
    worktreePath: looseText,
    worktreeBranch: looseText,
  })
  .transform(
    (raw): AgentCompleted => ({
      kind: 'completed',
      status: raw.status ?? 'completed',
      agentId: raw.agentId ?? null,
      agentType: raw.agentType ?? null,
      model: raw.resolvedModel ?? raw.modelsUsed.at(-1) ?? null,
      models: raw.modelsUsed,
      report: raw.content,
      tokens: raw.totalTokens ?? null,
      durationMs: raw.totalDurationMs ?? null,
      toolCalls: raw.totalToolUseCount ?? null,
      usage: raw.usage ?? null,
      toolsUsed: raw.toolsUsed,
      stats: raw.toolStats ?? null,
      worktree: raw.worktreePath === undefined ? null : { path: raw.worktreePath, branch: raw.worktreeBranch ?? null },
    }),
  );

const launched = shape
  .object({
    status: shape.literal('async_launched'),
    agentId: looseId,
    resolvedModel: looseText,
    outputFile: looseText,
  })
  .transform(
    (raw): AgentLaunched => ({
      kind: 'launched',
      agentId: raw.agentId ?? null,
      name: null,
      model: raw.resolvedModel ?? null,
      outputPath: raw.outputFile ?? null,
    }),
  );

const remote = shape
  .object({ status: shape.literal('remote_launched'), taskId: text, sessionUrl: looseText, outputFile: looseText })
  .transform(
    (raw): AgentRemote => ({
      kind: 'remote',
      taskId: raw.taskId,
      sessionUrl: raw.sessionUrl ?? null,
      outputPath: raw.outputFile ?? null,
    }),
  );

const entered = shape
  .object({ status: shape.literal('sub_agent_entered'), description: looseText, message: looseText })
  .transform(
    (raw): AgentEntered => ({ kind: 'entered', description: raw.description ?? null, message: raw.message ?? '' }),
  );

const teammate = shape
  .object({
    status: shape.literal('teammate_spawned'),
    agent_id: looseId,
    teammate_id: looseId,
    agentId: looseId,
    name: looseText,
    team_name: looseText,
    agent_type: looseText,
    model: looseText,
    color: looseText,
  })
  .transform(
    (raw): AgentTeammate => ({
      kind: 'teammate',
      agentId: raw.agent_id ?? raw.agentId ?? raw.teammate_id ?? null,
      name: raw.name ?? null,
      team: raw.team_name ?? null,
      agentType: raw.agent_type ?? null,
      model: raw.model ?? null,
      color: raw.color ?? null,
    }),
  );

const claudeCode = defineDialect<AgentInput, AgentResult>({
  agent: 'claude-code',
  names: ['Agent', 'Task'],
  input: shape
    .object({
      description: looseText,
      prompt: looseText,
      subagent_type: looseText,
      model: looseText,
      effort: looseText,
      run_in_background: looseFlag,
      name: looseText,
      team_name: looseText,
      isolation: looseText,
      resume: looseId,
      max_turns: looseNumber,
    })
    .refine((raw) => (raw.prompt ?? raw.description) !== undefined)
    .transform(
      (raw): AgentInput => ({
        description: raw.description ?? null,
        prompt: raw.prompt ?? null,
        agentType: raw.subagent_type ?? null,
        model: raw.model ?? null,
        effort: raw.effort ?? null,
        background: raw.run_in_background ?? null,
        name: raw.name ?? null,
        team: raw.team_name ?? null,
        isolation: raw.isolation ?? null,
        resumes: raw.resume ?? null,
        fork: null,
        maxTurns: raw.max_turns ?? null,
      }),
    ),
  structured: [
    { kind: 'launched', schema: launched },
    { kind: 'remote', schema: remote },
    { kind: 'entered', schema: entered },
    { kind: 'teammate', schema: teammate },
    { kind: 'completed', schema: completed },
  ],
  text: [
    { kind: 'launched', read: readLaunched },
    { kind: 'teammate', read: readTeammate },
    { kind: 'completed', read: (report, { blocks }) => readReport(report, blocks) },
  ],
});

/** What the call started, from whichever side has it. */
function identity(input: AgentInput | null, result: AgentResult | null) {
  const told =
    result?.kind === 'completed' || result?.kind === 'launched' || result?.kind === 'teammate' ? result : null;
  return {
    agentId: told?.agentId ?? null,
    agentType: input?.agentType ?? (told !== null && 'agentType' in told ? told.agentType : null),
    model: told?.model ?? input?.model ?? null,
  };
}

function outcomeWords(result: AgentResult | null): string {
  switch (result?.kind) {
    case 'completed': {
      const parts = [
        ...(result.toolCalls === null ? [] : [plural(result.toolCalls, 'call')]),
        ...(result.durationMs === null ? [] : [formatMs(result.durationMs)]),
      ];
      return parts.length === 0 ? '' : ` → ${parts.join(', ')}`;
    }
    case 'launched':
      return ' → started in the background';
    case 'remote':
      return ' → remote';
    case 'teammate':
      return ` → joined${result.team === null ? '' : ` ${result.team}`}`;
    case 'activity':
      return result.status === null ? '' : ` → ${result.status}`;
    default:
      return '';
  }
}

export const agent = defineTool<AgentInput, AgentResult>({
  id: 'agent',
  title: 'Agent',
  family: 'agents',
  dialects: [claudeCode, codex, copilot, openCode, gemini, qwen, kimi, kimiCode],
  failures: [
    { code: 'agent-type-unknown', blame: 'agent', pattern: /^Agent type '[^'\n]{0,200}' not found/ },
    { code: 'api-error', blame: 'environment', pattern: /^(?:Agent terminated early due to an API error|API Error)/ },
    {
      code: 'agent-limit',
      blame: 'policy',
      pattern: /^(?:Maximum (?:subagent|agent) depth|Subagents? (?:cannot|may not) )/,
    },
    ...refusals,
  ],
  facts: ({ input, result }) => {
    const { agentId, agentType, model } = identity(input, result);
    const done = result?.kind === 'completed' ? result : null;
    const facts: Facts = {};
    if (agentId !== null) facts.agentId = clip(agentId, 200);
    if (agentType !== null) facts.agentType = clip(agentType, 120);
    if (model !== null) facts.model = model;
    if (done !== null && done.tokens !== null) facts.tokens = done.tokens;
    if (done !== null && done.toolCalls !== null) facts.toolCalls = done.toolCalls;
    if (done !== null && done.stats !== null) {
      facts.linesAdded = done.stats.linesAdded;
      facts.linesRemoved = done.stats.linesRemoved;
    }
    if (result?.kind === 'remote') facts.taskId = result.taskId;
    if (result?.kind === 'remote' && result.sessionUrl !== null) facts.url = clip(result.sessionUrl, 400);
    return facts;
  },
  summary: ({ input, result }) => {
    const { agentType } = identity(input, result);
    const what =
      result?.kind === 'activity'
        ? `${result.what} ${result.agents.map(({ agent: id }) => id).join(', ')}`
        : (input?.description ?? input?.name ?? clip(input?.prompt ?? '', 80));
    return `${agentType === null ? '' : `${agentType}: `}${what}${outcomeWords(result)}`;
  },
  target: (input) => input.description ?? input.name ?? (input.prompt === null ? null : clip(input.prompt, 200)),
  reportedMs: (result) => (result.kind === 'completed' ? result.durationMs : null),
  quietFailure: (result) => {
    if (result.kind === 'refused') {
      const known = refusals.find(({ pattern }) => pattern.test(result.message));
      return { code: known?.code ?? 'spawn-refused', blame: known?.blame ?? 'unknown', message: result.message };
    }
    if (result.kind !== 'completed' || result.status === 'completed') return null;
    return result.status === 'timeout'
      ? { code: 'timed-out', blame: 'environment', message: 'The agent ran out of time.' }
      : { code: 'agent-failed', blame: 'tool', message: 'The agent failed.' };
  },
});
