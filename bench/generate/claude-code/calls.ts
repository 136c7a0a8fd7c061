// One model message with its tool calls: requests, progress, results, in the order real sessions write them.

import type { CallTruth } from '../truth.ts';
import { runAgent } from './agents.ts';
import { trackChange, writeHooks } from './bookkeeping.ts';
import { INTERRUPTED_TOOL, siblingCancelled } from './failures.ts';
import { type ModelMessage, startMessage, textBlock, thinkingBlock, writeBlock } from './messages.ts';
import type { Outcome, Play, Stage } from './play.ts';
import type { ClaudeSession } from './session.ts';
import { blocksMessage, type ThreadWriter } from './thread-writer.ts';
import { canBeStopped } from './tools.ts';

export interface Actor {
  readonly thread: ThreadWriter;
  readonly stage: Stage;
  readonly model: string;
  /** Ids of the thread's calls so far, newest last; a few are kept. */
  readonly recent: string[];
}

interface OpenCall {
  readonly id: string;
  readonly play: Play;
  readonly record: string;
  readonly requestedMs: number;
  readonly truth: CallTruth;
  readonly lost: boolean;
}

/** Rates measured in public logs. */
const INTERLEAVED = 0.415;
const OUT_OF_ORDER = 0.22;
const LOST = 0.0015;
const NO_COMPANION_IN_AGENT = 0.3;

/** Writes one message and everything its calls produce. Returns whether the user stopped the turn. */
export function playMessage(
  session: ClaudeSession,
  actor: Actor,
  callCount: number,
  options: { cutOff: boolean },
): 'stopped' | 'going' {
  const { rng } = session;
  const { facts } = actor.thread;
  const plays = choosePlays(session, actor.stage, callCount);
  const message = startMessage(session, 'tool_use', actor.model);
  facts.clock.pass(rng.size(2200, 9000, 90_000));
  writeLead(session, actor, message);
  const open: OpenCall[] = [];
  const interleaved = plays.length > 1 && rng.chance(INTERLEAVED);
  let lastRecord = actor.thread.leaf;
  let stopped = false;
  for (const [index, play] of plays.entries()) {
    facts.clock.pass(rng.size(500, 2500, 20_000));
    const last = index === plays.length - 1;
    const call = request(session, actor, message, play, {
      last,
      parent: lastRecord,
      lost: options.cutOff || rng.chance(LOST),
    });
    lastRecord = call.record;
    open.push(call);
    if (interleaved && !last)
      for (const ready of open.splice(0, rng.between(0, open.length)))
        stopped = finish(session, actor, ready) || stopped;
  }
  for (const call of inOrder(session, open)) stopped = finish(session, actor, call) || stopped;
  return stopped ? 'stopped' : 'going';
}

function choosePlays(session: ClaudeSession, stage: Stage, count: number): Play[] {
  const plays: Play[] = [];
  let failed: { tool: string; preview: string } | null = null;
  for (let i = 0; i < count; i++) {
    const play = session.mix.play(stage);
    const cancelled: Outcome | null =
      failed !== null && canBeStopped(play) && session.rng.chance(0.6) ? siblingCancelled(stage, failed) : null;
    plays.push(cancelled === null ? play : { tool: play.tool, input: play.input, outcome: cancelled });
    if (play.outcome.status === 'error' && play.tool === 'Bash')
      failed = { tool: play.tool, preview: 'make drain-harb…' };
    if (play.outcome.stops !== undefined) break;
  }
  return plays;
}

function writeLead(session: ClaudeSession, actor: Actor, message: ModelMessage): void {
  const { rng } = session;
  const { facts } = actor.thread;
  for (let i = rng.chance(0.58) ? (rng.chance(0.07) ? 2 : 1) : 0; i > 0; i--) {
    writeBlock(session, actor.thread, message, thinkingBlock(session), { last: false });
    facts.clock.pass(rng.size(700, 5000, 60_000));
  }
  if (rng.chance(0.45)) writeBlock(session, actor.thread, message, textBlock(session, 95, 430), { last: false });
}

function request(
  session: ClaudeSession,
  actor: Actor,
  message: ModelMessage,
  play: Play,
  options: { last: boolean; parent: string | null; lost: boolean },
): OpenCall {
  const { rng, tally, dialect } = session;
  const { thread } = actor;
  const id = `toolu_01${rng.base62(22)}`;
  const caller = dialect.caller ? ',"caller":{"type":"direct"}' : '';
  const block = `{"type":"tool_use","id":"${id}","name":"${play.tool}","input":${play.input}${caller}}`;
  const place = options.parent === null ? {} : { parent: options.parent };
  const record = writeBlock(session, thread, message, block, { last: options.last, place });
  const lost = options.lost && canBeStopped(play);
  const truth = tally.call(id, play.tool, thread.agentId ?? 'main', lost ? 'lost' : play.outcome.status);
  actor.recent.push(id);
  if (actor.recent.length > 30) actor.recent.shift();
  if (didStart(play.outcome)) writeHooks(session, thread, 'PreToolUse', play.tool, id);
  if (inMainFile(session, thread)) session.history?.noteCall();
  return { id, play, record, requestedMs: thread.facts.clock.now, truth, lost };
}

function didStart(outcome: Outcome): boolean {
  return outcome.status !== 'cancelled' && outcome.status !== 'denied';
}

/** Mostly as called; sometimes as they finished. */
function inOrder(session: ClaudeSession, open: readonly OpenCall[]): readonly OpenCall[] {
  if (open.length < 2 || !session.rng.chance(OUT_OF_ORDER)) return open;
  const byEnd = [...open].sort(
    (a, b) => a.requestedMs + a.play.outcome.durationMs - b.requestedMs - b.play.outcome.durationMs,
  );
  return byEnd.every((call, index) => call === open[index]) ? [...open].reverse() : byEnd;
}

/** Writes what a call produces, its result last. True when the user stopped the turn. */
function finish(session: ClaudeSession, actor: Actor, call: OpenCall): boolean {
  const { tally } = session;
  const { facts } = actor.thread;
  const { play } = call;
  if (call.lost) return false;
  writeTicks(session, actor.thread, call);
  const outcome =
    play.agent === undefined
      ? play.outcome
      : runAgent(session, actor, play.agent, { callId: call.id, outcome: play.outcome });
  if (play.agent === undefined || play.agent.background) facts.clock.reach(call.requestedMs + outcome.durationMs);
  const result = writeResult(session, actor.thread, call, outcome);
  tally.results++;
  if (inMainFile(session, actor.thread)) session.history?.noteResult();
  if (play.task !== undefined) {
    session.stage.openTasks.push({ ...play.task, toolUseId: call.id, call: call.truth, startedMs: facts.clock.now });
  }
  writeAftermath(session, actor, call, outcome, result);
  return outcome.stops !== undefined;
}

function writeResult(session: ClaudeSession, thread: ThreadWriter, call: OpenCall, outcome: Outcome): string {
  const { rng, dialect } = session;
  const block =
    outcome.isError === true
      ? `{"type":"tool_result","content":${outcome.content},"is_error":true,"tool_use_id":"${call.id}"}`
      : `{"tool_use_id":"${call.id}","type":"tool_result","content":${outcome.content}${outcome.isError === false ? ',"is_error":false' : ''}}`;
  const bare =
    outcome.structured === null ||
    (thread.sidechain && dialect.agents !== 'inline' && rng.chance(NO_COMPANION_IN_AGENT));
  const companion = bare ? '' : `,"toolUseResult":${outcome.structured}`;
  const source = dialect.sourceAssistant ? `,"sourceToolAssistantUUID":"${call.record}"` : '';
  const denial = outcome.denialKind === undefined ? '' : `,"toolDenialKind":"${outcome.denialKind}"`;
  const elsewhere = !dialect.sourceAssistant && rng.chance(0.1);
  return thread.user(blocksMessage(block), `${companion}${source}${denial}`, elsewhere ? {} : { parent: call.record });
}

function writeAftermath(session: ClaudeSession, actor: Actor, call: OpenCall, outcome: Outcome, result: string): void {
  const { rng, request } = session;
  const { thread } = actor;
  const { facts } = thread;
  const { play } = call;
  if (outcome.status === 'ok') {
    writeHooks(session, thread, 'PostToolUse', play.tool, call.id);
    if (play.changed !== undefined && !thread.sidechain) trackChange(session, play.changed, call.record);
    if (play.spill !== undefined) {
      request.outlet.text(`${session.folder}/tool-results/${play.spill.name}`, play.spill.text, facts.clock.now);
    }
    if (play.injected !== undefined) {
      const owner = session.dialect.sourceAssistant ? `,"sourceToolUseID":"${call.id}"` : '';
      const body = blocksMessage(`{"type":"text","text":"${play.injected}"}`);
      // Written after the result, dated before it.
      thread.user(body, `,"isMeta":true${owner}`, { atMs: facts.clock.now - rng.between(5, 60) });
    }
  }
  if (outcome.stops === 'with-notice') {
    thread.user(blocksMessage(`{"type":"text","text":"${INTERRUPTED_TOOL}"}`), '', { parent: result });
  }
}

/** Progress of a shell or an MCP server, where the version logs it. */
function writeTicks(session: ClaudeSession, thread: ThreadWriter, call: OpenCall): void {
  const { rng, dialect } = session;
  const { facts } = thread;
  if (!dialect.progress) return;
  const { tool } = call.play;
  if (tool.startsWith('mcp__')) {
    const [, server = '', name = ''] = tool.split('__');
    const names = `"serverName":"${server}","toolName":"${name}"`;
    thread.progress(`{"type":"mcp_progress","status":"started",${names}}`, call.id, call.id);
    const end = call.play.outcome.status === 'ok' ? 'completed' : 'failed';
    const data = `{"type":"mcp_progress","status":"${end}",${names},"elapsedTimeMs":${call.play.outcome.durationMs}}`;
    thread.progress(data, call.id, call.id, { atMs: call.requestedMs + call.play.outcome.durationMs });
  }
  const ticks = call.play.progressTicks ?? 0;
  const output = ticks > 0 && rng.chance(0.45) ? session.request.pools.shell(rng, rng.size(180, 900, 8000)).text : '';
  for (let tick = 0; tick < ticks; tick++) {
    const seconds = tick + 2;
    const data = `{"type":"bash_progress","output":"${output}","fullOutput":"${output}","elapsedTimeSeconds":${seconds},"totalLines":${output === '' ? 0 : 6}}`;
    thread.progress(data, `bash-progress-${tick}`, call.id, { atMs: call.requestedMs + seconds * 1000 });
  }
  if (ticks > 0) facts.clock.reach(call.requestedMs + (ticks + 2) * 1000);
}

function inMainFile(session: ClaudeSession, thread: ThreadWriter): boolean {
  return !thread.sidechain || session.dialect.agents === 'inline';
}
