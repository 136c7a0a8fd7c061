// Tests what is shown of a call below its line, on calls of made-up logs: a change that was not made never looks made.

import { describe, expect, it } from 'vitest';
import { displayParts } from '../../src/reading/display-parts.ts';
import { openCall } from '../../src/reading/open-call.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const PEAR = '/home/dev/orchard/pear.ts';

interface Outcome {
  readonly content: unknown;
  readonly structured?: unknown;
  readonly isError?: boolean;
}

async function partsOf(tool: string, input: unknown, outcome: Outcome | null): Promise<unknown> {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', tool, input);
  if (outcome !== null) log.result('toolu_a', outcome.content, outcome);
  const session = await readOne({ [`${SID}.jsonl`]: log.text() });
  const call = callNamed(session, 'toolu_a');
  const opened = openCall(session, call);
  return opened === undefined ? undefined : displayParts(call, opened);
}

const edit = { file_path: PEAR, old_string: 'one', new_string: 'two' };
const done = {
  filePath: PEAR,
  oldString: 'one',
  newString: 'two',
  structuredPatch: [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: ['-one', '+two'] }],
};
const rejection = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

describe('displayParts', () => {
  it.each<[string, Outcome | null, string, number | null]>([
    ['was made', { content: 'updated', structured: done }, 'written', 3],
    ['was staged', { content: 'updated', structured: { ...done, staged: true } }, 'staged', 3],
    ['was rejected', { content: rejection, isError: true, structured: 'User rejected tool use' }, 'proposed', null],
    [
      'failed',
      { content: '<tool_use_error>String to replace not found in file.</tool_use_error>', isError: true },
      'proposed',
      null,
    ],
    ['has no result', null, 'unknown', null],
  ])('a change that %s', async (_, outcome, state, oldStart) => {
    expect(await partsOf('Edit', edit, outcome)).toMatchObject([
      { kind: 'diff', state, files: [{ path: PEAR, hunks: [{ oldStart, lines: ['-one', '+two'] }] }] },
    ]);
  });

  it.each<[string, string, unknown, Outcome, unknown[]]>([
    [
      'output',
      'Bash',
      { command: 'make' },
      { content: 'a\nb', structured: { stdout: 'a', stderr: 'b', interrupted: false, isImage: false } },
      [{ kind: 'output', stdout: 'a', stderr: 'b' }],
    ],
    [
      'a list',
      'TodoWrite',
      { todos: [{ content: 'pick', status: 'completed', activeForm: 'Picking' }] },
      { content: 'Todos have been modified successfully.' },
      [{ kind: 'list', items: [{ state: 'completed', text: 'pick' }] }],
    ],
    [
      'a plan',
      'ExitPlanMode',
      { plan: '# Pick' },
      { content: rejection, isError: true },
      [{ kind: 'prose', text: '# Pick' }],
    ],
    [
      'the words of a tool nobody knows',
      'mcp__orchard__pick',
      { what: 'pears' },
      { content: 'picked' },
      [{ kind: 'text', text: 'picked' }],
    ],
    ['nothing where nothing was said', 'mcp__orchard__pick', {}, { content: '' }, []],
  ])('%s', async (_, tool, input, outcome, parts) => {
    expect(await partsOf(tool, input, outcome)).toEqual(parts);
  });
});
