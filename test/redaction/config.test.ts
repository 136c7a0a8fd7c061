// Tests that patterns of the configuration are used, and that nothing is shared without them if there are any.

import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { exportTrace, loadConfig, readSession } from '../../src/index.ts';
import { serve } from '../server/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const SID = '71111111-2222-4333-8444-555555555555';
const log = new ClaudeLog(SID);
log.prompt('water the trees');
log.call('toolu_a', 'Bash', { command: 'badge EMP-123456' });
log.result('toolu_a', 'done');

const folder = folderWith({
  [`${SID}.jsonl`]: log.text(),
  'good.json': JSON.stringify({ redaction: { patterns: [{ id: 'badge', pattern: 'EMP-\\d{6}' }] } }),
  'wrong.json': JSON.stringify({ redaction: { patterns: [{ id: 'badge', pattern: '(' }] } }),
  'named.json': JSON.stringify({ redaction: { patterns: [{ id: 'Nummer ✓\n', pattern: 'EMP-\\d{6}' }] } }),
  'half.json': '{"redaction":',
});

afterEach(() => vi.unstubAllEnvs());

async function exported(): Promise<string> {
  let text = '';
  const session = await readSession(join(folder, `${SID}.jsonl`));
  for await (const piece of exportTrace(session, { format: 'otlp' })) text += piece;
  return text;
}

it('uses its patterns, and stops where they cannot be known', async () => {
  vi.stubEnv('TOOLSCOPE_CONFIG', '');
  expect(await exported()).toContain('badge EMP-123456');
  await loadConfig(join(folder, 'good.json'));
  expect(await exported()).toContain('badge **********');
  await loadConfig(join(folder, 'wrong.json'));
  await expect(exported()).rejects.toThrow(/redaction\.patterns\.0\.pattern/);
  await expect(loadConfig(join(folder, 'half.json'))).rejects.toThrow();
  await expect(exported()).rejects.toThrow(/half\.json/);
  await loadConfig(join(folder, 'good.json'));
  expect(await exported()).toContain('badge **********');
});

it('takes any name for a pattern, also where a header tells of it', async () => {
  vi.stubEnv('TOOLSCOPE_CONFIG', '');
  const served = await serve([folder]);
  await loadConfig(join(folder, 'named.json'));
  for (const what of ['trace', 'share?format=md']) {
    const { status, headers } = await served.ask(`/api/v1/sessions/claude-code/${SID}/${what}`);
    expect([status, headers['toolscope-redaction']]).toEqual([200, expect.stringContaining('Nummer ??')]);
  }
});
