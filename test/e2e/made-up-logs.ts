// The logs the dashboard is tested with: an ordinary session, one that is still running, and a hostile one.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { assistantMessage, ClaudeLog, folderWith } from '../support/claude-log.ts';

export const ORDINARY = '11111111-2222-4333-8444-555555555555';
export const GROWING = '22222222-2222-4333-8444-555555555555';
export const HOSTILE = '33333333-2222-4333-8444-555555555555';

const PROJECT = 'projects/-home-dev-orchard';

/** Raises a flag on the page if it is ever run; also asks another server for something. */
export const SCRIPT = '<img src="http://evil.example/x.png" onerror="window.hacked=1"><script>window.hacked=1</script>';
/** Colours, and a change of writing direction, if nothing prevents them. */
const DISGUISE = '\u001b[31m\u202e\u0007';
const TERMINAL =
  '\u001b]8;;javascript:window.hacked=1\u0007click\u001b]8;;\u0007 \u001b[31mred\u001b[0m \u001b]0;title\u0007';

function ordinary(): ClaudeLog {
  const log = new ClaudeLog(ORDINARY);
  const asked = log.prompt('Prune the apple trees, please.');
  log.raw({ type: 'summary', summary: 'Prune the apple trees', leafUuid: asked });
  log.say('I look at the trees first.');
  log.call('toolu_ls', 'Bash', { command: 'ls orchard', description: 'List the orchard' });
  log.result('toolu_ls', 'apple\npear', {
    structured: { stdout: 'apple\npear', stderr: '', interrupted: false, isImage: false },
  });
  log.call('toolu_read', 'Read', { file_path: '/home/dev/orchard/apple.ts' });
  log.result('toolu_read', '     1→export const apple = 1;\n     2→export const pear = 2;');
  log.call('toolu_edit', 'Edit', {
    file_path: '/home/dev/orchard/apple.ts',
    old_string: 'apple = 1',
    new_string: 'apple = 3',
  });
  log.result('toolu_edit', 'The file /home/dev/orchard/apple.ts has been updated.', {
    structured: {
      filePath: '/home/dev/orchard/apple.ts',
      oldString: 'apple = 1',
      newString: 'apple = 3',
      structuredPatch: [
        {
          oldStart: 1,
          oldLines: 2,
          newStart: 1,
          newLines: 2,
          lines: ['-export const apple = 1;', '+export const apple = 3;', ' export const pear = 2;'],
        },
      ],
      userModified: false,
      replaceAll: false,
    },
  });
  log.call('toolu_fail', 'Bash', { command: 'make harvest' });
  log.result('toolu_fail', 'Exit code 2\nmake: *** No rule to make target', { isError: true });
  log.call('toolu_ask', 'Bash', { command: 'rm -rf orchard' });
  log.result(
    'toolu_ask',
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
    { isError: true, structured: 'User rejected tool use' },
  );
  log.call('toolu_again', 'Bash', { command: 'make harvest' });
  log.result('toolu_again', 'done');
  log.say('The trees are pruned.');
  return log;
}

function hostile(): ClaudeLog {
  const log = new ClaudeLog(HOSTILE, {
    cwd: `/home/dev/${SCRIPT}${DISGUISE}`,
    gitBranch: DISGUISE + SCRIPT,
    version: DISGUISE + SCRIPT,
  });
  const prompt = log.prompt(`Prompt ${SCRIPT}`);
  log.raw({ type: 'summary', summary: `Title ${SCRIPT}${DISGUISE}`, leafUuid: prompt });
  log.say(`Answer ${SCRIPT} [link](javascript:window.hacked=1) ![picture](http://evil.example/y.png)`);
  log.call(`toolu_${SCRIPT}`, SCRIPT, { [SCRIPT]: SCRIPT, __proto__: { x: 1 } });
  log.result(`toolu_${SCRIPT}`, SCRIPT);
  log.call('toolu_mcp', `mcp__${SCRIPT}__${SCRIPT}`, { query: SCRIPT });
  log.result('toolu_mcp', [{ type: 'text', text: SCRIPT }]);
  log.call('toolu_shell', 'Bash', { command: SCRIPT, description: SCRIPT });
  log.result('toolu_shell', TERMINAL, {
    structured: { stdout: TERMINAL + SCRIPT, stderr: SCRIPT, interrupted: false },
  });
  log.call('toolu_path', 'Read', { file_path: `/home/${SCRIPT}.svg` });
  log.result('toolu_path', `     1→${SCRIPT}`);
  log.call('toolu_plan', 'ExitPlanMode', { plan: `# Plan\n${SCRIPT}\n[x](javascript:alert(1))` });
  log.result('toolu_plan', `User has approved your plan. ${SCRIPT}`);
  const said = `To tell you how to proceed, the user said:\n${DISGUISE}not so`;
  const asked = { type: 'tool_use', id: 'toolu_no', name: `Tool${DISGUISE}`, input: { what: DISGUISE } };
  log.add('assistant', { message: { ...assistantMessage('msg_no', [asked]), model: `model${DISGUISE}` } });
  log.add('attachment', {
    attachment: {
      type: 'hook_success',
      hookName: `PreToolUse:Tool${DISGUISE}`,
      hookEvent: 'PreToolUse',
      toolUseID: 'toolu_no',
      command: `check ${DISGUISE}`,
      content: `hook says ${DISGUISE}`,
      stdout: '',
      stderr: '',
      exitCode: 0,
      durationMs: 12,
    },
  });
  log.result('toolu_no', `The user doesn't want to proceed with this tool use. ${said}`, { isError: true });
  log.call('toolu_web', 'WebFetch', { url: 'javascript:window.hacked=1', prompt: SCRIPT });
  log.result('toolu_web', SCRIPT);
  return log;
}

export class Logs {
  readonly root: string;
  readonly #growing = new ClaudeLog(GROWING);

  constructor() {
    this.#growing.prompt('Water the garden.');
    this.#growing.call('toolu_w0', 'Bash', { command: 'water 0' });
    this.#growing.result('toolu_w0', 'wet');
    this.root = folderWith({
      [`${PROJECT}/${ORDINARY}.jsonl`]: ordinary().text(),
      [`${PROJECT}/${HOSTILE}.jsonl`]: hostile().text(),
      [`${PROJECT}/${GROWING}.jsonl`]: '',
    });
    this.#write();
  }

  /** The running session makes one more call; its result is left out until `answer`. */
  ask(id: string, command: string): void {
    this.#growing.call(id, 'Bash', { command });
    this.#write();
  }

  answer(id: string, text: string): void {
    this.#growing.result(id, text);
    this.#write();
  }

  #write(): void {
    const text = this.#growing.text();
    this.#growing.records.length = 0;
    appendFileSync(join(this.root, PROJECT, `${GROWING}.jsonl`), text);
  }
}
