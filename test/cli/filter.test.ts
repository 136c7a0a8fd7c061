// Tests the filter on made-up sessions: by facts, by log text, and by recovery from failures.

import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { CallFilter } from '../../src/reading/filter-session.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';

async function chosen(text: string): Promise<string[]> {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', 'Bash', { command: 'make orchard' });
  log.result('toolu_a', 'Exit code 2\nno rule for pears', { isError: true });
  log.call('toolu_b', 'Read', { file_path: '/home/dev/orchard/trees.md', hints: { fruit: ['damsons'] } });
  log.result('toolu_b', '     1→apples and quinces');
  const parsed = parseFilter(text, { now: Date.UTC(2026, 2, 2) });
  if (!parsed.ok) throw new Error(parsed.errors.map(({ message }) => message).join(' '));
  return new CallFilter(parsed.filter)
    .apply(await readOne({ [`${SID}.jsonl`]: log.text() }))
    .calls.map(({ callId }) => callId);
}

describe('CallFilter', () => {
  it.each([
    ['status:error', ['toolu_a']],
    ['tool:files', ['toolu_b']],
    ['-tool:Bash', ['toolu_b']],
    ['quinces', ['toolu_b']],
    ['damsons', ['toolu_b']],
    ['"rule for pears"', ['toolu_a']],
    ['file:**/trees.md', ['toolu_b']],
    ['/qu[a-z]+ces/ OR status:error', ['toolu_a', 'toolu_b']],
    ['nothing-like-this', []],
  ])('%s', async (filter, expected) => {
    expect(await chosen(filter)).toEqual(expected);
  });
});
