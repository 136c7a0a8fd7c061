// Tests the output of `toolscope summary` for a session with very many prompts.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';

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
