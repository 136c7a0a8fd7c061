// Tests what a person sees of a Codex rollout: the table of calls, whole.

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { CallTable } from '../../src/cli/call-table.ts';
import { openOutput } from '../../src/cli/output.ts';
import { recoveriesIn } from '../../src/model/recoveries.ts';
import type { Session } from '../../src/model/session.ts';
import { CodexLog, said } from '../support/codex-log.ts';
import { readOne } from '../support/read.ts';

/** The rows without the heading; times are local, so only their seconds are the same everywhere. */
async function rowsOf(session: Session, columns: number): Promise<string[]> {
  const stdout = Object.assign(new PassThrough(), { columns });
  await new CallTable(openOutput(stdout, new PassThrough())).session(session, recoveriesIn(session.calls));
  const lines = String(stdout.read()).trimEnd().split('\n').slice(1);
  return lines.map((line) => line.replace(/^\d\d:\d\d:/, 'hh:mm:'));
}

it('shows scripts with what ran inside them, commands once, and no time that nobody measured', async () => {
  const log = new CodexLog().prompt('fix the pears');
  log.custom('c1', 'exec', 'const p = "*** Begin Patch\\n*** Update File: src/pear.ts";\nawait tools.apply_patch(p);');
  log.event('patch_apply_end', {
    call_id: 'exec-1',
    turn_id: log.turn,
    success: true,
    changes: { '/home/dev/orchard/src/pear.ts': { type: 'update', unified_diff: '@@ -1 +1,2 @@\n-a\n+b\n+c\n' } },
  });
  log.customOutput('c1', said.script('completed', 0.2));
  log.call('c2', 'exec_command', { cmd: 'npm test' }).wait(9000).output('c2', said.running(7));
  log.call('c3', 'write_stdin', { session_id: 7, chars: '' }).output('c3', said.exited(1, 0.4));
  log.custom('c4', 'exec', 'await tools.exec_command({"cmd":"npm run build"})');
  log.customOutput('c4', 'Script running with cell ID 2\nWall time 10.0 seconds\nOutput:\n');
  log.call('c5', 'wait', { cell_id: '2' }).output('c5', said.script('completed', 0.9));
  log.item({
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'pear rust' },
  });
  expect(await rowsOf(await readOne({ [log.file]: log.text() }), 120)).toEqual([
    'TIME      TOOL           SUMMARY                      STATUS  DURATION  NOTES',
    'hh:mm:05  exec           apply_patch src/pear.ts      ok        200 ms',
    'hh:mm:06  · apply_patch  src/pear.ts +2 −1            ok',
    'hh:mm:08  exec_command   npm test                     error   ≤ 12.0 s  tests-failed',
    'hh:mm:19  write_stdin    look · session 7 → exit 1    ok        400 ms',
    'hh:mm:21  exec           npm run build                ok      ≤ 3.00 s',
    'hh:mm:23  wait           wait for cell 2 → completed  ok        900 ms',
    'hh:mm:25  web_search     "pear rust"                  ok',
  ]);
});
