// Tests the way from a record to observations: every record type, every attachment, threads, and going on after a restart.

import { describe, expect, it } from 'vitest';
import { hashText } from '../../base/hash.ts';
import type { JsonObject } from '../../base/json.ts';
import type { BackgroundEnded, SubagentLinked } from '../../model/observation.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import { ClaudeReader } from './observe.ts';
import { CONTEXT_ATTACHMENTS, IGNORED_TYPES, OWN_TYPES } from './records.ts';

const ref = { source: 0, line: 1, offset: 0, length: 1 };
const AT = Date.UTC(2026, 2, 1, 9);
const timestamp = '2026-03-01T09:00:00.000Z';
const seen = { ref, at: AT, thread: 'main' };
const undated = { ref, at: null, thread: 'main' };
const JOURNAL = 'p/s/subagents/workflows/wf_12345678-abc/journal.jsonl';
const NOTICE = '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>';
const END: BackgroundEnded = {
  kind: 'background-ended',
  ...seen,
  callId: null,
  taskId: 'b1',
  status: 'completed',
  exitCode: null,
  message: null,
  reportedMs: null,
  via: 'notification',
};

function reader(thread = 'main', path = 'p/s.jsonl', state?: unknown): ClaudeReader {
  return new ClaudeReader({ path, source: 0, session: 's', thread }, state);
}

function read(record: JsonObject, at: ClaudeReader = reader()): Reading {
  return at.read(record, ref);
}

/** Observations of a conversation record, or the whole reading when there are none. */
function told(record: JsonObject, at?: ClaudeReader): unknown {
  const reading = read({ uuid: 'u', parentUuid: 'p', timestamp, ...record }, at);
  return reading.kind === 'observed' ? reading.observations : reading;
}

function spoken(what: string, text: string, pointer: string, callId: string | null = null): object {
  return { kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId };
}

function linked(agentId: string, fields: Partial<SubagentLinked> = {}): SubagentLinked {
  return {
    kind: 'subagent-linked',
    ...seen,
    thread: agentId,
    agentId,
    callId: null,
    runId: null,
    parentAgentId: null,
    agentType: null,
    description: null,
    promptHash: null,
    ...fields,
  };
}

describe('state records', () => {
  it.each([...IGNORED_TYPES])('%s is read over: %s', (type, reason) => {
    expect(read({ type, sessionId: 's' })).toEqual(ignored(reason));
  });

  it.each<[JsonObject, object]>([
    [
      { type: 'summary', summary: 'Pears' },
      { title: 'Pears', titleBy: 'summary' },
    ],
    [{ type: 'summary' }, { title: '', titleBy: 'summary' }],
    [
      { type: 'ai-title', aiTitle: 'Pears' },
      { title: 'Pears', titleBy: 'model' },
    ],
    [
      { type: 'ai-title', aiTitle: 7 },
      { title: '', titleBy: 'model' },
    ],
    [
      { type: 'custom-title', customTitle: 'Pears' },
      { title: 'Pears', titleBy: 'user' },
    ],
    [{ type: 'custom-title' }, { title: '', titleBy: 'user' }],
    [{ type: 'permission-mode', permissionMode: 'plan' }, { permissionMode: 'plan' }],
    [
      { type: 'pr-link', prUrl: 'https://example.org/pull/7', prNumber: 7 },
      { pullRequest: 'https://example.org/pull/7' },
    ],
    [
      { type: 'cost-state', totalCostUSD: 0.25, totalToolDuration: 900 },
      { costUsd: 0.25, toolTimeMs: 900 },
    ],
    [{ type: 'cost-state', totalCostUSD: 'much' }, {}],
    [{ type: 'fork-context-ref', agentId: 'a9', parentSessionId: 's0' }, { parentSession: 's0' }],
  ])('%j describes the session', (record, fields) => {
    expect(read(record)).toEqual(observed([{ kind: 'session-described', ...undated, fields }]));
  });

  it.each<[JsonObject, object[]]>([
    [{ type: 'mode', cwd: '/pears' }, []],
    [{ type: 'pears', cwd: '/pears' }, [{ kind: 'unrecognised', ...undated, what: 'pears' }]],
  ])('%j says where the session is, and records after it need not repeat it', (record, own) => {
    const described = { kind: 'session-described', ...undated, fields: { cwd: '/pears' } };
    const at = reader();
    expect(read(record, at)).toEqual({ kind: 'observed', observations: [described, ...own], node: null });
    expect(read({ type: 'system', subtype: 'turn_duration', cwd: '/pears' }, at)).toEqual(observed([]));
  });

  it.each<[JsonObject, string]>([
    [{ type: 'permission-mode' }, 'state: constant'],
    [{ type: 'pr-link', prNumber: 7 }, 'state: empty'],
    [{ type: 'fork-context-ref', agentId: 'a9' }, 'state: empty'],
    [{ type: 'queue-operation', operation: 'dequeue' }, 'queue: repeated where it is delivered'],
    [{ type: 'queue-operation', operation: 'popAll', content: NOTICE }, 'queue: repeated where it is delivered'],
    [{ type: 'queue-operation', operation: 'remove', content: null }, 'queue: repeated where it is delivered'],
    [
      { type: 'queue-operation', operation: 'enqueue', content: 'and the plums' },
      'queue: repeated where it is delivered',
    ],
    [
      { type: 'queue-operation', operation: 'enqueue', content: [{ type: 'text', text: 'x' }] },
      'queue: repeated where it is delivered',
    ],
  ])('%j is read over: %s', (record, reason) => {
    expect(read(record)).toEqual(ignored(reason));
  });

  it('a notice in the queue is the earliest word of an end', () => {
    const record = { type: 'queue-operation', operation: 'enqueue', timestamp, content: NOTICE };
    expect(read(record)).toEqual(observed([END]));
  });

  it.each(['content-replacement', 'continued-in', 'moon-phase', '__proto__'])('%s is kept as unknown', (type) => {
    expect(read({ type, sessionId: 's' })).toEqual(observed([{ kind: 'unrecognised', ...undated, what: type }]));
  });

  it.each([{}, { type: 7 }, { type: null }])('%j is a problem', (record) => {
    expect(read(record)).toEqual({ kind: 'problem', code: 'no-record-type', message: 'The record has no type.' });
  });

  it('knows every type that it claims as its own', () => {
    const unknown = [...OWN_TYPES].filter((type) => {
      const reading = read({
        type,
        uuid: 'u',
        attachment: { type: 'file' },
        data: { type: 'x' },
        parentToolUseID: 't',
      });
      return reading.kind === 'observed' && reading.observations.some(({ kind }) => kind === 'unrecognised');
    });
    expect(unknown).toEqual(['content-replacement']);
  });
});

describe('a workflow’s journal', () => {
  const journal = (): ClaudeReader => reader('main', JOURNAL);

  it('ties the agents it started to its run', () => {
    expect(read({ type: 'started', key: 'k', agentId: 'z1', label: 'north', phase: 'sweep' }, journal())).toEqual(
      observed([
        { ...linked('z1', { runId: 'wf_12345678-abc', agentType: 'sweep', description: 'north' }), ...undated },
      ]),
    );
  });

  it.each<JsonObject>([
    { type: 'launched' },
    { type: 'result', key: 'k', agentId: 'z1', result: 1 },
    { type: 'started', key: 'k' },
  ])('%j adds nothing', (record) => {
    expect(read(record, journal())).toEqual(ignored('workflow: journal'));
  });

  it('outside of a run its words are unknown', () => {
    expect(read({ type: 'started', agentId: 'z1' })).toEqual(
      observed([{ kind: 'unrecognised', ...undated, what: 'started' }]),
    );
  });
});

describe('conversation records', () => {
  it('carry their place in the tree, observed or not', () => {
    const node = { id: 'u', parent: 'p', thread: 'main', canBeLeaf: false, compaction: false, group: null };
    expect(read({ type: 'attachment', uuid: 'u', parentUuid: 'p', attachment: { type: 'file' } })).toEqual(
      ignored('context: file', node),
    );
    expect(read({ type: 'system', uuid: 'u', parentUuid: 'p', subtype: 'turn_duration' })).toEqual(observed([], node));
  });

  it('tell the session’s circumstances where they changed; those of a subagent only fill gaps', () => {
    const at = reader();
    const record = { type: 'system', subtype: 'turn_duration', cwd: '/home/dev/pear', version: '2.1.100' };
    const described = { kind: 'session-described', ...seen, fields: { cwd: '/home/dev/pear', version: '2.1.100' } };
    expect(told(record, at)).toEqual([described]);
    expect(told(record, at)).toEqual([]);
    const aside = { ...record, isSidechain: true, agentId: 'a9', cwd: '/tmp', permissionMode: 'plan' };
    expect(told(aside, at)).toEqual([{ ...described, thread: 'a9', fields: { cwd: '/tmp' }, isHint: true }]);
    const attached = { type: 'attachment', attachment: { type: 'file' }, cwd: '/home/dev/pear', version: '2.1.101' };
    expect(told(attached, at)).toEqual([{ ...described, fields: { cwd: '/home/dev/pear', version: '2.1.101' } }]);
  });

  it('go on with circumstances that a subagent’s record had first', () => {
    const record = { type: 'system', subtype: 'turn_duration' };
    const fields = { cwd: '/home/dev/pear', gitBranch: 'ripe' };
    const described = { kind: 'session-described', ...seen, fields };
    const at = reader();
    const aside = { ...record, ...fields, isSidechain: true, agentId: 'a9' };
    expect(told(aside, at)).toEqual([{ ...described, thread: 'a9', isHint: true }]);
    const later = reader('main', 'p/s.jsonl', JSON.parse(JSON.stringify(at.state())));
    expect(read({ type: 'mode', mode: 'normal' }, later)).toMatchObject({ kind: 'ignored' });
    // Records come without what the one before them had.
    expect(told(record, later)).toEqual([described]);
    expect(told(record, later)).toEqual([]);
  });

  it('of a subagent’s own file say where its session is, if nobody else does', () => {
    expect(read({ type: 'mode', cwd: '/pears' }, reader('a9'))).toEqual(
      observed([{ kind: 'session-described', ...undated, thread: 'a9', fields: { cwd: '/pears' }, isHint: true }]),
    );
  });

  it('tell once what a fork was made from', () => {
    const at = reader();
    const record = { type: 'system', subtype: 'turn_duration', forkedFrom: { sessionId: 's0', messageUuid: 'm' } };
    expect(told(record, at)).toEqual([{ kind: 'session-described', ...seen, fields: { forkedFrom: 's0' } }]);
    expect(told(record, at)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['user', {}, 'A user record without a message.'],
    ['user', { message: null }, 'A user record without a message.'],
    ['assistant', {}, 'An assistant record without a message.'],
    ['assistant', { message: 'words' }, 'An assistant record without a message.'],
  ])('%s with %j is a problem', (type, fields, message) => {
    expect(read({ type, ...fields })).toEqual({ kind: 'problem', code: 'no-message', message });
  });

  it('report a companion that stands beside several results', () => {
    const results = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: id }));
    const reading = read({ type: 'user', message: { content: results }, toolUseResult: { stdout: '' } });
    expect(reading.kind === 'observed' ? reading.findings : null).toEqual(['structured-result-unattributable']);
  });
});

describe('attachments', () => {
  const attached = (attachment: unknown): unknown => told({ type: 'attachment', attachment });
  const node = { id: 'u', parent: 'p', thread: 'main', canBeLeaf: false, compaction: false, group: null };

  it.each([...CONTEXT_ATTACHMENTS])('%s is context', (type) => {
    expect(attached({ type })).toEqual(ignored(`context: ${type}`, node));
  });

  it('without content, or of a kind nobody knows, are kept as unknown', () => {
    expect(attached(undefined)).toEqual([{ kind: 'unrecognised', ...seen, what: 'attachment without content' }]);
    expect(attached({ type: 'hologram' })).toEqual([{ kind: 'unrecognised', ...seen, what: 'attachment/hologram' }]);
    expect(attached({})).toEqual([{ kind: 'unrecognised', ...seen, what: 'attachment/' }]);
  });

  it('of hooks are hooks', () => {
    expect(attached({ type: 'hook_success', hookEvent: 'Stop' })).toMatchObject([{ kind: 'hook-ran', event: 'Stop' }]);
  });

  it('with the data of a structured answer add to their call', () => {
    expect(attached({ type: 'structured_output', toolUseID: 'toolu_1', data: { ripe: 3 } })).toEqual([
      { kind: 'result-supplemented', ...seen, callId: 'toolu_1', value: { ripe: 3 }, pointer: '/attachment/data' },
    ]);
    expect(attached({ type: 'structured_output', data: {} })).toEqual([
      { kind: 'unrecognised', ...seen, what: 'structured_output without call' },
    ]);
  });

  it('deliver queued prompts, each part by its own place', () => {
    expect(attached({ type: 'queued_command', prompt: 'and the plums' })).toEqual([
      spoken('prompt', 'and the plums', '/attachment/prompt'),
    ]);
    const prompt = [
      { type: 'image', source: {} },
      { type: 'text', text: 'this one' },
      'bare',
      { type: 'text', text: '' },
      null,
    ];
    expect(attached({ type: 'queued_command', prompt })).toEqual([
      spoken('prompt', 'this one', '/attachment/prompt/1/text'),
      spoken('prompt', 'bare', '/attachment/prompt/2'),
    ]);
    expect(attached({ type: 'queued_command' })).toEqual([]);
  });

  it('set a goal, and tell later whether it is met', () => {
    const goal = { type: 'goal_status', met: false, condition: 'all pears are sorted' };
    expect(attached({ ...goal, sentinel: true })).toEqual([
      spoken('command', '/goal all pears are sorted', '/attachment/condition'),
    ]);
    expect(attached(goal)).toEqual(ignored('context: goal_status', node));
    expect(attached({ type: 'goal_status', sentinel: true })).toEqual(ignored('context: goal_status', node));
  });

  it('remind of background work that has ended, or goes on', () => {
    const status = { type: 'task_status', taskId: 'b7', taskType: 'local_bash', description: 'sort the pears' };
    expect(attached({ ...status, status: 'failed' })).toMatchObject([
      { kind: 'background-ended', callId: null, taskId: 'b7', status: 'failed', message: 'sort the pears' },
    ]);
    expect(attached({ ...status, status: 'running' })).toEqual(ignored('context: task_status', node));
  });

  it('deliver what others sent, and notices of background work', () => {
    expect(attached({ type: 'queued_command', prompt: 'hello', origin: { kind: 'peer' } })).toEqual([
      spoken('peer', 'hello', '/attachment/prompt'),
    ]);
    expect(attached({ type: 'queued_command', prompt: NOTICE, commandMode: 'task-notification' })).toEqual([
      END,
      spoken('notification', NOTICE, '/attachment/prompt'),
    ]);
  });
});

describe('threads', () => {
  const prompt = (fields: JsonObject): JsonObject => ({
    type: 'user',
    message: { role: 'user', content: 'find pears ' },
    ...fields,
  });
  const said = (thread: string): object => ({ ...spoken('prompt', 'find pears ', '/message/content'), thread });
  const promptHash = hashText('find pears');

  it('a subagent’s own file: everything in it, tied by its first prompt', () => {
    const at = reader('a9', 'p/s/subagents/workflows/wf_1-a/agent-a9.jsonl');
    expect(told(prompt({ isSidechain: true }), at)).toEqual(
      [linked('a9', { runId: 'wf_1-a', promptHash }), said('a9')].reverse(),
    );
    expect(told(prompt({ isSidechain: true }), at)).toEqual([said('a9')]);
  });

  it('the oldest layout: records of the main file, by agent id or by the root they hang on', () => {
    const at = reader();
    expect(told(prompt({ isSidechain: true, agentId: 'a9', parentUuid: null }), at)).toEqual([
      said('a9'),
      linked('a9', { promptHash }),
    ]);
    expect(told(prompt({ isSidechain: true, uuid: 'r', parentUuid: null }), at)).toEqual([
      said('sidechain-r'),
      linked('sidechain-r', { promptHash }),
    ]);
    expect(told(prompt({ isSidechain: true, uuid: 'r2', parentUuid: 'r' }), at)).toEqual([said('sidechain-r')]);
    expect(told(prompt({ isSidechain: true, uuid: 'r3', parentUuid: 'r2' }), at)).toEqual([said('sidechain-r')]);
    expect(told(prompt({ isSidechain: true, uuid: undefined, parentUuid: undefined }), at)).toEqual([
      said('sidechain-unknown'),
      linked('sidechain-unknown', { promptHash }),
    ]);
  });

  it('a capture of the stream: records name the call they belong to', () => {
    expect(told(prompt({ parent_tool_use_id: 'toolu_1', parentUuid: null }))).toEqual([
      said('call-toolu_1'),
      linked('call-toolu_1', { callId: 'toolu_1', promptHash }),
    ]);
    expect(told(prompt({ parent_tool_use_id: null }))).toEqual([said('main')]);
  });

  it('a prompt in blocks, and one without words', () => {
    const blocks = { message: { content: [{ type: 'text', text: 'find pears' }] } };
    expect(told({ type: 'user', ...blocks }, reader('a9'))).toContainEqual(linked('a9', { promptHash }));
    expect(told({ type: 'user', message: { content: [] } }, reader('a9'))).toEqual([linked('a9')]);
  });
});

describe('state', () => {
  it('lets a reader go on where another stopped', () => {
    const first = reader('a9');
    told({ type: 'system', subtype: 'turn_duration', cwd: '/home/dev/pear' }, first);
    const saved: unknown = JSON.parse(JSON.stringify(first.state()));
    const again = reader('a9', 'p/s.jsonl', saved);
    // The prompt had not come yet: the second reader must still tie the thread to it.
    expect(told({ type: 'user', message: { content: 'go' } }, again)).toContainEqual(
      linked('a9', { promptHash: hashText('go') }),
    );
    const third = reader('a9', 'p/s.jsonl', again.state());
    expect(told({ type: 'user', message: { content: 'more' } }, third)).toHaveLength(1);
  });

  it('keeps the circumstances and the roots of sidechains', () => {
    const first = reader();
    told({ type: 'system', subtype: 'turn_duration', cwd: '/home/dev/pear' }, first);
    told({ type: 'user', isSidechain: true, uuid: 'r', parentUuid: null, message: { content: 'go' } }, first);
    const again = reader('main', 'p/s.jsonl', first.state());
    expect(told({ type: 'system', subtype: 'turn_duration', cwd: '/home/dev/pear' }, again)).toEqual([]);
    expect(
      told({ type: 'user', isSidechain: true, uuid: 'r2', parentUuid: 'r', message: { content: 'on' } }, again),
    ).toMatchObject([{ thread: 'sidechain-r' }]);
  });

  it('that is no state at all is a fresh start', () => {
    expect(reader('main', 'p/s.jsonl', 'odd').state()).toEqual({ fields: {}, sidechains: [], linked: false });
  });
});
