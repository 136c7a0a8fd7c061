// A Codex turn: the prompt, the model's messages with their calls and outputs, token counts, and the end.

import { Weighted } from '../rng.ts';
import { escapeText } from '../text-pools.ts';
import { promptLine, sentence, title } from '../words.ts';
import { agentCall, type SpawnAgent } from './agents.ts';
import { type CodexCall, planCall, pollCall, shellCall, writeWebSearch } from './calls.ts';
import { writeTurnContext } from './opening.ts';
import { patchCall } from './patches.ts';
import type { CodexSession } from './session.ts';

const BATCH = new Weighted<number>([
  [1, 860],
  [2, 45],
  [3, 60],
  [4, 28],
  [5, 7],
]);
const LOST = 0.0008;

export function playCodexTurn(session: CodexSession, spawn: SpawnAgent | null): void {
  const { rng, clock, dialect } = session;
  const startedMs = clock.now;
  session.turnId = rng.uuid7(clock.now);
  if (dialect.taskEvents) {
    session.event(
      'task_started',
      `"turn_id":"${session.turnId}","started_at":${Math.floor(clock.now / 1000)},"model_context_window":${dialect.contextWindow},"collaboration_mode_kind":"default"`,
    );
  }
  if (dialect.turnContext === 'turn') writeTurnContext(session);
  writePrompt(session);
  let going = true;
  for (let steps = rng.size(12, 60, 400); steps > 0 && going && !session.done; steps--)
    going = playStep(session, spawn);
  const answer = going ? writeAnswer(session) : null;
  if (dialect.taskEvents && going) {
    const seconds = Math.floor(clock.now / 1000);
    session.event(
      'task_complete',
      `"turn_id":"${session.turnId}","last_agent_message":${answer === null ? 'null' : `"${answer}"`},"completed_at":${seconds},"duration_ms":${clock.now - startedMs},"time_to_first_token_ms":${rng.between(900, 9000)}`,
    );
  }
  if (dialect.taskEvents && rng.chance(0.15)) writeSettings(session);
  if (dialect.taskEvents && rng.chance(0.06)) writeCompaction(session);
  if (dialect.taskEvents && rng.chance(0.02)) session.event('thread_rolled_back', '"num_turns":1');
  clock.pass(rng.size(40_000, 900_000, 20_000_000));
}

function writePrompt(session: CodexSession): void {
  const { rng, dialect, request, threadId, turnId, clock } = session;
  const text = rng.chance(0.8) ? escapeText(promptLine(rng)) : request.pools.prose(rng, rng.size(500, 3500, 20_000));
  session.item('message', `"role":"user","content":[{"type":"input_text","text":"${text}"}]`, 'msg');
  const more = dialect.turnContext === 'never' ? '"kind":"plain"' : '"images":[],"local_images":[],"text_elements":[]';
  if (dialect.twinEvents) session.event('user_message', `"message":"${text}",${more}`);
  if (dialect.paginated) {
    session.event(
      'item_completed',
      `"thread_id":"${threadId}","turn_id":"${turnId}","item":{"type":"UserMessage","id":"${rng.uuid()}","content":[{"type":"text","text":"${text}"}]},"completed_at_ms":${clock.now}`,
    );
  }
}

/** One model message: thoughts, words, calls, outputs, tokens. False when the person stopped it. */
function playStep(session: CodexSession, spawn: SpawnAgent | null): boolean {
  const { rng, clock, dialect } = session;
  const often = dialect.turnContext === 'message';
  if (often) {
    writeTurnContext(session);
    writeTokens(session, false);
  }
  clock.pass(rng.size(1500, 7000, 90_000));
  if (rng.chance(0.8)) writeReasoning(session);
  if (rng.chance(dialect.phases ? 0.42 : 0.12)) writeWords(session, 'commentary', rng.size(110, 300, 2000));
  if (rng.chance(0.006)) writeWebSearch(session);
  const calls = chooseCalls(session, spawn);
  const open = calls.map((call) => requestCall(session, call));
  if (often) writeTokens(session, true);
  let going = true;
  for (const pending of open) going = answerCall(session, pending) && going;
  if (!often) writeTokens(session, true);
  if (rng.chance(0.15)) writeTokens(session, false);
  if (!going) writeAbort(session);
  return going;
}

function chooseCalls(session: CodexSession, spawn: SpawnAgent | null): CodexCall[] {
  const { rng, dialect } = session;
  const work = session.running[0];
  // One piece of work in ten is never polled again.
  if (work !== undefined && rng.chance(0.75)) {
    if (rng.chance(0.1)) session.running.shift();
    else return [pollCall(session, work)];
  }
  if (spawn !== null && rng.chance(0.03)) return [agentCall(session, spawn)];
  if (rng.chance(0.004)) return [planCall(session)];
  if (dialect.shell !== 'shell' && dialect.shell !== 'exec' && rng.chance(0.13)) return [patchCall(session)];
  const count = dialect.parallel ? BATCH.pick(rng) : 1;
  return Array.from({ length: count }, () => shellCall(session));
}

interface PendingCall {
  readonly call: CodexCall;
  readonly id: string;
  readonly lost: boolean;
}

function requestCall(session: CodexSession, call: CodexCall): PendingCall {
  const { rng, clock, tally, running } = session;
  const id = `call_${rng.base62(24)}`;
  clock.pass(rng.between(2, 400));
  const namespace = call.namespace === undefined ? '' : `"namespace":"${call.namespace}",`;
  if (call.kind === 'function') {
    session.item(
      'function_call',
      `"name":"${call.name}",${namespace}"arguments":${call.input},"call_id":"${id}"`,
      'fc',
    );
  } else {
    session.item(
      'custom_tool_call',
      `"status":"completed","call_id":"${id}","name":"${call.name}","input":${call.input}`,
      'ctc',
    );
  }
  const lasting = call.ends !== undefined || call.starts !== undefined || call.began !== undefined;
  const lost = !lasting && rng.chance(LOST);
  const truth = tally.call(id, call.name, 'main', lost ? 'lost' : call.status);
  if (call.starts !== undefined) running.push({ ...call.starts, call: truth });
  if (call.ends !== undefined) session.settle(call.ends, call.ends.exitCode === 0 ? 'ok' : 'error');
  call.began?.(truth);
  return { call, id, lost };
}

function answerCall(session: CodexSession, pending: PendingCall): boolean {
  const { clock, tally } = session;
  const { call, id } = pending;
  clock.pass(call.durationMs);
  if (pending.lost) return true;
  call.during?.(id);
  const kind = call.kind === 'function' ? 'function_call_output' : 'custom_tool_call_output';
  session.item(kind, `"call_id":"${id}","output":${call.output}`, call.kind === 'function' ? 'fco' : 'ctco');
  tally.results++;
  return call.aborts !== true;
}

function writeAbort(session: CodexSession): void {
  const turn = session.dialect.taskEvents ? `"turn_id":"${session.turnId}",` : '';
  session.item(
    'message',
    '"role":"user","content":[{"type":"input_text","text":"<turn_aborted>\\nThe user interrupted the previous turn on purpose.\\n</turn_aborted>"}]',
    'msg',
  );
  session.event('turn_aborted', `${turn}"reason":"interrupted"`);
}

function writeReasoning(session: CodexSession): void {
  const { rng, dialect, request } = session;
  const secret = request.pools.base64(rng, rng.size(900, 3200, 16_000));
  const heading = escapeText(`**${title(rng)}**`);
  const shown = dialect.reasoningSummary || (dialect.twinEvents && dialect.taskEvents && rng.chance(0.15));
  const text = shown ? `${heading}\\n\\n${request.pools.sentence(rng)}` : '';
  if (shown && dialect.twinEvents) session.event('agent_reasoning', `"text":"${text}"`);
  const summary = shown ? `{"type":"summary_text","text":"${text}"}` : '';
  const content = dialect.itemIds ? '' : '"content":null,';
  session.item('reasoning', `"summary":[${summary}],${content}"encrypted_content":"gAAAAAB${secret}"`, 'rs');
}

function writeWords(session: CodexSession, phase: 'commentary' | 'final_answer', size: number): string {
  const { rng, dialect, request } = session;
  const text = size < 200 ? escapeText(`${sentence(rng)} ${sentence(rng)}`) : request.pools.prose(rng, size);
  const named = dialect.phases ? `,"phase":"${phase}"` : '';
  if (dialect.twinEvents)
    session.event('agent_message', `"message":"${text}"${dialect.phases ? `${named},"memory_citation":null` : ''}`);
  session.item('message', `"role":"assistant","content":[{"type":"output_text","text":"${text}"}]${named}`, 'msg');
  return text;
}

function writeAnswer(session: CodexSession): string {
  session.clock.pass(session.rng.size(4000, 20_000, 90_000));
  const text = writeWords(session, 'final_answer', session.rng.size(800, 2200, 6500));
  writeTokens(session, true);
  return text;
}

/** Cumulative counts, written far more often than they change. */
function writeTokens(session: CodexSession, grown: boolean): void {
  const { rng, dialect, clock } = session;
  const input = rng.between(9000, 90_000);
  const output = rng.between(40, 2000);
  if (grown) session.totalTokens += input + output;
  const usage = (total: number): string =>
    `{"input_tokens":${total},"cached_input_tokens":${Math.round(total * 0.9)},"output_tokens":${output},"reasoning_output_tokens":${Math.round(output / 2)},"total_tokens":${total + output}}`;
  const info =
    session.totalTokens === 0
      ? 'null'
      : `{"total_token_usage":${usage(session.totalTokens)},"last_token_usage":${usage(input)},"model_context_window":${dialect.contextWindow}}`;
  const resets = Math.floor(clock.now / 1000) + 9000;
  const limits = dialect.rateLimits
    ? `,"rate_limits":{"limit_id":"codex","limit_name":null,"primary":{"used_percent":${rng.int(90)}.0,"window_minutes":300,"resets_at":${resets}},"secondary":{"used_percent":${rng.int(90)}.0,"window_minutes":10080,"resets_at":${resets + 400_000}},"credits":null,"plan_type":"pro","rate_limit_reached_type":null}`
    : '';
  session.event('token_count', `"info":${info}${limits}`);
}

function writeSettings(session: CodexSession): void {
  const text = session.request.pools.prose(session.rng, 900);
  session.event(
    'thread_settings_applied',
    `"thread_settings":{"model":"${session.dialect.model}","model_provider_id":"openai","service_tier":"priority","approval_policy":"on-request","cwd":"${session.cwd}","reasoning_effort":"high","collaboration_mode":{"mode":"default","settings":{"developer_instructions":"${text}"}}}`,
  );
}

function writeCompaction(session: CodexSession): void {
  const { rng, request } = session;
  const parts = Array.from(
    { length: rng.between(3, 6) },
    () =>
      `{"type":"message","role":"user","content":[{"type":"input_text","text":"${request.pools.prose(rng, rng.size(5000, 9000, 12_000))}"}]}`,
  );
  session.line(
    'compacted',
    `{"message":"","replacement_history":[${parts.join(',')}],"window_number":1,"window_id":"${rng.uuid7(session.clock.now)}"}`,
  );
  if (session.dialect.twinEvents) session.event('context_compacted', '');
}
