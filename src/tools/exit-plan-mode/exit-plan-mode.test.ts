// Tests plans in texts: headings inside plans, approval phrases inside feedback, and paths with spaces.

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../model/outcome.ts';
import { interpret } from '../interpret.ts';

function read(content: string, status: Verdict['status'] = 'ok') {
  const outcome = { verdict: { status, rule: 'test', failure: null }, content, structured: undefined };
  return interpret({ agent: 'claude-code', tool: 'ExitPlanMode', input: { plan: '# Asked' }, outcome }).result;
}

describe('plans in texts', () => {
  it('keeps the whole plan, whatever headings it holds', () => {
    const plan = '# A\n\n## Approved Plan:\nagain\n\nYour plan has been saved to: nowhere';
    expect(
      read(`User has approved your plan.\n\nYour plan has been saved to: /a b/plan.md\n\n## Approved Plan:\n${plan}`),
    ).toEqual({ kind: 'approved', plan, filePath: '/a b/plan.md', edited: false, isAgent: false });
  });

  it('does not take a path out of the plan itself', () => {
    expect(read('User has approved your plan.\n\n## Approved Plan:\nYour plan has been saved to: /x')).toEqual({
      kind: 'approved',
      plan: 'Your plan has been saved to: /x',
      filePath: undefined,
      edited: false,
      isAgent: false,
    });
  });

  it('keeps feedback that speaks of approval', () => {
    const words = 'User has approved your plan? Not yet.\nthe user said:\nwait';
    const text = `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${words}`;
    expect(read(text, 'rejected')).toEqual({ kind: 'rejected', feedback: words });
  });

  it('keeps other texts, and calls them neither yes nor no', () => {
    expect(read('Something else.')).toEqual({ kind: 'note', text: 'Something else.' });
  });
});
