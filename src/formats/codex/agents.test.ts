import { expect, it } from 'vitest';
import { call, completed, custom, event, item, only, output, words } from './samples/lines.ts';

const CHILD = '019f0000-2222-7000-8000-000000000002';

function activity(kind: string, id: string, second = 1) {
  return event(
    { type: 'sub_agent_activity', event_id: id, agent_thread_id: CHILD, agent_path: '/root/probe', kind },
    second,
  );
}

const spawn = item({
  type: 'function_call',
  name: 'spawn_agent',
  namespace: 'collaboration',
  arguments: '{"task_name":"probe"}',
  call_id: 'c1',
});

it('ties a child to the call that started it, and ends that call with the last word', () => {
  const last = item({
    type: 'agent_message',
    author: '/root/probe',
    recipient: '/root',
    content: [{ type: 'input_text', text: 'Message Type: FINAL_ANSWER\nSender: /root/probe\nPayload:\nAll good' }],
  });
  const records = [spawn, activity('started', 'c1'), output('c1', '{"task_name":"/root/probe"}'), last, last];
  expect(only('subagent-linked', records)).toMatchObject([
    { agentId: CHILD, callId: 'c1', description: '/root/probe' },
  ]);
  expect(only('call-resulted', records)).toMatchObject([
    {
      verdict: { status: 'background', rule: 'agent-started' },
      background: { kind: 'agent', taskId: CHILD },
      agentId: CHILD,
    },
  ]);
  expect(only('background-ended', records)).toMatchObject([
    { callId: 'c1', taskId: CHILD, status: 'completed', message: 'All good', via: 'notification' },
  ]);
  expect(only('message-spoken', records).map(({ what }) => what)).toEqual(['peer', 'peer']);
});

it('reads the first generation: id in the output, end in a notification or a wait', () => {
  const start = [
    call('c1', 'spawn_agent', { message: 'go' }),
    output('c1', `{"agent_id":"${CHILD}","nickname":"Ada"}`),
  ];
  expect(only('subagent-linked', start)).toMatchObject([{ agentId: CHILD, callId: 'c1' }]);
  const notice = `<subagent_notification>{"agent_id":"${CHILD}","status":{"errored":"lost"}}</subagent_notification>`;
  const told = item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: notice }] });
  expect(only('background-ended', [...start, told])).toMatchObject([
    { callId: 'c1', status: 'failed', message: 'lost' },
  ]);
  const waited = [call('c2', 'wait_agent', {}), output('c2', `{"status":{"${CHILD}":{"completed":{"message":"ok"}}}}`)];
  expect(only('background-ended', [...start, ...waited])).toMatchObject([
    { callId: 'c1', status: 'completed', via: 'poll' },
  ]);
  const still = [call('c2', 'wait_agent', {}), output('c2', `{"status":{"${CHILD}":"running"}}`)];
  expect(only('background-ended', [...start, ...still])).toEqual([]);
});

it('reads the spawn events and items that name the new thread', () => {
  const ended = event({
    type: 'collab_agent_spawn_end',
    call_id: 'c1',
    new_thread_id: CHILD,
    new_agent_role: 'explorer',
    new_agent_nickname: 'Ada',
  });
  expect(only('subagent-linked', [call('c1', 'spawn_agent', {}), ended])).toMatchObject([
    { agentId: CHILD, callId: 'c1', agentType: 'explorer', description: 'Ada' },
  ]);
  const inner = completed({
    type: 'CollabAgentToolCall',
    id: 'exec-7',
    tool: 'spawnAgent',
    status: 'completed',
    receiver_thread_ids: [CHILD],
  });
  expect(words([custom('c1', 'exec', 'js'), inner])).toEqual([
    'call-requested',
    'call-requested call-resulted subagent-linked',
  ]);
});

it('makes later contacts progress of their own calls', () => {
  const send = call('c2', 'send_message', { target: '/root/probe' });
  expect(words([send, activity('interacted', 'c2'), activity('interacted', 'unknown')])).toEqual([
    'call-requested',
    'progress-made',
    'ignored: state: contact with an agent',
  ]);
});

it('knows an agent started inside a script from its activity alone', () => {
  const started = completed({
    type: 'SubAgentActivity',
    id: 'exec-8',
    kind: 'started',
    agent_thread_id: CHILD,
    agent_path: '/root/probe',
  });
  const records = [custom('c1', 'exec', 'js'), started];
  expect(words(records)).toEqual(['call-requested', 'call-requested call-resulted subagent-linked']);
  expect(only('call-requested', records)[1]).toMatchObject({
    tool: 'collaboration/spawn_agent',
    implied: true,
    parentCall: 'c1',
  });
});

it('does not call a refused start an agent', () => {
  expect(only('call-resulted', [spawn, output('c1', 'Forks inherit the type; omit it.')])).toMatchObject([
    { verdict: { status: 'error', failure: { code: 'refused' } }, background: null },
  ]);
});
