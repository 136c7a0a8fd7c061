// Description 0: tool results as texts, eleven tools, no structured companion.

import { results, type Statement, uses } from './statement.ts';

const PREVIEW =
  "has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     1→tock\n     2→";
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const NOT_READ = '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>';
const EDIT = { name: 'Edit', input: { file_path: '/clock.ts', old_string: 'tick', new_string: 'tock' } };
const WRITE = { name: 'Write', input: { file_path: '/clock.ts', content: 'tock\n' } };
const NOT_READ_YET = { status: 'error', failure: { code: 'not-read-yet', blame: 'agent' } };

export const toolResults: readonly Statement[] = [
  {
    number: '0.1',
    says: 'a result names its call, and is an error only when flagged',
    records: [uses(['t', 'Bash', { command: 'ls' }]), results(['t', 'a'])],
    becomes: [{ callId: 't', status: 'ok' }],
  },
  {
    number: '0.2',
    says: 'Edit: path and numbered lines in the text',
    call: { ...EDIT, content: `The file /clock.ts ${PREVIEW}` },
    becomes: {
      tool: 'edit',
      via: 'text',
      result: { kind: 'edited', files: [{ path: '/clock.ts' }], snippet: [{ number: 1, text: 'tock' }, { number: 2 }] },
    },
  },
  {
    number: '0.3',
    says: 'Edit: an error in a tag',
    call: { ...EDIT, content: NOT_READ, isError: true },
    becomes: NOT_READ_YET,
  },
  {
    number: '0.4',
    says: 'Write: a created file',
    call: { ...WRITE, content: 'File created successfully at: /clock.ts' },
    becomes: { tool: 'write', result: { kind: 'written', created: true }, facts: { path: '/clock.ts' } },
  },
  {
    number: '0.5',
    says: 'Write: a file that was there',
    call: { ...WRITE, content: `The file /clock.ts ${PREVIEW}` },
    becomes: { result: { kind: 'written', created: false, snippet: [{ text: 'tock' }, {}] } },
  },
  {
    number: '0.6',
    says: 'Write: the same error as Edit',
    call: { ...WRITE, content: NOT_READ, isError: true },
    becomes: NOT_READ_YET,
  },
  {
    number: '0.7',
    says: 'TodoWrite: one text for every success, the list is in the input',
    call: {
      name: 'TodoWrite',
      input: { todos: [{ content: 'Wind', status: 'pending', activeForm: 'Winding' }] },
      content: 'Todos have been modified successfully. Ensure that you continue to use the todo list.',
    },
    becomes: { tool: 'todo', status: 'ok', result: { kind: 'todos', after: [{ text: 'Wind' }] } },
  },
  {
    number: '0.31',
    says: 'TodoWrite: the current list stands beside the message, in `todos`',
    records: [
      uses(['w', 'TodoWrite', { todos: [] }]),
      {
        ...results(['w', 'Todos have been modified successfully. Ensure that you continue to use the todo list.']),
        todos: [{ content: 'Wind', status: 'pending', activeForm: 'Winding' }],
      },
    ],
    becomes: [{ tool: 'todo', status: 'ok', via: 'structured', result: { kind: 'todos', after: [{ text: 'Wind' }] } }],
  },
  {
    number: '0.8',
    says: 'TodoWrite: an error in a tag',
    call: {
      name: 'TodoWrite',
      input: { todos: [] },
      content: '<tool_use_error>Invalid todo format: x</tool_use_error>',
      isError: true,
    },
    becomes: { status: 'error', text: 'Invalid todo format: x' },
  },
  {
    number: '0.9',
    says: 'Task: a list with one text block',
    call: {
      name: 'Task',
      input: { description: 'Look', prompt: 'Where?' },
      content: [{ type: 'text', text: '### Decision: here' }],
    },
    becomes: { tool: 'agent', result: { kind: 'completed', report: '### Decision: here' } },
  },
  {
    number: '0.10',
    says: 'Task: an error in the same list',
    call: {
      name: 'Task',
      input: { description: 'Look', prompt: 'Where?' },
      content: [{ type: 'text', text: '<tool_use_error>Subagent failed: x</tool_use_error>' }],
      isError: true,
    },
    becomes: { status: 'error', text: 'Subagent failed: x' },
  },
  {
    number: '0.11',
    says: 'AskUserQuestion: pairs of questions and answers',
    call: {
      name: 'AskUserQuestion',
      input: {
        questions: [
          { question: 'Which?', options: [] },
          { question: 'When?', options: [] },
        ],
      },
      content:
        'User has answered your questions: "Which?"="Big", "When?"="Now". You can now continue with the user\'s answers in mind.',
    },
    becomes: { result: { kind: 'answered', questions: [{ answer: 'Big' }, { answer: 'Now' }] } },
  },
  {
    number: '0.12',
    says: 'AskUserQuestion: a person who declines is expected',
    call: {
      name: 'AskUserQuestion',
      input: { questions: [{ question: 'Which?', options: [] }] },
      content: REFUSED,
      isError: true,
    },
    becomes: { status: 'rejected', failure: { blame: 'expected' } },
  },
  {
    number: '0.13',
    says: 'WebSearch: query and links',
    call: {
      name: 'WebSearch',
      input: { query: 'clocks' },
      content:
        'Web search results for query: "clocks"\n\nLinks: [{"title":"A","url":"https://a.example"},{"title":"B","url":"https://b.example"}]',
    },
    becomes: {
      result: {
        kind: 'results',
        query: 'clocks',
        linkCount: 2,
        entries: [{ links: [{ title: 'A' }, { title: 'B' }] }],
      },
    },
  },
  {
    number: '0.14',
    says: 'ExitPlanMode: approved',
    call: {
      name: 'ExitPlanMode',
      input: { plan: '# P' },
      content: 'User has approved your plan. You can now start coding.',
    },
    becomes: { status: 'ok', result: { kind: 'approved' } },
  },
  {
    number: '0.15',
    says: 'ExitPlanMode: a plan that is sent back is expected',
    call: { name: 'ExitPlanMode', input: { plan: '# P' }, content: REFUSED, isError: true },
    becomes: { status: 'rejected', result: { kind: 'rejected' }, failure: { blame: 'expected' } },
  },
  {
    number: '0.16',
    says: 'Skill: a name with its category',
    call: { name: 'Skill', input: { skill: 'clocks:winding' }, content: 'Launching skill: clocks:winding' },
    becomes: { result: { kind: 'launched', skill: { category: 'clocks', name: 'winding' } } },
  },
  {
    number: '0.17',
    says: 'Skill: a name without a category',
    call: { name: 'Skill', input: { skill: 'winding' }, content: 'Launching skill: winding' },
    becomes: { result: { skill: { category: null, name: 'winding' } } },
  },
  {
    number: '0.18',
    says: 'BashOutput: a running shell has no exit code',
    call: {
      name: 'BashOutput',
      input: { bash_id: '4e33a5' },
      content:
        '<status>running</status>\n\n<stdout>\nready\n</stdout>\n\n<stderr>\nslow\n</stderr>\n\n<timestamp>2026-03-01T09:00:00.000Z</timestamp>',
    },
    becomes: {
      result: {
        status: 'running',
        exitCode: null,
        stdout: 'ready',
        stderr: 'slow',
        timestamp: '2026-03-01T09:00:00.000Z',
      },
    },
  },
  {
    number: '0.19',
    says: 'BashOutput: a completed shell has one',
    call: {
      name: 'BashOutput',
      input: { bash_id: '4e33a5' },
      content: '<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\ndone\n</stdout>',
    },
    becomes: { result: { status: 'completed', exitCode: 0, stdout: 'done' } },
  },
  {
    number: '0.20',
    says: 'BashOutput: no such shell',
    call: {
      name: 'BashOutput',
      input: { bash_id: '189a38' },
      content: '<tool_use_error>No shell found with ID: 189a38</tool_use_error>',
      isError: true,
    },
    becomes: { failure: { code: 'shell-not-found', blame: 'agent' } },
  },
  {
    number: '0.21',
    says: 'SlashCommand: the name of the command',
    call: { name: 'SlashCommand', input: { command: '/chime' }, content: 'Launching command: /chime' },
    becomes: { tool: 'slash-command', result: { kind: 'launched', command: { name: 'chime' } } },
  },
  {
    number: '0.22',
    says: 'KillShell: a JSON text with id and command',
    call: {
      name: 'KillShell',
      input: { shell_id: '4e33a5' },
      content: '{"message":"Successfully killed shell: 4e33a5 (npm run dev)","shell_id":"4e33a5"}',
    },
    becomes: { result: { kind: 'stopped', taskId: '4e33a5', command: 'npm run dev' } },
  },
  ...['completed', 'killed', 'failed'].map(
    (state, i): Statement => ({
      number: `0.${23 + i}`,
      says: `KillShell: a shell that was ${state} already is expected`,
      call: {
        name: 'KillShell',
        input: { shell_id: '825593' },
        content: `Shell 825593 is not running, so cannot be killed (status: ${state})`,
        isError: true,
      },
      becomes: {
        status: 'error',
        failure: { code: 'not-running', blame: 'expected' },
        summary: `stop 825593 → was ${state} already`,
      },
    }),
  ),
  {
    number: '0.26',
    says: 'several requests come one per record, their results in any order',
    records: [
      uses(['a', 'Bash', { command: 'a' }]),
      uses(['b', 'Bash', { command: 'b' }]),
      results(['b', '2']),
      results(['a', '1']),
    ],
    becomes: [
      { callId: 'a', text: '1' },
      { callId: 'b', text: '2' },
    ],
  },
  {
    number: '0.27',
    says: 'without a reported duration, the time between the records is an upper bound',
    records: [uses(['a', 'Edit', EDIT.input]), results(['a', `The file /clock.ts ${PREVIEW}`])],
    becomes: [{ call: { duration: { ms: 1234, basis: 'between-records', bound: 'at-most' } } }],
  },
  {
    number: '0.28',
    says: 'an empty companion says nothing',
    call: { ...EDIT, content: `The file /clock.ts ${PREVIEW}`, structured: {} },
    becomes: { via: 'text', result: { kind: 'edited' } },
  },
  {
    number: '0.29',
    says: 'a null error flag is a success',
    call: { name: 'Bash', input: { command: 'ls' }, content: 'a', isError: null },
    becomes: { status: 'ok' },
  },
  {
    number: '0.30',
    says: 'a tool that has no parser keeps its raw content',
    call: { name: 'RingBell', input: {}, content: 'Rung.' },
    becomes: { tool: 'generic', text: 'Rung.' },
  },
];
