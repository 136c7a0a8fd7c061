// Description 2: the life of a call in two agents' logs. Description 4: results that are delivered by callback.

import { results, type Statement, uses } from './statement.ts';

function codexItem(payload: object): object {
  return { timestamp: '2026-03-01T09:00:00.000Z', type: 'response_item', payload };
}

export const lifecycles: readonly Statement[] = [
  {
    number: '2.1',
    says: 'a request beside a text, its result in the next user record, numbered lines with tabs',
    records: [
      uses(['r', 'Read', { file_path: '/clock.ts', limit: 200 }]),
      results(['r', '1\texport const sound = 1;\n2\t']),
    ],
    becomes: [{ tool: 'read', status: 'ok', result: { kind: 'text' } }],
  },
  {
    number: '2.2',
    says: 'a hook that runs before the call is part of its life',
    records: [
      uses(['r', 'Read', { file_path: '/clock.ts' }]),
      {
        type: 'progress',
        timestamp: '2026-03-01T09:00:00.500Z',
        uuid: 'p1',
        data: { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'check', status: 'running' },
        parentToolUseID: 'r',
        toolUseID: 'r',
      },
      results(['r', '1\tx']),
    ],
    becomes: [{ callId: 'r', status: 'ok', call: { hooks: [{ event: 'PreToolUse', name: 'check' }] } }],
  },
  {
    number: '2.3',
    says: 'an error begins with its name',
    records: [uses(['r', 'Read', { file_path: '/x' }]), results(['r', 'Error: File not found: /x', true])],
    becomes: [{ status: 'error', text: 'Error: File not found: /x' }],
  },
  {
    number: '2.4',
    says: 'several requests in one record, their results in one record',
    records: [
      uses(
        ['a', 'Grep', { pattern: 'TODO' }],
        ['b', 'Grep', { pattern: 'FIXME' }],
        ['c', 'Glob', { pattern: '**/*.test.ts' }],
      ),
      results(['a', 'Found 15 TODOs'], ['b', 'Found 3 FIXMEs'], ['c', 'a.test.ts\nb.test.ts']),
    ],
    becomes: [
      { callId: 'a', tool: 'grep', text: 'Found 15 TODOs' },
      { callId: 'b', tool: 'grep', text: 'Found 3 FIXMEs' },
      { callId: 'c', tool: 'glob', result: { kind: 'files', files: ['a.test.ts', 'b.test.ts'] } },
    ],
  },
  {
    number: '2.5',
    says: 'Codex: arguments are a JSON text, and `result` may stand for `output`',
    records: [
      codexItem({ type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["ls"]}' }),
      codexItem({ type: 'function_call_result', call_id: 'c', result: 'a.txt' }),
    ],
    becomes: [{ agent: 'codex', callId: 'c', tool: 'shell', status: 'ok', text: 'a.txt' }],
  },
  {
    number: '2.6',
    says: 'a request without a result is not complete',
    records: [uses(['a', 'Bash', { command: 'sleep 9' }])],
    becomes: [{ status: 'lost', result: null, failure: { code: 'no-result' } }],
  },
  {
    number: '2.7',
    says: 'a hook that blocked leaves a result that says so',
    records: [
      uses(['a', 'Bash', { command: 'x' }]),
      results(['a', 'PreToolUse:Bash hook error: [check.sh]: no', true]),
    ],
    becomes: [{ status: 'denied', failure: { code: 'hook-blocked', blame: 'policy' } }],
  },
  {
    number: '2.8',
    says: 'a person who denied leaves a result that says so',
    records: [
      uses(['a', 'Bash', { command: 'x' }]),
      results(['a', "The user doesn't want to proceed with this tool use.", true]),
    ],
    becomes: [{ status: 'rejected', failure: { code: 'user-rejected', blame: 'user' } }],
  },
  {
    number: '2.9',
    says: 'Bash: the exit code at the end of the text',
    call: {
      name: 'Bash',
      input: { command: 'npm test', timeout: 120000 },
      content: 'PASS a.test.ts\n\n[Exit code: 0]',
    },
    becomes: { tool: 'shell', status: 'ok', result: { kind: 'output' } },
  },
  {
    number: '2.10',
    says: 'Task: the agent in the last line of the text',
    call: {
      name: 'Task',
      input: { description: 'Look', prompt: 'Where?', subagent_type: 'Explore' },
      content: '## Findings\n\n1. Here.\n\nagentId: agent-abc123',
    },
    becomes: { tool: 'agent', facts: { agentId: 'agent-abc123', agentType: 'Explore' } },
  },
  {
    number: '2.11',
    says: "Codex: a call by another agent's name is that agent's tool",
    records: [
      codexItem({ type: 'function_call', call_id: 'c', name: 'Read', arguments: '{"file_path": "/clock.ts"}' }),
      codexItem({ type: 'function_call_result', call_id: 'c', result: 'const sound = 1;' }),
    ],
    becomes: [{ agent: 'codex', tool: 'read', input: { path: '/clock.ts' }, facts: { path: '/clock.ts' } }],
  },
  {
    number: '2.12',
    says: 'a hook answers with a decision, its reason and a note, and so decides the permission',
    records: [
      uses(['r', 'Read', { file_path: '/clock.ts' }]),
      {
        type: 'progress',
        timestamp: '2026-03-01T09:00:01.000Z',
        data: {
          ...{ type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'check', status: 'completed' },
          response: '{"decision": "allow", "reason": "may be read", "additionalContext": "wound yesterday"}',
        },
        parentToolUseID: 'r',
        toolUseID: 'r',
      },
      results(['r', '1\tconst sound = 1;']),
    ],
    becomes: [
      {
        status: 'ok',
        call: {
          hooks: [{ outcome: 'decided', decision: 'allow', message: 'may be read · wound yesterday' }],
          permission: { decision: 'allowed', by: 'hook' },
        },
      },
    ],
  },
  {
    number: '2.13',
    says: 'a hook that has ended says so',
    records: [
      uses(['r', 'Read', { file_path: '/clock.ts' }]),
      {
        type: 'progress',
        timestamp: '2026-03-01T09:00:01.000Z',
        data: { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'check', status: 'completed' },
        parentToolUseID: 'r',
        toolUseID: 'r',
      },
      results(['r', '1\tconst sound = 1;']),
    ],
    becomes: [{ status: 'ok', call: { hooks: [{ name: 'check', outcome: 'ok' }] } }],
  },
  {
    number: '2.14',
    says: "a hook's no, with the name of errors before it",
    records: [
      uses(['a', 'Bash', { command: 'x' }]),
      results(['a', 'Error: PreToolUse:Bash hook error: [check.sh]: no', true]),
    ],
    becomes: [{ status: 'denied', failure: { code: 'hook-blocked', blame: 'policy', message: 'no' } }],
  },
  {
    number: '2.15',
    says: 'a duration that is longer than the time between the records is not believed',
    records: [
      uses(['a', 'Task', { description: 'Find clocks', prompt: 'Where?' }]),
      {
        ...results(['a', [{ type: 'text', text: 'Here.' }]]),
        toolUseResult: {
          ...{ status: 'completed', prompt: 'Where?', agentId: 'a1', content: [{ type: 'text', text: 'Here.' }] },
          ...{ totalDurationMs: 900_000, totalTokens: 5, totalToolUseCount: 1 },
        },
      },
    ],
    becomes: [
      {
        status: 'ok',
        call: { duration: { ms: 1234, basis: 'between-records' }, problems: [{ code: 'duration-too-long' }] },
      },
    ],
  },
  {
    number: '4.1',
    says: 'a delivered result is a text',
    call: { agent: 'rap', name: 'deploy', input: { app: 'clock' }, content: 'Deployed.' },
    becomes: { status: 'ok', text: 'Deployed.' },
  },
  {
    number: '4.2',
    says: 'structured data is a JSON text',
    call: { agent: 'rap', name: 'list', input: {}, content: '{"instances":[{"id":"i-1"}],"count":1}' },
    becomes: { status: 'ok', text: '{"instances":[{"id":"i-1"}],"count":1}' },
  },
  {
    number: '4.3',
    says: 'there is no error type: the text begins with "Error: "',
    call: {
      agent: 'rap',
      name: 'deploy',
      input: {},
      content: 'Error: API rate limit exceeded. Retry after 60 seconds.',
    },
    becomes: {
      status: 'error',
      failure: { blame: 'tool', message: 'API rate limit exceeded. Retry after 60 seconds.' },
    },
  },
];

/** What description 4 asks of a runtime, and the tests that show it. */
export const runtimeStatements = [
  { number: '4.4', says: 'a result for an unknown thread or call is discarded', test: 'test/rap/callbacks.test.ts' },
  { number: '4.5', says: 'a result that comes twice enters once', test: 'test/rap/callbacks.test.ts' },
  { number: '4.6', says: 'the model gets the whole text, people the segment', test: 'test/rap/feeds.test.ts' },
  { number: '4.7', says: 'the first segment that is known is shown, else the text', test: 'test/rap/feeds.test.ts' },
  { number: '4.8', says: 'a subscription is kept until it is cancelled', test: 'test/rap/lifecycle.test.ts' },
] as const;
