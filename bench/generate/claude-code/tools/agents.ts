// The calls that start others: Task and Agent, in the foreground and the background, and Workflow.

import { escapeText } from '../../text-pools.ts';
import { noun, title, verb } from '../../words.ts';
import { invalidInput } from '../failures.ts';
import { type AgentPlan, failure, type Outcome, type Play, quoted, type Stage } from '../play.ts';
import { taskPlan } from './shell.ts';

const TYPES = ['general-purpose', 'Explore', 'Plan', 'code-reviewer'] as const;

export function agent(stage: Stage): Play {
  const { rng, pools, dialect } = stage;
  const tool = dialect.agentTool;
  const description = title(rng);
  const agentType = rng.pick(TYPES);
  const prompt = pools.prose(rng, tool === 'Task' ? rng.size(650, 1600, 7000) : rng.size(2000, 4400, 9000));
  const background = rng.chance(dialect.agentsInBackground);
  const flag = background && dialect.agentsInBackground < 0.5 ? ',"run_in_background":true' : '';
  const input = `{"subagent_type":"${agentType}","description":${JSON.stringify(description)},"prompt":"${prompt}"${flag}}`;
  if (rng.chance(0.02)) {
    const bare = `{"subagent_type":"${agentType}","description":${JSON.stringify(description)}}`;
    return { tool, input: bare, outcome: invalidInput(stage, tool, 'prompt') };
  }
  if (rng.chance(0.03)) {
    return {
      tool,
      input,
      outcome: failure(`Agent type '${noun(rng)}' not found. Available agents: ${TYPES.join(', ')}`, 30),
    };
  }
  const model = rng.pick(dialect.models);
  const agentId = dialect.agentIdLength === 8 ? rng.hex(8) : `a${rng.hex(dialect.agentIdLength - 1)}`;
  const plan: AgentPlan = { agentId, agentType, description, prompt, background, model };
  if (!background) return { tool, input, outcome: waiting(), agent: plan };
  const task = taskPlan(stage, 'agent', agentId, description, '');
  return { tool, input, outcome: launched(stage, plan, task.outputFile), agent: plan, task };
}

/** A placeholder until the subagent has run and its real result is known. */
function waiting(): Outcome {
  return { status: 'ok', content: '[]', isError: null, structured: null, durationMs: 0 };
}

function launched(stage: Stage, plan: AgentPlan, outputFile: string): Outcome {
  const { rng } = stage;
  const text = `Async agent launched successfully. (This tool result is internal metadata, not for the user.)\nagentId: ${plan.agentId} (internal ID - do not mention to user. Use SendMessage with to: '${plan.agentId}' to continue this agent.)\nThe agent is working in the background. You will be notified automatically when it completes.\noutput_file: ${outputFile}\nDo not read this file: it is the whole transcript of the agent.`;
  const modern = stage.dialect.attachments ? `"resolvedModel":"${plan.model}",` : '';
  const readable = stage.dialect.attachments ? ',"canReadOutputFile":true' : '';
  const structured = `{"isAsync":true,"status":"async_launched","agentId":"${plan.agentId}","description":${JSON.stringify(plan.description)},${modern}"prompt":"${plan.prompt}","outputFile":"${outputFile}"${readable}}`;
  return {
    status: 'background',
    content: `[{"type":"text","text":${JSON.stringify(text)}}]`,
    isError: null,
    structured,
    durationMs: rng.size(900, 9000, 60_000),
  };
}

export interface AgentRun {
  readonly report: string;
  readonly toolUses: number;
  readonly tokens: number;
  readonly durationMs: number;
  readonly usage: string;
}

/** The result of an agent that was waited for. */
export function agentOutcome(stage: Stage, plan: AgentPlan, run: AgentRun): Outcome {
  const { dialect } = stage;
  const blocks = [`{"type":"text","text":"${run.report}"}`];
  const totals = `"totalDurationMs":${run.durationMs},"totalTokens":${run.tokens},"totalToolUseCount":${run.toolUses},"usage":${run.usage}`;
  if (dialect.agents === 'inline') {
    const structured = `{"content":[${blocks.join(',')}],${totals}}`;
    return { status: 'ok', content: `[${blocks.join(',')}]`, isError: null, structured, durationMs: run.durationMs };
  }
  const structured = `{"status":"completed","prompt":"${plan.prompt}","agentId":"${plan.agentId}",${dialect.attachments ? `"agentType":"${plan.agentType}",` : ''}"content":[${blocks.join(',')}],${totals}}`;
  blocks.push(`{"type":"text","text":${JSON.stringify(trailer(stage, plan, run))}}`);
  return { status: 'ok', content: `[${blocks.join(',')}]`, isError: null, structured, durationMs: run.durationMs };
}

function trailer(stage: Stage, plan: AgentPlan, run: AgentRun): string {
  if (!stage.dialect.attachments)
    return `agentId: ${plan.agentId} (for resuming to continue this agent's work if needed)`;
  return `agentId: ${plan.agentId} (use SendMessage with to: '${plan.agentId}' to continue this agent)\n<usage>total_tokens: ${run.tokens}\ntool_uses: ${run.toolUses}\nduration_ms: ${run.durationMs}</usage>`;
}

export function workflow(stage: Stage): Play {
  const { rng, pools, facts } = stage;
  const name = `${verb(rng)}-${noun(rng)}-audit`;
  const taskId = `w${rng.lower36(8)}`;
  const runId = `wf_${rng.hex(8)}-${rng.hex(3)}`;
  const folder = `/home/dev/.claude/projects/${facts.cwd.replace(/[^A-Za-z0-9]/g, '-')}/${facts.sessionId}`;
  const summary = title(rng);
  const text = `Workflow launched in background. Task ID: ${taskId}\n${summary}\nRun ID: ${runId}`;
  const structured = `{"status":"async_launched","taskId":"${taskId}","taskType":"local_workflow","workflowName":"${name}","runId":"${runId}","summary":${JSON.stringify(summary)},"transcriptDir":"${folder}/subagents/workflows/${runId}","scriptPath":"${folder}/workflows/scripts/${name}-${runId}.js"}`;
  const outcome: Outcome = {
    status: 'background',
    content: quoted(escapeText(text)),
    isError: false,
    structured,
    durationMs: rng.between(100, 300),
  };
  const input = `{"name":"${name}","args":{"scope":"${pools.sentence(rng)}"}}`;
  return { tool: 'Workflow', input, outcome, task: taskPlan(stage, 'workflow', taskId, summary, '') };
}
