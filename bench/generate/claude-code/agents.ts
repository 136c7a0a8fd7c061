// Subagents: their records inline, in flat files or in the session's folder, and the echo of them in the main thread.

import { Clock, iso } from '../session-request.ts';
import { escapeText } from '../text-pools.ts';
import { type Actor, playMessage } from './calls.ts';
import { startMessage, textBlock, usageJson, writeBlock } from './messages.ts';
import type { AgentPlan, Outcome } from './play.ts';
import { type ClaudeSession, folderOf } from './session.ts';
import { type SessionFacts, ThreadWriter, textMessage, type WrittenRecord } from './thread-writer.ts';
import { type AgentRun, agentOutcome } from './tools/agents.ts';

/** Share of echoes that repeat the agent's latest messages besides the new one. */
const ECHO_OF_ALL = 0.22;
const ECHOED_AT_ONCE = 14;

/** Runs the subagent of a call and gives the call's result. */
export function runAgent(
  session: ClaudeSession,
  parent: Actor,
  plan: AgentPlan,
  call: { callId: string; outcome: Outcome },
): Outcome {
  session.tally.subagents++;
  const { clock } = parent.thread.facts;
  const startedMs = clock.now;
  const run =
    session.dialect.agents === 'inline' ? runInline(session, plan) : runInFile(session, parent, plan, call.callId);
  if (plan.background) return call.outcome;
  const outcome = agentOutcome(parent.stage, plan, run);
  clock.reach(startedMs + run.durationMs);
  return outcome;
}

/** The oldest layout: the subagent's records are in the main file, marked as a sidechain. */
function runInline(session: ClaudeSession, plan: AgentPlan): AgentRun {
  const thread = new ThreadWriter(
    session.facts,
    { line: (json) => session.main.state(json), close: () => ({ path: '', lines: 0, bytes: 0 }) },
    { id: null },
  );
  return converse(session, thread, plan);
}

function runInFile(session: ClaudeSession, parent: Actor, plan: AgentPlan, callId: string): AgentRun {
  const { request, dialect, facts, tally } = session;
  const name = `agent-${plan.agentId}`;
  const folder = dialect.agents === 'flat' ? `projects/${folderOf(facts.cwd)}` : `${session.folder}/subagents`;
  const sink = request.outlet.open(`${folder}/${name}.jsonl`);
  // A background agent has its own clock: the main thread does not wait for it.
  const own: SessionFacts = plan.background ? { ...facts, clock: new Clock(facts.clock.now) } : facts;
  const thread = new ThreadWriter(own, sink, { id: plan.agentId });
  if (dialect.progress && !plan.background) thread.onRecord = echo(session, parent.thread, plan, callId);
  const run = converse(session, thread, plan);
  tally.files.push(sink.close(own.clock.now));
  if (dialect.agentMeta) {
    const meta = {
      agentType: plan.agentType,
      description: plan.description,
      toolUseId: callId,
      spawnDepth: 1,
      requestShape: plan.background ? 'background' : 'foreground',
      requestNonInteractive: false,
    };
    request.outlet.text(`${folder}/${name}.meta.json`, JSON.stringify(meta), own.clock.now);
  }
  return run;
}

function converse(session: ClaudeSession, thread: ThreadWriter, plan: AgentPlan): AgentRun {
  const { rng, tally } = session;
  const { clock } = thread.facts;
  const startedMs = clock.now;
  const callsBefore = tally.calls;
  const actor: Actor = { thread, stage: stageOf(session, thread.facts), model: plan.model, recent: [] };
  thread.user(textMessage(plan.prompt), '', { parent: null });
  // Agents that are echoed come from versions that gave them longer work.
  const target = thread.onRecord === null ? rng.size(9, 26, 80) : rng.size(16, 40, 100);
  const context = session.contextTokens;
  while (tally.calls - callsBefore < target && session.bytesLeft > 0) {
    playMessage(session, actor, rng.chance(0.14) ? rng.between(2, 4) : 1, { cutOff: false });
  }
  const message = startMessage(session, 'end_turn', plan.model);
  clock.pass(rng.size(4000, 20_000, 90_000));
  const block = textBlock(session, 1700, 5200);
  writeBlock(session, thread, message, block, { last: true });
  session.contextTokens = context;
  const durationMs = clock.now - startedMs;
  const report = block.slice('{"type":"text","text":"'.length, -2);
  const usage = usageJson(session, message.tokens, true);
  return {
    report,
    toolUses: tally.calls - callsBefore,
    tokens: message.tokens.read + message.tokens.output,
    durationMs,
    usage,
  };
}

function stageOf(session: ClaudeSession, facts: SessionFacts): Actor['stage'] {
  return { ...session.makeStage(true, []), facts };
}

/** Progress records that repeat the subagent's messages in the main thread. */
function echo(
  session: ClaudeSession,
  main: ThreadWriter,
  plan: AgentPlan,
  callId: string,
): (record: WrittenRecord) => void {
  const { rng, tally } = session;
  const toolUseId = `agent_msg_01${rng.base62(22)}`;
  const seen: string[] = [];
  return (record) => {
    const at = iso(record.atMs);
    const inner =
      record.kind === 'user'
        ? `{"type":"user","message":${record.message},"uuid":"${record.uuid}","timestamp":"${at}"}`
        : `{"type":"assistant","timestamp":"${at}","message":${record.message},"requestId":"${record.requestId}","uuid":"${record.uuid}"}`;
    const holdsCall = record.message.includes('"type":"tool_use"') || record.message.includes('"type":"tool_result"');
    if (!holdsCall && (record.kind === 'assistant' || !rng.chance(0.2))) return;
    if (record.kind === 'assistant' && record.message.includes('"content":[{"type":"tool_use"')) tally.echoes++;
    seen.push(inner);
    if (seen.length > ECHOED_AT_ONCE) seen.shift();
    const all = rng.chance(ECHO_OF_ALL) ? seen.join(',') : '';
    const data = `{"message":${inner},"normalizedMessages":[${all}],"type":"agent_progress","prompt":"${plan.prompt}","agentId":"${plan.agentId}"}`;
    main.progress(data, toolUseId, callId, { atMs: record.atMs });
  };
}

/** Old versions warm up a subagent and leave a two-line file behind. */
export function writeWarmUp(session: ClaudeSession): void {
  const { request, facts, rng, tally } = session;
  const agentId = rng.hex(8);
  const sink = request.outlet.open(`projects/${folderOf(facts.cwd)}/agent-${agentId}.jsonl`);
  const thread = new ThreadWriter(facts, sink, { id: agentId });
  thread.user(textMessage(escapeText('Warmup')), '', { parent: null });
  const message = startMessage(session, 'end_turn', 'claude-haiku-4-5-20251001');
  writeBlock(session, thread, message, textBlock(session, 300, 700), { last: true });
  tally.subagents++;
  tally.files.push(sink.close(facts.clock.now));
}
