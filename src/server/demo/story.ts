// The demo's story: one session that shows a typical day with an agent.

import { ClaudeScript } from './claude-script.ts';
import { GATE_PICTURE } from './picture.ts';

export const STORY_SESSION = 'd0000001-0000-4000-8000-000000000001';
export const HELPER = 'a1b2c3d4e5f607182';

const CWD = '/home/dev/orchard';
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

const TODOS = ['Find where gates are opened', 'Count visitors once', 'Run the tests'];

function todos(done: number): unknown[] {
  return TODOS.map((content, i) => ({
    content,
    activeForm: content,
    status: i < done ? 'completed' : i === done ? 'in_progress' : 'pending',
  }));
}

function plan(script: ClaudeScript, id: string, before: number, after: number): void {
  script.call(id, 'TodoWrite', { todos: todos(after) });
  script.result(id, 'Todos have been modified successfully.', {
    ms: 30,
    structured: { oldTodos: before < 0 ? [] : todos(before), newTodos: todos(after) },
  });
}

function look(script: ClaudeScript): void {
  script.think('First see how the gate is opened, and where visitors are counted.');
  script.call('toolu_grep', 'Grep', { pattern: 'openGate', output_mode: 'content', '-n': true });
  script.call('toolu_glob', 'Glob', { pattern: 'src/**/*.ts' }, { together: true });
  script.result('toolu_grep', 'src/gate.ts:3:export function openGate() {\nsrc/visit.ts:8:  openGate();', {
    ms: 90,
    structured: {
      mode: 'content',
      numFiles: 2,
      filenames: [],
      content: 'src/gate.ts:3:export function openGate() {\nsrc/visit.ts:8:  openGate();',
      numLines: 2,
    },
  });
  script.result('toolu_glob', `${CWD}/src/gate.ts\n${CWD}/src/visit.ts`, {
    ms: 20,
    structured: {
      filenames: [`${CWD}/src/gate.ts`, `${CWD}/src/visit.ts`],
      durationMs: 14,
      numFiles: 2,
      truncated: false,
    },
  });
  const code = 'let visitors = 0;\n\nexport function openGate() {\n  visitors += 2;\n  return visitors;\n}\n';
  script.call('toolu_read', 'Read', { file_path: `${CWD}/src/gate.ts` });
  script.result(
    'toolu_read',
    code
      .trimEnd()
      .split('\n')
      .map((line, i) => `${String(i + 1).padStart(6)}→${line}`)
      .join('\n'),
    {
      ms: 40,
      structured: {
        type: 'text',
        file: { filePath: `${CWD}/src/gate.ts`, content: code, numLines: 6, startLine: 1, totalLines: 6 },
      },
    },
  );
  script.call('toolu_gone', 'Read', { file_path: `${CWD}/src/wicket.ts` });
  script.result('toolu_gone', '<tool_use_error>File does not exist.</tool_use_error>', {
    ms: 15,
    isError: true,
    structured: 'Error: File does not exist.',
  });
  script.call('toolu_picture', 'Read', { file_path: `${CWD}/docs/gate.png` });
  script.result(
    'toolu_picture',
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: GATE_PICTURE } }],
    { ms: 60, structured: { type: 'image', file: { base64: GATE_PICTURE, type: 'image/png', originalSize: 172 } } },
  );
}

function delegate(script: ClaudeScript): void {
  script.call('toolu_agent', 'Task', {
    subagent_type: 'Explore',
    description: 'Find callers of openGate',
    prompt: 'List every caller of openGate and say what it does with the number it gets.',
  });
  script.result('toolu_agent', [{ type: 'text', text: 'Only visit.ts calls it, and drops the number.' }], {
    ms: 9000,
    structured: {
      status: 'completed',
      prompt: 'List every caller of openGate and say what it does with the number it gets.',
      agentId: HELPER,
      content: [{ type: 'text', text: 'Only visit.ts calls it, and drops the number.' }],
      totalDurationMs: 8200,
      totalTokens: 5400,
      totalToolUseCount: 2,
      usage: { input_tokens: 12, output_tokens: 210 },
    },
  });
}

interface DemoEdit {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
}

/** What the agent records for an edit that replaced one line of a small file. */
function edited({ file_path: filePath, old_string: oldString, new_string: newString }: DemoEdit, before: string) {
  const lines = before.trimEnd().split('\n');
  return {
    filePath,
    oldString,
    newString,
    originalFile: before,
    structuredPatch: [
      {
        oldStart: 1,
        oldLines: lines.length,
        newStart: 1,
        newLines: lines.length,
        lines: lines.flatMap((line) =>
          line.includes(oldString) ? [`-${line}`, `+${line.replace(oldString, newString)}`] : [` ${line}`],
        ),
      },
    ],
    userModified: false,
    replaceAll: false,
  };
}

/** Fixes the test that expected the old number, and adds a comment to the corrected line. */
function mendTest(script: ClaudeScript): void {
  const test = { file_path: `${CWD}/test/gate.test.ts`, old_string: 'toBe(2)', new_string: 'toBe(1)' };
  const tested =
    "import { openGate } from '../src/gate.ts';\n\ntest('counts a visitor once', () => {\n  expect(openGate()).toBe(2);\n});\n";
  script.call('toolu_mend', 'Edit', test);
  script.result('toolu_mend', `The file ${test.file_path} has been updated.`, {
    ms: 110,
    structured: edited(test, tested),
  });
  const word = { file_path: `${CWD}/src/gate.ts`, old_string: '+= 1;', new_string: '+= 1; // once a visit' };
  const gate = 'let visitors = 0;\n\nexport function openGate() {\n  visitors += 1;\n  return visitors;\n}\n';
  script.call('toolu_word', 'Edit', word);
  script.result('toolu_word', `The file ${word.file_path} has been updated.`, {
    ms: 90,
    structured: edited(word, gate),
  });
}

function mend(script: ClaudeScript): void {
  const edit = { file_path: `${CWD}/src/gate.ts`, old_string: '  visitors += 2;', new_string: '  visitors += 1;' };
  const before = 'let visitors = 0;\n\nexport function openGate() {\n  visitors += 2;\n  return visitors;\n}\n';
  script.call('toolu_edit', 'Edit', edit);
  script.hook('toolu_edit', 'PreToolUse', 'Edit', {
    type: 'hook_success',
    content: '',
    stdout: '',
    exitCode: 0,
    command: 'check-branch.sh',
    durationMs: 48,
  });
  script.result('toolu_edit', `The file ${CWD}/src/gate.ts has been updated.`, {
    ms: 160,
    structured: edited(edit, before),
  });
  script.call('toolu_refused', 'Write', { file_path: `${CWD}/.env`, content: 'GATE_KEY=none\n' });
  script.hook('toolu_refused', 'PreToolUse', 'Write', {
    type: 'hook_blocking_error',
    blockingError: { blockingError: 'Secrets are not written by agents.', command: 'guard-secrets.sh' },
  });
  script.result(
    'toolu_refused',
    'PreToolUse:Write hook error: [guard-secrets.sh]: Secrets are not written by agents.',
    {
      ms: 70,
      isError: true,
      structured: 'Error: PreToolUse:Write hook error: [guard-secrets.sh]: Secrets are not written by agents.',
    },
  );
  script.call('toolu_rejected', 'Bash', { command: 'git push --force', description: 'Push the branch' });
  script.result('toolu_rejected', REJECTED, { ms: 14_000, isError: true, structured: 'User rejected tool use' });
}

function test(script: ClaudeScript): void {
  const failed =
    'FAIL  test/gate.test.ts > counts a visitor once\nAssertionError: expected 2 to be 1\n\n 1 failed | 11 passed';
  script.call('toolu_test', 'Bash', { command: 'npm test', description: 'Run the tests' });
  script.result('toolu_test', `Exit code 1\n${failed}`, {
    ms: 6200,
    isError: true,
    structured: `Error: Exit code 1\n${failed}`,
  });
  script.say('One test still holds the old number. I will mend it.');
  mendTest(script);
  script.call('toolu_none', 'Bash', { command: 'grep -rn "toBe(2)" src', description: 'Look for more' });
  script.result('toolu_none', '', {
    ms: 80,
    structured: {
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      returnCodeInterpretation: 'No matches found',
    },
  });
  script.shell('toolu_test2', 'npm test', '\u001b[32m✓\u001b[39m test/gate.test.ts (12)\n\n 12 passed', {
    ms: 5800,
    note: 'Run the tests again',
  });
  // `tail` succeeds, whatever the linter found.
  script.shell(
    'toolu_lint',
    'npx eslint src 2>&1 | tail -4',
    `${CWD}/src/visit.ts\n  8:3  error  'openGate' result is not used  no-unused-expressions\n\n✖ 1 problem (1 error, 0 warnings)`,
    { ms: 1900, note: 'Lint' },
  );
}

function serveInBackground(script: ClaudeScript): void {
  script.call('toolu_server', 'Bash', { command: 'npm run dev', run_in_background: true, description: 'Start it' });
  script.result('toolu_server', 'Command running in background with ID: b7f3a1', {
    ms: 200,
    structured: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b7f3a1' },
  });
  script.call('toolu_poll', 'BashOutput', { bash_id: 'b7f3a1' });
  script.result(
    'toolu_poll',
    '<status>running</status>\n\n<stdout>\nlistening on 5173\n</stdout>\n\n<timestamp>2026-03-01T09:00:00.000Z</timestamp>',
    { ms: 40 },
  );
  script.call('toolu_fetch', 'WebFetch', { url: 'http://localhost:5173/visitors', prompt: 'How many visitors?' });
  script.result('toolu_fetch', 'The page says: 1 visitor.', {
    ms: 1200,
    structured: {
      bytes: 512,
      code: 200,
      codeText: 'OK',
      result: 'The page says: 1 visitor.',
      durationMs: 1100,
      url: 'http://localhost:5173/visitors',
    },
  });
  script.call('toolu_kill', 'KillShell', { shell_id: 'b7f3a1' });
  script.result('toolu_kill', '{"message":"Successfully killed shell: b7f3a1 (npm run dev)","shell_id":"b7f3a1"}', {
    ms: 60,
    structured: { message: 'Successfully killed shell: b7f3a1 (npm run dev)', shell_id: 'b7f3a1' },
  });
}

function hostile(script: ClaudeScript): void {
  const page = '<script>alert("a page an agent fetched")</script><img src=x onerror=alert(1)>';
  script.call('toolu_hostile', 'mcp__<b>odd</b>__fetch', { url: 'https://example.org/"><script>alert(1)</script>' });
  script.result(
    'toolu_hostile',
    [{ type: 'text', text: `${page}\u001b]8;;https://example.org/\u0007link\u001b]8;;\u0007` }],
    {
      ms: 500,
    },
  );
}

/** The main log, and that of its helper. */
export function story(startMs: number): { readonly main: string; readonly helper: string } {
  const script = new ClaudeScript({ session: STORY_SESSION, startMs, cwd: CWD });
  script.title('Visitors are counted twice');
  script.prompt('Visitors at the orchard gate are counted twice. Please find out why and mend it.');
  plan(script, 'toolu_plan1', -1, 0);
  look(script);
  delegate(script);
  plan(script, 'toolu_plan2', 0, 1);
  mend(script);
  script.prompt('Do not push. Just run the tests.');
  plan(script, 'toolu_plan3', 1, 2);
  test(script);
  script.add('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 21_000 },
  });
  serveInBackground(script);
  hostile(script);
  plan(script, 'toolu_plan4', 2, 3);
  script.say('Visitors are counted **once** now: `openGate` added 2. All 12 tests pass.');
  const helper = new ClaudeScript({ session: STORY_SESSION, startMs: startMs + 45_000, cwd: CWD, agentId: HELPER });
  helper.prompt('List every caller of openGate and say what it does with the number it gets.');
  helper.call('toolu_h1', 'Grep', { pattern: 'openGate\\(' });
  helper.result('toolu_h1', 'Found 1 file\nsrc/visit.ts', {
    ms: 70,
    structured: { mode: 'files_with_matches', filenames: ['src/visit.ts'], numFiles: 1 },
  });
  helper.shell('toolu_h2', 'sed -n 1,12p src/visit.ts', '  openGate();');
  helper.say('Only visit.ts calls it, and drops the number.');
  return { main: script.text(), helper: helper.text() };
}
