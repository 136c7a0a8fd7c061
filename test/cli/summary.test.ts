// Tests what `toolscope summary` says of a session with very many prompts, and on a narrow terminal.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { runHere } from '../support/run-here.ts';

beforeAll(buildProgram, 120_000);

it('counts every prompt, also those that it does not hold', async () => {
  const log = new ClaudeLog('5a5a5a5a-0000-4000-8000-000000000001');
  for (let i = 0; i < 60; i++) {
    log.prompt(`Water bed ${i}.`);
    log.call(`toolu_${i}`, 'Bash', { command: `water ${i}` });
    log.result(`toolu_${i}`, 'wet');
  }
  const root = folderWith({ 'projects/-garden/log.jsonl': log.text() });
  const env = { TOOLSCOPE_HOME: mkdtempSync(join(tmpdir(), 'toolscope-summary-')) };
  const { status, stdout } = await toolscope(['summary', '5a5a5a5a', '--root', root], { env });
  expect(status).toBe(0);
  expect(stdout).toContain('Water bed 0. (and 59 further prompts)');
  expect(stdout).toContain('60 prompts');
});

it('is no wider than the terminal', async () => {
  const log = new ClaudeLog('5a5a5a5a-0000-4000-8000-000000000002');
  log.prompt('Water the bed.');
  log.call('toolu_1', 'Bash', { command: 'water' });
  log.result('toolu_1', 'wet');
  log.call('toolu_2', 'Edit', { file_path: '/garden/bed.txt', old_string: 'dry', new_string: 'wet' });
  log.result('toolu_2', 'The file /garden/bed.txt has been updated.');
  log.call('toolu_3', 'Bash', { command: 'weed' });
  log.result('toolu_3', 'Exit code 1\nno hoe', { isError: true });
  const root = folderWith({ 'projects/-garden/log.jsonl': log.text() });
  const home = mkdtempSync(join(tmpdir(), 'toolscope-summary-'));
  const { out } = await runHere(['summary', '5a5a5a5a', '--root', root], { home, width: 50, isTerminal: true });
  const lines = out.split('\n');
  expect(lines.filter((line) => line.startsWith('Time '))).toHaveLength(1);
  // The command to resume it is meant to be copied.
  expect(lines.filter((line) => [...line].length > 50 && !line.startsWith('Resume '))).toEqual([]);
});
