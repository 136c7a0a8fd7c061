// Tests `toolscope files`: what was read, changed and refused, file by file, on the built program.

import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const PEAR = '/home/dev/orchard/pear.ts';
const PLUM = '/home/dev/orchard/plum.ts';

beforeAll(buildProgram, 120_000);

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('tidy up');
  log.call('toolu_a', 'Read', { file_path: PEAR });
  log.result('toolu_a', '     1→one', {
    structured: { type: 'text', file: { filePath: PEAR, content: 'one', numLines: 1, startLine: 1, totalLines: 1 } },
  });
  log.call('toolu_b', 'Edit', { file_path: PEAR, old_string: 'one', new_string: 'two\nthree' });
  log.result('toolu_b', `The file ${PEAR} has been updated.`, {
    structured: {
      filePath: PEAR,
      oldString: 'one',
      newString: 'two\nthree',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-one', '+two', '+three'] }],
    },
  });
  log.call('toolu_c', 'Edit', { file_path: PEAR, old_string: 'x', new_string: 'y' });
  log.result('toolu_c', '<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>', {
    isError: true,
  });
  log.call('toolu_d', 'Write', { file_path: '/home/dev/orchard/secret \u001b[2J.ts', content: 'a\nb\n' });
  log.result('toolu_d', "The user doesn't want to proceed with this tool use. The tool use was rejected.", {
    isError: true,
    structured: 'User rejected tool use',
  });
  log.call('toolu_e', 'Bash', { command: 'ls' });
  log.result('toolu_e', 'pear.ts', { isError: false });
  return log.text();
}

function parsed(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('files', () => {
  const codex = new CodexLog().wait(3_600_000).prompt('sort the plums');
  codex.custom(
    'call_p',
    'apply_patch',
    '*** Begin Patch\n*** Update File: plum.ts\n@@\n-sour\n+sweet\n+ripe\n*** Update File: pear.ts\n@@\n-two\n*** End Patch',
  );
  codex.customOutput('call_p', 'Success. Updated the following files:\nM plum.ts\nM pear.ts\n');
  const logs = folderWith({
    [`${SID}.jsonl`]: orchard(),
    [`rollout-2026-03-01T09-00-00-${codex.thread}.jsonl`]: codex.text(),
  });
  const env = { TOOLSCOPE_HOME: folderWith({}), COLUMNS: '110' };
  const ask = (...args: string[]): Promise<Outcome> => toolscope(['files', ...args, '--root', logs], { env });

  it('counts reads, edits, writes, lines, failures and refusals of every file', async () => {
    const { status, stdout } = await ask('--json');
    expect(status).toBe(0);
    const files = new Map(parsed(stdout).map((file) => [file['path'], file]));
    expect([...files.keys()].toSorted()).toEqual([PEAR, PLUM, '/home/dev/orchard/secret \u001b[2J.ts']);
    expect(files.get(PEAR)).toMatchObject({
      reads: 1,
      edits: 2,
      writes: 0,
      linesAdded: 2,
      linesRemoved: 2,
      failures: 1,
      refused: 0,
      sessions: 2,
    });
    expect(files.get(PLUM)).toMatchObject({ reads: 0, edits: 1, linesAdded: 2, linesRemoved: 1, sessions: 1 });
    expect(files.get('/home/dev/orchard/secret \u001b[2J.ts')).toMatchObject({
      writes: 0,
      refused: 1,
      linesAdded: null,
    });
  });

  it('lists them for a person, the one touched last first', async () => {
    const { stdout } = await ask();
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^LAST +FILE +READS +EDITS +WRITES +ADDED +REMOVED +FAILED +REFUSED$/);
    expect(lines[1]).toMatch(/pear\.ts +1 +2 +\+2 +−2 +1$/);
    expect(lines.slice(1).map((line) => /orchard\/(\w+)/.exec(line)?.[1])).toEqual(['pear', 'plum', 'secret']);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(110);
  });

  it('keeps to one session, a filter and a limit', async () => {
    const paths = async (...args: string[]): Promise<unknown[]> =>
      parsed((await ask(...args, '--json')).stdout).map(({ path, edits }) => [path, edits]);
    expect(await paths('--session', '1111')).toEqual([
      ['/home/dev/orchard/secret \u001b[2J.ts', 0],
      [PEAR, 1],
    ]);
    expect(await paths('agent:codex')).toEqual([
      [PEAR, 1],
      [PLUM, 1],
    ]);
    expect(await paths('file:*pear*', 'status:ok', '--session', '1111')).toEqual([[PEAR, 1]]);
    expect(await paths('--limit', '1')).toHaveLength(1);
    expect((await ask('--limit', '1')).stderr).toBe('toolscope: 1 of 3 files shown; --limit 0 shows all.\n');
  });

  it('says when nothing fits, and what is wrong with a question', async () => {
    expect(await ask('tool:Glob')).toMatchObject({ status: 1, stdout: '', stderr: 'toolscope: no files match.\n' });
    expect((await ask('--session', 'ffff')).status).toBe(1);
    expect((await ask('status:erorr')).status).toBe(2);
    expect((await ask('--limit', 'x')).status).toBe(2);
  });
});
