// The calls between agents: starting one, waiting for its answer, listing them, writing to one.

import { noun, verb } from '../words.ts';
import { argumentsOf, type CodexCall } from './calls.ts';
import type { CodexSession } from './session.ts';

/** Starts a subagent with a rollout of its own; gives its thread id. */
export type SpawnAgent = (taskName: string) => string;

const NAMES = ['spawn_agent', 'wait_agent', 'wait_agent', 'list_agents', 'send_message'] as const;

function textOf(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}

/** The first call of all starts an agent. */
export function agentCall(session: CodexSession, spawn: SpawnAgent): CodexCall {
  const { rng } = session;
  const name = session.agentCount === 0 ? 'spawn_agent' : rng.pick(NAMES);
  const base = { kind: 'function' as const, namespace: 'collaboration', name, status: 'ok' as const };
  switch (name) {
    case 'spawn_agent':
      return { ...base, ...spawnCall(session, spawn) };
    case 'wait_agent':
      return {
        ...base,
        input: argumentsOf({ timeout_ms: 10_000 }),
        output: textOf({ message: 'Wait completed.', timed_out: false }),
        durationMs: rng.between(200, 10_000),
        during: () => writeAnswerOfAgent(session),
      };
    case 'list_agents': {
      const open = session.agents.map(({ path }) => ({ agent_name: path, agent_status: 'running' }));
      const agents = [{ agent_name: '/root', agent_status: 'running' }, ...open];
      return { ...base, input: argumentsOf({}), output: textOf({ agents }), durationMs: rng.between(20, 90) };
    }
    default: {
      const input = argumentsOf({ target: session.agents[0]?.path ?? '/root', message: rng.base64(40) });
      return { ...base, input, output: '""', durationMs: rng.between(20, 90) };
    }
  }
}

/** The agent continues; its answer ends the call. */
function spawnCall(
  session: CodexSession,
  spawn: SpawnAgent,
): Pick<CodexCall, 'input' | 'output' | 'status' | 'durationMs' | 'during' | 'began'> {
  const { rng, clock } = session;
  const path = `/root/${verb(rng)}_${noun(rng)}_${session.agentCount++}`;
  return {
    input: argumentsOf({ agent_type: 'explorer', fork_turns: 'none', message: rng.base64(60), task_name: path }),
    output: textOf({ task_name: path }),
    status: 'background',
    durationMs: rng.between(5, 40),
    began: (call) => session.agents.push({ path, call }),
    during: (callId) => {
      const threadId = spawn(path);
      session.event(
        'sub_agent_activity',
        `"event_id":"${callId}","occurred_at_ms":${clock.now},"agent_thread_id":"${threadId}","agent_path":"${path}","kind":"started"`,
      );
    },
  };
}

/** The oldest open agent sends its final answer. */
function writeAnswerOfAgent(session: CodexSession): void {
  const { rng, request, tally, agents } = session;
  const agent = agents.shift();
  if (agent === undefined) return;
  const text = request.pools.prose(rng, rng.size(300, 2900, 5000));
  session.line('inter_agent_communication_metadata', '{"trigger_turn":false}');
  session.item(
    'agent_message',
    `"author":"${agent.path}","recipient":"/root","content":[{"type":"input_text","text":"Message Type: FINAL_ANSWER\\nTask name: ${agent.path}\\nSender: ${agent.path}\\nPayload:\\n${text}"}]`,
    'amsg',
  );
  tally.settle(agent.call, 'ok');
}
