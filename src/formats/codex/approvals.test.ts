import { expect, it } from 'vitest';
import { call, completed, only, output } from './samples/lines.ts';

it.each([
  ['exec command rejected by user', 'rejected', 'user'],
  ['Command blocked by PreToolUse hook: no. Command: dig', 'denied', 'hook'],
  ['`dig` rejected: mind the roots', 'denied', 'rule'],
  ['automatic approval review denied the action', 'denied', 'classifier'],
  ['This action was rejected due to unacceptable risk.\nReason: it digs', 'denied', 'classifier'],
  ['The automatic permission approval review did not finish before its deadline.', 'denied', 'nobody'],
])('%j says who gave no leave', (text, decision, by) => {
  const decided = only('permission-decided', [call('c1', 'exec_command', { cmd: 'dig' }), output('c1', text)]);
  expect(decided.map((seen) => [seen.callId, seen.decision, seen.by])).toEqual([['c1', decision, by]]);
});

it.each(['sown', 'unsupported call: fly', 'aborted by user after 1.5s'])('%j says nothing of leave', (text) => {
  expect(only('permission-decided', [call('c1', 'exec_command', { cmd: 'sow' }), output('c1', text)])).toEqual([]);
});

it('hears it from an item, for a call of the model and for one inside a script', () => {
  const item = (id: string) =>
    completed({
      type: 'CommandExecution',
      id,
      command: ['dig'],
      status: 'declined',
      aggregated_output: '',
      exit_code: -1,
    });
  const decided = only('permission-decided', [call('c1', 'exec_command', { cmd: 'dig' }), item('c1'), item('exec-2')]);
  expect(decided.map(({ callId, decision, by }) => [callId, decision, by])).toEqual([
    ['c1', 'rejected', 'user'],
    ['exec-2', 'rejected', 'user'],
  ]);
});
