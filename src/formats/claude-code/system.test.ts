// Tests `system` and `progress` records: every subtype and every kind of progress.

import { describe, expect, it } from 'vitest';
import { hashText } from '../../base/hash.ts';
import type { JsonObject } from '../../base/json.ts';
import { observeProgress } from './progress.ts';
import { SYSTEM_NOTICES } from './records.ts';
import { observeSystem } from './system.ts';

const seen = { ref: { source: 0, line: 1, offset: 0, length: 1 }, at: 5, thread: 'main' };

function spoken(what: string, text: string, pointer: string): object {
  return { kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId: null };
}

describe('system', () => {
  it.each<[JsonObject, object[]]>([
    [
      { subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 900, postTokens: 40 } },
      [{ kind: 'context-compacted', ...seen, trigger: 'auto', preTokens: 900, postTokens: 40 }],
    ],
    [
      { subtype: 'compact_boundary' },
      [{ kind: 'context-compacted', ...seen, trigger: 'unknown', preTokens: null, postTokens: null }],
    ],
    [
      { subtype: 'microcompact_boundary', microcompactMetadata: { compactedToolIds: ['toolu_1', 7, 'toolu_2'] } },
      [{ kind: 'context-cleared', ...seen, callIds: ['toolu_1', 'toolu_2'] }],
    ],
    [{ subtype: 'microcompact_boundary' }, [{ kind: 'context-cleared', ...seen, callIds: [] }]],
    [{ subtype: 'turn_duration', durationMs: 1200 }, [{ kind: 'turn-measured', ...seen, durationMs: 1200 }]],
    [{ subtype: 'turn_duration', durationMs: 'long' }, []],
    [
      { subtype: 'api_error', error: 'overloaded', retryAttempt: 2, maxRetries: 10 },
      [spoken('api-error', 'overloaded (attempt 2 of 10)', '/error')],
    ],
    [
      { subtype: 'api_error', error: { message: 'too busy' }, retryAttempt: 1 },
      [spoken('api-error', 'too busy (attempt 1)', '/error')],
    ],
    [
      { subtype: 'api_error', error: { type: 'overloaded_error' } },
      [spoken('api-error', 'overloaded_error', '/error')],
    ],
    [{ subtype: 'api_error' }, [spoken('api-error', 'API error', '/error')]],
    [
      { subtype: 'model_refusal_fallback', content: 'another model', retractedMessageUuids: ['u1', null] },
      [{ kind: 'records-superseded', ...seen, records: ['u1'] }, spoken('notice', 'another model', '/content')],
    ],
    [{ subtype: 'agents_killed' }, [spoken('notice', 'Background agents were stopped.', '/content')]],
    [{ subtype: 'agents_killed', content: '2 agents stopped' }, [spoken('notice', '2 agents stopped', '/content')]],
    [
      { subtype: 'local_command', content: '<command-name>/cost</command-name>' },
      [{ ...spoken('notice', '<command-name>/cost</command-name>', '/content'), gist: '/cost' }],
    ],
    [{ content: 'a plain word' }, [spoken('notice', 'a plain word', '/content')]],
    [{ content: 7 }, [spoken('notice', '', '/content')]],
    [{ subtype: 'solar_flare', content: 'x' }, [{ kind: 'unrecognised', ...seen, what: 'system/solar_flare' }]],
  ])('%j', (record, expected) => {
    expect(observeSystem({ type: 'system', ...record }, seen)).toEqual(expected);
  });

  it.each([...SYSTEM_NOTICES].filter((subtype) => subtype !== 'local_command'))('%s is a notice', (subtype) => {
    expect(observeSystem({ subtype, content: 'by the way' }, seen)).toEqual([
      spoken('notice', 'by the way', '/content'),
    ]);
  });

  it('hands hooks on: words of old versions, and summaries of turns', () => {
    expect(observeSystem({ content: 'Running Stop...' }, seen)).toMatchObject([
      { kind: 'hook-ran', outcome: 'started' },
    ]);
    expect(observeSystem({ subtype: 'stop_hook_summary', hookInfos: [{ command: 'lint' }] }, seen)).toMatchObject([
      { kind: 'hook-ran', command: 'lint' },
    ]);
  });
});

describe('progress', () => {
  const progress = (data: unknown, parentToolUseID?: string): unknown =>
    observeProgress({ toolUseID: 'bash-progress-0', parentToolUseID, data }, seen);
  const made = { kind: 'progress-made', ...seen, callId: 'toolu_1', elapsedMs: null, agentId: null };

  it.each<[JsonObject, object]>([
    [
      { type: 'bash_progress', elapsedTimeSeconds: 2.5, output: '' },
      { what: 'bash_progress', elapsedMs: 2500 },
    ],
    [
      { type: 'mcp_progress', status: 'completed', elapsedTimeMs: 40 },
      { what: 'mcp_progress', elapsedMs: 40 },
    ],
    [{ type: 'query_update', query: 'pears' }, { what: 'query_update' }],
    [{ type: 'search_results_received', resultCount: 3 }, { what: 'search_results_received' }],
    [{ type: 'waiting_for_task', taskDescription: 'x' }, { what: 'waiting_for_task' }],
    [{ type: 'agent_progress', prompt: 'x' }, { what: 'agent_progress' }],
    [{}, { what: '' }],
  ])('%j hangs on the parent id', (data, expected) => {
    expect(progress(data, 'toolu_1')).toEqual([{ ...made, ...expected }]);
  });

  it('of an agent ties its thread to the call', () => {
    expect(progress({ type: 'agent_progress', agentId: 'a9', prompt: ' find pears\n' }, 'toolu_1')).toEqual([
      { ...made, what: 'agent_progress', agentId: 'a9' },
      {
        kind: 'subagent-linked',
        ...seen,
        agentId: 'a9',
        callId: 'toolu_1',
        runId: null,
        parentAgentId: null,
        agentType: null,
        description: null,
        promptHash: hashText('find pears'),
      },
    ]);
  });

  it('of a hook is the hook', () => {
    expect(progress({ type: 'hook_progress', hookEvent: 'PreToolUse' }, 'toolu_1')).toMatchObject([
      { kind: 'hook-ran', callId: 'toolu_1' },
    ]);
  });

  it('without data or without a call is kept as unknown', () => {
    expect(progress(undefined, 'toolu_1')).toEqual([{ kind: 'unrecognised', ...seen, what: 'progress without data' }]);
    expect(progress({ type: 'bash_progress' })).toEqual([
      { kind: 'unrecognised', ...seen, what: 'progress bash_progress without call' },
    ]);
  });
});
