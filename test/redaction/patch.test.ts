// Tests patches that are given to others: hunks with secrets are left out and named, and the rest can be applied.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../server/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';

const SID = '51111111-2222-4333-8444-555555555555';
const KEY = plantedSecrets().find(({ kind }) => kind === 'github')?.phrase ?? '';
const BEFORE = `${Array.from({ length: 40 }, (_, i) => `row ${i + 1}`).join('\n')}\n`;

function sharedLog(): ClaudeLog {
  const log = new ClaudeLog(SID);
  log.prompt('water the trees');
  const path = '/home/dev/orchard/beds.txt';
  const structuredPatch = [
    { oldStart: 5, oldLines: 1, newStart: 5, newLines: 3, lines: ['-row 5', '+one', `+key ${KEY}`, '+two'] },
    { oldStart: 30, oldLines: 1, newStart: 32, newLines: 1, lines: ['-row 30', '+ripe'] },
  ];
  log.call('toolu_e', 'Edit', { file_path: path, old_string: 'x', new_string: 'y' });
  log.result('toolu_e', 'The file has been updated.', {
    structured: { filePath: path, oldString: 'x', newString: 'y', originalFile: BEFORE, structuredPatch },
  });
  const env = '/home/dev/orchard/.env';
  log.call('toolu_n', 'Write', { file_path: env, content: `TOKEN=${KEY}\n` });
  log.result('toolu_n', `File created successfully at: ${env}`, {
    structured: { type: 'create', filePath: env, content: `TOKEN=${KEY}\n`, structuredPatch: [], originalFile: null },
  });
  return log;
}

it('leaves out what holds a secret, says so, and can still be applied', async () => {
  const folder = folderWith({ [join('projects', '-home-dev-orchard', `${SID}.jsonl`)]: sharedLog().text() });
  const served = await serve([folder]);
  const address = `/api/v1/sessions/claude-code/${SID}/changes/patch`;
  const own = (await served.ask(address)).text;
  expect([own.includes(`+key ${KEY}`), own.includes(`+TOKEN=${KEY}`)]).toEqual([true, true]);
  const shared = (await served.ask(`${address}?redact=1`)).text;
  expect(shared).not.toContain(KEY.slice(4, 14));
  expect(shared).not.toContain('***');
  expect(shared.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# beds.txt: without 1 hunk of 2, for what is not to be shared is in it',
    '# .env: not in this patch, for what is not to be shared is in it',
  ]);
  const work = folderWith({ 'beds.txt': BEFORE });
  writeFileSync(join(work, 'shared.patch'), shared);
  execFileSync('git', ['apply', 'shared.patch'], { cwd: work });
  expect(readFileSync(join(work, 'beds.txt'), 'utf8')).toBe(BEFORE.replace('row 30', 'ripe'));
});
