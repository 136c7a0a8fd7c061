// Tests recovery from failures, over whole sessions.

import { describe, expect, it } from 'vitest';
import { recoveriesIn } from '../../src/model/recoveries.ts';
import { openCall } from '../../src/reading/open-call.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const NOT_READ = '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>';
const PATCH = {
  filePath: '/x',
  oldString: 'a',
  newString: 'b',
  originalFile: 'a\n',
  userModified: false,
  replaceAll: false,
  structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
};

function edit(log: ClaudeLog, id: string): void {
  log.call(id, 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' });
}

describe('recoveriesIn', () => {
  it('finds the call that made a failure good, and what it took', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    edit(log, 'toolu_1');
    log.result('toolu_1', NOT_READ, { isError: true });
    log.call('toolu_2', 'Read', { file_path: '/x' });
    log.result('toolu_2', '     1→a');
    edit(log, 'toolu_3');
    log.result('toolu_3', 'The file /x has been updated.', { structured: PATCH });
    const { calls } = await readOne({ [`${SID}.jsonl`]: log.text() });
    expect(recoveriesIn(calls)).toEqual({
      recoveries: [
        {
          callId: 'toolu_1',
          occurrence: 1,
          index: 0,
          by: { callId: 'toolu_3', occurrence: 1, index: 2 },
          rule: 'same-target',
          calls: 2,
          ms: 4000,
        },
      ],
      loops: [],
    });
  });

  it('calls the same failure three times over a loop', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (const id of ['a', 'b', 'c']) {
      edit(log, id);
      log.result(id, NOT_READ, { isError: true });
    }
    const { calls } = await readOne({ [`${SID}.jsonl`]: log.text() });
    expect(recoveriesIn(calls).loops.map(({ toolId, code, tries }) => [toolId, code, tries.length])).toEqual([
      ['edit', 'not-read-yet', 3],
    ]);
  });
});

describe('openCall', () => {
  it('reads a call’s bodies from the log, typed by its tool', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    edit(log, 'toolu_1');
    log.result('toolu_1', 'The file /x has been updated.', { structured: PATCH });
    edit(log, 'toolu_2');
    const session = await readOne({ [`${SID}.jsonl`]: log.text() });
    const done = openCall(session, callNamed(session, 'toolu_1'));
    expect(done).toMatchObject({
      rawInput: { file_path: '/x', old_string: 'a', new_string: 'b' },
      text: 'The file /x has been updated.',
      structured: PATCH,
      typed: { light: { toolId: 'edit', result: { via: 'structured' }, facts: { linesAdded: 1, linesRemoved: 1 } } },
    });
    expect(done?.typed.result?.kind).toBe(callNamed(session, 'toolu_1').result?.kind);
    expect(openCall(session, callNamed(session, 'toolu_2'))).toMatchObject({
      content: null,
      text: null,
      typed: { result: null },
    });
  });
});
