// Tests the small JSON files next to a session: what each says, and that any JSON is accepted.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeSide } from './side.ts';

const SID = '0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f';
const seen = { ref: { source: 4, line: 1, offset: 0, length: 0 }, at: null, thread: 'main' };

function side(path: string, what: string, value: unknown): unknown {
  return observeSide({ path, source: 4, session: SID, thread: 'main' }, what, value);
}

const link = {
  kind: 'subagent-linked',
  ...seen,
  callId: null,
  runId: null,
  parentAgentId: null,
  agentType: null,
  description: null,
  promptHash: null,
};

describe('an agent’s meta data', () => {
  const PATH = `p/${SID}/subagents/agent-a9.meta.json`;

  it('names the call, the parent and the kind', () => {
    const value = {
      agentType: 'Explore',
      description: 'find pears',
      toolUseId: 'toolu_1',
      parentAgentId: 'a1',
      spawnDepth: 2,
    };
    expect(side(PATH, 'agent-meta', value)).toEqual([
      {
        ...link,
        agentId: 'a9',
        callId: 'toolu_1',
        parentAgentId: 'a1',
        agentType: 'Explore',
        description: 'find pears',
      },
    ]);
  });

  it('of a teammate has a name instead of a description, and no call', () => {
    expect(side(PATH, 'agent-meta', { agentType: 'worker', name: 'pearl' })).toEqual([
      { ...link, agentId: 'a9', agentType: 'worker', description: 'pearl' },
    ]);
  });

  it('inside a workflow names its run', () => {
    expect(side(`p/${SID}/subagents/workflows/wf_12345678-abc/agent-z.meta.json`, 'agent-meta', {})).toEqual([
      { ...link, agentId: 'z', runId: 'wf_12345678-abc' },
    ]);
  });

  it('under another name says nothing', () => {
    expect(side('p/meta.json', 'agent-meta', { toolUseId: 'toolu_1' })).toEqual([]);
  });
});

describe('a title', () => {
  it('is a person’s', () => {
    expect(side(`p/${SID}/custom-title.json`, 'custom-title', { customTitle: 'Pears' })).toEqual([
      { kind: 'session-described', ...seen, fields: { title: 'Pears', titleBy: 'user' } },
    ]);
  });

  it.each([{}, { customTitle: '' }, { customTitle: 7 }])('%j says nothing', (value) => {
    expect(side(`p/${SID}/custom-title.json`, 'custom-title', value)).toEqual([]);
  });
});

describe('a workflow’s snapshot', () => {
  const PATH = `p/${SID}/workflows/wf_12345678-abc.json`;
  const end = { kind: 'background-ended', ...seen, callId: null, taskId: 'w1', exitCode: null, via: 'notification' };

  it('is the end of the run, and the list of its agents', () => {
    const value = {
      runId: 'wf_12345678-abc',
      taskId: 'w1',
      status: 'completed',
      summary: '2 orchards swept',
      startTime: 1000,
      durationMs: 250,
      totalTokens: 4100,
      totalToolCalls: 9,
      workflowProgress: [
        { type: 'workflow_phase', title: 'sweep' },
        { type: 'workflow_agent', agentId: 'z1', label: 'north', phaseTitle: 'sweep' },
        { type: 'workflow_agent', agentId: 'z2' },
        'odd',
      ],
    };
    expect(side(PATH, 'workflow-snapshot', value)).toEqual([
      {
        ...end,
        at: 1250,
        status: 'completed',
        message: '2 orchards swept',
        reportedMs: 250,
        used: { tokens: 4100, toolCalls: 9 },
      },
      { ...link, agentId: 'z1', runId: 'wf_12345678-abc', agentType: 'sweep', description: 'north' },
      { ...link, agentId: 'z2', runId: 'wf_12345678-abc' },
    ]);
  });

  it('without a start is dated by its own time, and tells an error rather than what it was for', () => {
    const value = {
      taskId: 'w1',
      status: 'failed',
      summary: 'sweep',
      error: 'no ladder',
      timestamp: '2026-03-01T09:00:00.000Z',
    };
    expect(side(PATH, 'workflow-snapshot', value)).toEqual([
      { ...end, at: Date.UTC(2026, 2, 1, 9), status: 'failed', message: 'no ladder', reportedMs: null },
    ]);
  });

  it('takes a start written as a date', () => {
    const value = { taskId: 'w1', status: 'killed', startTime: '2026-03-01T09:00:00.000Z', durationMs: 5 };
    expect(side(PATH, 'workflow-snapshot', value)).toEqual([
      { ...end, at: Date.UTC(2026, 2, 1, 9) + 5, status: 'killed', message: null, reportedMs: 5 },
    ]);
  });

  it('without a task or a run tells nothing', () => {
    expect(side(PATH, 'workflow-snapshot', { workflowProgress: [{ agentId: 'z1' }] })).toEqual([]);
  });
});

describe('anything else', () => {
  it('says nothing', () => {
    expect(side('p/x.json', 'moon-phase', { full: true })).toEqual([]);
    for (const value of [null, [], 'text', 3]) expect(side('p/x.json', 'agent-meta', value)).toEqual([]);
  });

  it('never throws, whatever JSON it is', () => {
    const what = fc.constantFrom('agent-meta', 'custom-title', 'workflow-snapshot');
    const keys = fc.constantFrom(
      'runId',
      'taskId',
      'status',
      'startTime',
      'durationMs',
      'workflowProgress',
      'customTitle',
      'toolUseId',
      '__proto__',
    );
    fc.assert(
      fc.property(what, fc.dictionary(keys, fc.jsonValue()), (kind, value) => {
        side(`p/${SID}/subagents/agent-a9.meta.json`, kind, value);
      }),
    );
  });
});
