// Descriptions 1 and 3: the structured companion of results, by tool.

import type { Statement } from './statement.ts';

const HUNK = { oldStart: 10, oldLines: 2, newStart: 10, newLines: 2, lines: [' a', '-b', '+c'] };
const TODO = { content: 'Wind', status: 'pending', activeForm: 'Winding' };
const FILE = { filePath: '/clock.ts', content: 'tock', numLines: 1, startLine: 1, totalLines: 9 };
const BASH = { name: 'Bash', input: { command: 'make' } };
const READ = { name: 'Read', input: { file_path: '/clock.ts' } };
const WRITE = { name: 'Write', input: { file_path: '/clock.ts', content: 'tock' } };
const TASK = { name: 'Task', input: { description: 'Look', prompt: 'Where?', subagent_type: 'Explore' } };
const OUT = { stdout: 'o', stderr: 'e', interrupted: false, isImage: false };

function of(
  tool: string,
  name: string,
  input: object,
  structured: unknown,
  result: object,
): Omit<Statement, 'number' | 'says'> {
  return { call: { name, input, structured }, becomes: { tool, via: 'structured', result } };
}

export const structuredResults: readonly Statement[] = [
  {
    number: '1.1',
    says: 'Bash: two streams',
    ...of('shell', 'Bash', BASH.input, OUT, { kind: 'output', stdout: 'o', stderr: 'e' }),
  },
  {
    number: '1.2',
    says: 'Bash: work in the background',
    call: { ...BASH, structured: { ...OUT, backgroundTaskId: 'bfd84a8' } },
    becomes: { status: 'background', result: { kind: 'background', taskId: 'bfd84a8' } },
  },
  {
    number: '1.3',
    says: 'Bash: what an exit code means',
    ...of(
      'shell',
      'Bash',
      BASH.input,
      { ...OUT, returnCodeInterpretation: 'No matches found' },
      { meaning: 'No matches found' },
    ),
  },
  {
    number: '1.4',
    says: 'Bash: interrupted',
    call: { ...BASH, structured: { ...OUT, interrupted: true } },
    becomes: { status: 'interrupted', result: { kind: 'output', interrupted: true } },
  },
  {
    number: '1.5',
    says: 'Read: a part of a text file',
    ...of('read', 'Read', READ.input, { type: 'text', file: FILE }, { kind: 'text', path: '/clock.ts' }),
  },
  {
    number: '1.6',
    says: 'Read: an image with its sizes',
    ...of(
      'read',
      'Read',
      READ.input,
      {
        type: 'image',
        file: {
          base64: 'iVBORw0KGgo=',
          type: 'image/png',
          originalSize: 8,
          dimensions: { originalWidth: 4, originalHeight: 2, displayWidth: 2, displayHeight: 1 },
        },
      },
      {
        kind: 'image',
        image: { mediaType: 'image/png' },
        sizes: { original: { width: 4, height: 2 }, displayed: { width: 2, height: 1 } },
      },
    ),
  },
  {
    number: '1.7',
    says: 'Edit: hunks, and whether a person changed the edit',
    ...of(
      'edit',
      'Edit',
      { file_path: '/clock.ts', old_string: 'b', new_string: 'c' },
      {
        filePath: '/clock.ts',
        oldString: 'b',
        newString: 'c',
        originalFile: 'a\nb',
        replaceAll: false,
        userModified: true,
        structuredPatch: [HUNK],
      },
      { kind: 'edited', userModified: true, files: [{ hunks: [HUNK], linesAdded: 1, linesRemoved: 1 }] },
    ),
  },
  {
    number: '1.8',
    says: 'Write: in the shape of a Read',
    ...of(
      'write',
      'Write',
      WRITE.input,
      { type: 'text', file: FILE },
      { kind: 'written', created: null, content: 'tock' },
    ),
  },
  {
    number: '1.9',
    says: 'TodoWrite: both lists',
    ...of(
      'todo',
      'TodoWrite',
      { todos: [] },
      { oldTodos: [], newTodos: [TODO] },
      { kind: 'todos', before: [], after: [{ text: 'Wind' }] },
    ),
  },
  {
    number: '1.10',
    says: 'Glob: files and a duration',
    call: {
      name: 'Glob',
      input: { pattern: '*' },
      structured: { filenames: ['a'], durationMs: 4, numFiles: 1, truncated: true },
    },
    becomes: { tool: 'glob', reportedMs: 4, result: { kind: 'files', files: ['a'], truncated: true } },
  },
  ...(
    [
      ['files_with_matches', { filenames: ['a', 'b'], numFiles: 2 }, 'files'],
      ['content', { filenames: [], numFiles: 0, content: 'a:1:x', numLines: 1, appliedLimit: 200 }, 'content'],
      ['count', { filenames: [], numFiles: 1, content: 'a:3', numMatches: 3 }, 'counts'],
    ] as const
  ).map(
    ([mode, more, kind], i): Statement => ({
      number: `1.${11 + i}`,
      says: `Grep: mode ${mode}`,
      call: { name: 'Grep', input: { pattern: 'x', output_mode: mode }, structured: { mode, ...more } },
      becomes: { tool: 'grep', result: { kind } },
    }),
  ),
  {
    number: '1.14',
    says: 'Task: answer, sums and usage',
    call: {
      ...TASK,
      structured: {
        status: 'completed',
        prompt: 'Where?',
        agentId: 'a1',
        content: [{ type: 'text', text: 'Here.' }],
        totalDurationMs: 900,
        totalTokens: 512,
        totalToolUseCount: 3,
        usage: { input_tokens: 1, output_tokens: 2, cache_creation_input_tokens: 3, cache_read_input_tokens: 4 },
      },
    },
    becomes: {
      tool: 'agent',
      result: { kind: 'completed', report: 'Here.' },
      facts: { agentId: 'a1', tokens: 512, toolCalls: 3 },
    },
  },
  ...['failed', 'timeout'].map(
    (status, i): Statement => ({
      number: `1.${15 + i}`,
      says: `Task: ${status}, which is no success`,
      call: {
        ...TASK,
        structured: {
          status,
          prompt: 'Where?',
          agentId: 'a1',
          content: [],
          totalDurationMs: 1,
          totalTokens: 1,
          totalToolUseCount: 0,
        },
      },
      becomes: { status: 'error', result: { kind: 'completed' } },
    }),
  ),
  {
    number: '1.17',
    says: 'TaskOutput: what a task is at',
    call: {
      name: 'TaskOutput',
      input: { task_id: 'b1' },
      structured: {
        retrieval_status: 'completed',
        task: {
          task_id: 'b1',
          task_type: 'local_bash',
          status: 'completed',
          description: 'd',
          output: 'done',
          exitCode: 0,
        },
      },
    },
    becomes: { tool: 'task-output', via: 'structured', facts: { taskId: 'b1' } },
  },
  {
    number: '1.18',
    says: 'BashOutput: as an object',
    ...of(
      'bash-output',
      'BashOutput',
      { bash_id: 's1' },
      {
        shellId: 's1',
        command: 'make',
        status: 'failed',
        exitCode: 2,
        stdout: '',
        stderr: 'no',
        stdoutLines: 0,
        stderrLines: 1,
        timestamp: '2026-03-01T09:00:00.000Z',
      },
      { shellId: 's1', command: 'make', status: 'failed', exitCode: 2, stderrLines: 1 },
    ),
  },
  {
    number: '1.19',
    says: 'KillShell: as an object',
    ...of(
      'task-stop',
      'KillShell',
      { shell_id: 's1' },
      { message: 'Successfully killed shell: s1 (make)', shell_id: 's1' },
      { taskId: 's1' },
    ),
  },
  {
    number: '1.20',
    says: 'AskUserQuestion: answers by question',
    ...of(
      'ask-user-question',
      'AskUserQuestion',
      { questions: [{ question: 'Which?', options: [] }] },
      {
        questions: [
          { question: 'Which?', header: 'Clock', options: [{ label: 'Big', description: '' }], multiSelect: false },
        ],
        answers: { 'Which?': 'Big' },
      },
      { kind: 'answered', questions: [{ answer: 'Big', options: [{ chosen: true }] }] },
    ),
  },
  {
    number: '1.21',
    says: 'WebSearch: blocks of links, and a duration in seconds',
    call: {
      name: 'WebSearch',
      input: { query: 'clocks' },
      structured: {
        query: 'clocks',
        results: [{ tool_use_id: 's', content: [{ title: 'A', url: 'https://a.example' }] }],
        durationSeconds: 1.5,
      },
    },
    becomes: { reportedMs: 1500, result: { kind: 'results', linkCount: 1 } },
  },
  {
    number: '1.22',
    says: 'WebFetch: status, size and text',
    call: {
      name: 'WebFetch',
      input: { url: 'https://a.example', prompt: 'p' },
      structured: { bytes: 9, code: 200, codeText: 'OK', result: '# A', durationMs: 350, url: 'https://a.example' },
    },
    becomes: { reportedMs: 350, result: { kind: 'page', status: 200, statusText: 'OK', bytes: 9, text: '# A' } },
  },
  {
    number: '1.23',
    says: 'ExitPlanMode: the plan and its file',
    ...of(
      'exit-plan-mode',
      'ExitPlanMode',
      {},
      { plan: '# P', isAgent: false, filePath: '/plan.md' },
      { kind: 'approved', plan: '# P' },
    ),
  },
  {
    number: '1.24',
    says: 'texts of errors begin with the exit code',
    call: { ...BASH, content: 'Exit code 1\nno rule', isError: true },
    becomes: { status: 'error', facts: { exitCode: 1 }, result: { kind: 'output' } },
  },
  {
    number: '3.1',
    says: 'a failed Bash has a text for a companion',
    call: { ...BASH, content: 'Exit code 1\nno rule', structured: 'Error: Exit code 1\nno rule', isError: true },
    becomes: { status: 'error', via: 'text', facts: { exitCode: 1 } },
  },
  {
    number: '3.2',
    says: 'Read: sizes without names',
    call: {
      ...READ,
      structured: {
        type: 'image',
        file: { type: 'image/png', base64: 'iVBORw0KGgo=', originalSize: 8, dimensions: { width: 8, height: 6 } },
      },
    },
    becomes: { via: 'structured', result: { kind: 'image' } },
  },
  {
    number: '3.3',
    says: 'Read: an error as a text',
    call: { ...READ, content: 'File does not exist.', structured: 'Error: File does not exist.', isError: true },
    becomes: { status: 'error', failure: { blame: 'agent' } },
  },
  {
    number: '3.4',
    says: 'Write: created',
    ...of(
      'write',
      'Write',
      WRITE.input,
      { type: 'create', filePath: '/clock.ts', content: 'tock', originalFile: null, structuredPatch: [] },
      { created: true, original: null },
    ),
  },
  {
    number: '3.5',
    says: 'Write: updated, with hunks',
    ...of(
      'write',
      'Write',
      WRITE.input,
      { type: 'update', filePath: '/clock.ts', content: 'tock', originalFile: 'tick', structuredPatch: [HUNK] },
      { created: false, files: [{ hunks: [HUNK] }] },
    ),
  },
  {
    number: '3.6',
    says: 'Task: started, not done',
    call: {
      ...TASK,
      structured: {
        status: 'async_launched',
        prompt: 'Where?',
        agentId: 'a1',
        isAsync: true,
        description: 'Look',
        outputFile: '/out',
      },
    },
    becomes: { status: 'background', result: { kind: 'launched' } },
  },
  {
    number: '3.7',
    says: 'MCP: a list of blocks',
    call: { name: 'mcp__clocks__wind', input: { clock: 'big' }, structured: [{ type: 'text', text: 'Wound.' }] },
    becomes: {
      tool: 'mcp',
      facts: { server: 'clocks' },
      result: { kind: 'reply', blocks: [{ type: 'text', text: 'Wound.' }] },
    },
  },
  {
    number: '3.8',
    says: 'MCP: a text for an error',
    call: { name: 'mcp__clocks__wind', input: {}, content: 'Error: stuck', structured: 'Error: stuck', isError: true },
    becomes: { tool: 'mcp', status: 'error', text: 'Error: stuck' },
  },
];
