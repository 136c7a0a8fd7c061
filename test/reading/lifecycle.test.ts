// Tests a call's life over whole files: background work, subagents in every layout, branches, compaction, hooks.

import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { ClaudeLog, type Json } from '../support/claude-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const FILE = `${SID}.jsonl`;
const LAUNCH = { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b77' };

function note(fields: string): string {
  return `<task-notification>\n<task-id>b77</task-id>\n${fields}</task-notification>`;
}

describe('background work', () => {
  it('stays in the background until an end is seen', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'serve', run_in_background: true });
    log.result('toolu_a', 'Command running in background with ID: b77. Output is being written to: /tmp/x', {
      structured: LAUNCH,
      isError: false,
    });
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([call.status, call.duration, call.endedAt, call.background?.taskId]).toEqual([
      'background',
      null,
      null,
      'b77',
    ]);
  });

  it.each<[string, (log: ClaudeLog, text: string) => void]>([
    ['a user record', (log, text) => log.prompt(text, { origin: { kind: 'task-notification' } })],
    [
      'a queued command',
      (log, text) =>
        log.add('attachment', {
          attachment: { type: 'queued_command', prompt: text, commandMode: 'task-notification' },
        }),
    ],
    [
      'a queue operation',
      (log, text) =>
        log.raw({
          type: 'queue-operation',
          operation: 'enqueue',
          sessionId: SID,
          timestamp: '2026-03-01T09:10:00.000Z',
          content: text,
        }),
    ],
  ])('gets its real end from %s, by task id when the call id is masked', async (_, deliver) => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'make', run_in_background: true });
    log.result('toolu_a', 'Command running in background with ID: b77.', { structured: LAUNCH, isError: false });
    log.wait(60_000);
    deliver(
      log,
      note(
        '<tool-use-id>REDACTED</tool-use-id>\n<status>failed</status>\n<summary>Background command "make" failed with exit code 2</summary>\n',
      ),
    );
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([
      call.status,
      call.failure?.code,
      call.background?.exitCode,
      call.duration?.basis,
      call.facts.exitCode,
    ]).toEqual(['error', 'checks-failed', 2, 'notification', 2]);
    expect(call.evidence.at(-1)?.role).toBe('end');
  });

  it('does not make up an outcome from a word it does not know', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'make', run_in_background: true });
    log.result('toolu_a', 'x', { structured: LAUNCH, isError: false });
    log.prompt(note('<tool-use-id>toolu_a</tool-use-id>\n<status>evaporated</status>\n<summary>gone</summary>\n'));
    expect(callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a').status).toBe('background');
  });

  it('takes one end told three times for one, dated by the first', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'make', run_in_background: true });
    log.result('toolu_a', 'x', { structured: LAUNCH, isError: false });
    const text = note(
      '<tool-use-id>toolu_a</tool-use-id>\n<status>completed</status>\n<summary>done (exit code 0)</summary>\n',
    );
    log.raw({
      type: 'queue-operation',
      operation: 'enqueue',
      sessionId: SID,
      timestamp: '2026-03-01T09:05:00.000Z',
      content: text,
    });
    log.wait(900_000);
    log.prompt(text);
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([call.status, call.endedAt]).toEqual(['ok', Date.UTC(2026, 2, 1, 9, 5)]);
  });

  it('learns from the end what an agent used', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Agent', { description: 'Count the pears', prompt: 'count', subagent_type: 'Explore' });
    log.result('toolu_a', 'Async agent launched successfully.', {
      structured: { isAsync: true, status: 'async_launched', agentId: 'b77', description: 'Count the pears' },
    });
    log.wait(60_000);
    log.prompt(
      note(
        '<tool-use-id>toolu_a</tool-use-id>\n<status>completed</status>\n<summary>Agent "Count the pears" finished</summary>\n' +
          '<result>seven</result>\n<usage><subagent_tokens>5100</subagent_tokens><tool_uses>12</tool_uses><duration_ms>41000</duration_ms></usage>\n',
      ),
    );
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([call.status, call.duration?.ms, call.facts]).toEqual([
      'ok',
      41_000,
      { agentId: 'b77', agentType: 'Explore', tokens: 5100, toolCalls: 12 },
    ]);
  });

  it('a watch ends when its time is up', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Monitor', { description: 'kiln', command: 'tail -f kiln.log', timeout_ms: 60_000 });
    log.result('toolu_a', 'Monitor started (task b77, timeout 60000ms).', {
      structured: { taskId: 'b77', timeoutMs: 60_000, persistent: false },
    });
    log.wait(20_000);
    log.prompt(note('<summary>Monitor event: "kiln"</summary>\n<event>900 degrees</event>\n'));
    log.wait(40_000);
    const open = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    log.prompt(
      note('<summary>Monitor event: "kiln"</summary>\n<event>[Monitor timed out — re-arm if needed.]</event>\n'),
    );
    const over = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([open.status, over.status, over.statusRule, over.duration?.basis]).toEqual([
      'background',
      'ok',
      'background-end:notification',
      'notification',
    ]);
  });

  it('learns the end from a poll or a kill, and links those calls', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'serve', run_in_background: true });
    log.result('toolu_a', 'x', { structured: LAUNCH, isError: false });
    log.call('toolu_p', 'BashOutput', { bash_id: 'b77' });
    log.result('toolu_p', '<status>running</status>', {
      structured: {
        shellId: 'b77',
        command: 'serve',
        status: 'running',
        exitCode: null,
        stdout: '',
        stderr: '',
        stdoutLines: 0,
        stderrLines: 0,
        timestamp: 't',
      },
    });
    log.call('toolu_k', 'KillShell', { shell_id: 'b77' });
    log.result('toolu_k', '{"message":"Successfully killed shell: b77 (serve)","shell_id":"b77"}', {
      structured: { message: 'Successfully killed shell: b77 (serve)', shell_id: 'b77' },
    });
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect([call.status, call.failure?.code, call.failure?.blame]).toEqual(['interrupted', 'killed', 'expected']);
    expect(call.background).toMatchObject({ endedVia: 'kill', pollCalls: ['toolu_p', 'toolu_k'] });
  });
});

describe('subagents', () => {
  const agentResult: Json = {
    status: 'completed',
    agentId: 'a9',
    content: [{ type: 'text', text: 'done' }],
    prompt: 'look',
    totalDurationMs: 900,
    totalTokens: 50,
    totalToolUseCount: 1,
    usage: {},
  };

  function parent(structured: Json = agentResult): ClaudeLog {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_task', 'Agent', { description: 'look', prompt: 'look around', subagent_type: 'Explore' });
    log.result('toolu_task', [{ type: 'text', text: 'done' }], { structured });
    return log;
  }

  function child(extra: Json, first: string | null = 'look around'): ClaudeLog {
    const log = new ClaudeLog(SID, { isSidechain: true, ...extra });
    log.wait(1500);
    if (first !== null) log.prompt(first);
    log.call('toolu_inner', 'Read', { file_path: '/x' });
    log.result('toolu_inner', 'gone', { isError: true });
    return log;
  }

  function renumber(text: string): string {
    return text.replaceAll('-0000-4000-8000-', '-1111-4111-8111-');
  }

  it.each<[string, Record<string, string>]>([
    [
      'in the session folder with meta data',
      {
        [`${SID}/subagents/agent-a9.jsonl`]: renumber(child({ agentId: 'a9' }, null).text()),
        [`${SID}/subagents/agent-a9.meta.json`]: JSON.stringify({
          agentType: 'Explore',
          description: 'look',
          toolUseId: 'toolu_task',
        }),
      },
    ],
    [
      'in the session folder, named by the result',
      { [`${SID}/subagents/agent-a9.jsonl`]: renumber(child({ agentId: 'a9' }, 'other words').text()) },
    ],
    ['beside the main file (old)', { 'agent-a9.jsonl': renumber(child({ agentId: 'a9' }).text()) }],
  ])('%s', async (_, files) => {
    const session = await readOne({ [FILE]: parent().text(), ...files });
    const inner = callNamed(session, 'toolu_inner');
    expect([inner.thread, inner.parentCall, inner.status]).toEqual(['a9', 'toolu_task', 'error']);
    expect(callNamed(session, 'toolu_task')).toMatchObject({
      agentId: 'a9',
      duration: { ms: 900, basis: 'reported', bound: 'exact', includes: [] },
    });
    expect(session.threads.find(({ id }) => id === 'a9')).toMatchObject({
      parentCall: 'toolu_task',
      parentThread: 'main',
      depth: 1,
    });
  });

  const NO = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

  function stopped(tell: (log: ClaudeLog) => void): ClaudeLog {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_task', 'Agent', { description: 'look', prompt: 'look around', subagent_type: 'Explore' });
    tell(log);
    log.wait(60_000);
    log.result('toolu_task', NO, { isError: true, structured: 'User rejected tool use' });
    return log;
  }

  it.each<[string, ClaudeLog, Record<string, string>, unknown[]]>([
    ['that was not started was rejected', stopped(() => {}), {}, ['rejected', 'rejected', 'none']],
    [
      'that showed progress was stopped',
      stopped((log) =>
        log.add('progress', { parentToolUseID: 'toolu_task', data: { type: 'agent_progress', agentId: 'a9' } }),
      ),
      {},
      ['interrupted', undefined, 'inferred'],
    ],
    [
      'with a log of its own was stopped',
      stopped(() => {}),
      {
        [`${SID}/subagents/agent-a9.jsonl`]: renumber(child({ agentId: 'a9' }).text()),
        [`${SID}/subagents/agent-a9.meta.json`]: JSON.stringify({ agentType: 'Explore', toolUseId: 'toolu_task' }),
      },
      ['interrupted', undefined, 'inferred'],
    ],
  ])('an agent %s when somebody said no', async (_, log, files, expected) => {
    const call = callNamed(await readOne({ [FILE]: log.text(), ...files }), 'toolu_task');
    const running = stagesOf(call).find(({ name }) => name === 'running');
    expect([call.status, call.permission?.decision, running?.state]).toEqual(expected);
  });

  it('inline sidechains (oldest) are threads of their own, tied by their prompt', async () => {
    const { agentId: _, status: __, ...oldResult } = agentResult;
    const log = parent(oldResult);
    for (const record of child({}).records) log.raw(JSON.parse(renumber(JSON.stringify(record))));
    const session = await readOne({ [FILE]: log.text() });
    const inner = callNamed(session, 'toolu_inner');
    expect(inner.thread).toMatch(/^sidechain-/);
    expect(inner.parentCall).toBe('toolu_task');
  });

  it('nests to any depth and survives agents that claim to be their own ancestors', async () => {
    const meta = (id: string, call: string, up?: string): [string, string] => [
      `${SID}/subagents/agent-${id}.meta.json`,
      JSON.stringify({ agentType: 't', toolUseId: call, parentAgentId: up }),
    ];
    const agent = (id: string, call: string): [string, string] => {
      const log = new ClaudeLog(SID, { isSidechain: true, agentId: id });
      log.prompt('p');
      log.call(call, 'Agent', { description: 'd', prompt: `${call} prompt` });
      return [`${SID}/subagents/agent-${id}.jsonl`, log.text().replaceAll('-0000-4000-8000-', `-${id}000-4000-8000-`)];
    };
    const session = await readOne({
      [FILE]: parent().text(),
      ...Object.fromEntries([
        agent('1', 'c1'),
        agent('2', 'c2'),
        agent('3', 'c3'),
        meta('1', 'toolu_task'),
        meta('2', 'c1', '1'),
        meta('3', 'c3', '3'),
      ]),
    });
    expect(Object.fromEntries(session.threads.map(({ id, depth }) => [id, depth]))).toMatchObject({
      main: 0,
      1: 1,
      2: 2,
    });
    expect(session.calls).toHaveLength(4);
  });

  it('ties a workflow run to its agents', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_wf', 'Workflow', { name: 'sweep' });
    log.result('toolu_wf', 'Workflow launched', {
      structured: {
        status: 'async_launched',
        taskId: 'w1',
        taskType: 'local_workflow',
        runId: 'wf_1-a',
        workflowName: 'sweep',
      },
      isError: false,
    });
    const inner = new ClaudeLog(SID, { isSidechain: true, agentId: 'z1' });
    inner.prompt('p');
    inner.call('toolu_z', 'Glob', { pattern: '*' });
    const session = await readOne({
      [FILE]: log.text(),
      [`${SID}/subagents/workflows/wf_1-a/agent-z1.jsonl`]: renumber(inner.text()),
      [`${SID}/subagents/workflows/wf_1-a/journal.jsonl`]:
        '{"type":"launched"}\n{"type":"started","key":"k","agentId":"z1","label":"sweep one","phase":"scan"}\n',
      [`${SID}/workflows/wf_1-a.json`]: JSON.stringify({
        runId: 'wf_1-a',
        taskId: 'w1',
        status: 'completed',
        durationMs: 5000,
        startTime: Date.UTC(2026, 2, 1, 9, 0, 5),
      }),
    });
    expect(callNamed(session, 'toolu_z').parentCall).toBe('toolu_wf');
    expect(callNamed(session, 'toolu_wf')).toMatchObject({ status: 'ok', duration: { ms: 5000, basis: 'reported' } });
  });
});

describe('branches and context', () => {
  it('flags what a rewind left behind, and nothing else', async () => {
    const log = new ClaudeLog(SID);
    const first = log.prompt('one');
    log.call('toolu_old', 'Bash', { command: 'old' });
    log.result('toolu_old', 'x');
    log.rewindTo(first);
    log.call('toolu_p1', 'Bash', { command: 'new' }, 'msg_p');
    log.call('toolu_p2', 'Bash', { command: 'new too' }, 'msg_p');
    log.result('toolu_p1', 'x');
    log.result('toolu_p2', 'x');
    log.say('done');
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ callId, flags }) => [callId, flags])).toEqual([
      ['toolu_old', ['off-branch']],
      ['toolu_p1', []],
      ['toolu_p2', []],
    ]);
  });

  it('bridges a gap in the chain instead of calling half of the log abandoned', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('one');
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.result('toolu_a', 'x');
    log.rewindTo('dddddddd-0000-4000-8000-00000000dead');
    log.prompt('two');
    log.say('done');
    expect((await readOne({ [FILE]: log.text() })).calls[0]?.flags).toEqual([]);
  });

  it('survives parents in a circle', async () => {
    const log = new ClaudeLog(SID);
    const a = log.prompt('one');
    const b = log.call('toolu_a', 'Bash', { command: 'a' });
    const first = log.records[0];
    if (first !== undefined) first['parentUuid'] = b;
    log.rewindTo(a);
    log.say('x');
    expect((await readOne({ [FILE]: log.text() })).calls).toHaveLength(1);
  });

  it('marks calls before a compaction, cleared results and retracted records', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('one');
    const early = log.call('toolu_early', 'Bash', { command: 'a' });
    log.result('toolu_early', 'x');
    log.add('system', {
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: early,
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 100 },
    });
    log.prompt('This session is being continued', { isCompactSummary: true });
    log.call('toolu_mid', 'Read', { file_path: '/x' });
    log.result('toolu_mid', 'x');
    log.add('system', {
      subtype: 'microcompact_boundary',
      microcompactMetadata: { trigger: 'auto', compactedToolIds: ['toolu_mid'] },
    });
    const bad = log.call('toolu_bad', 'Bash', { command: 'c' });
    log.add('system', { subtype: 'model_refusal_fallback', content: 'x', retractedMessageUuids: [bad] });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ callId, flags }) => [callId, flags])).toEqual([
      ['toolu_early', ['pre-compaction']],
      ['toolu_mid', ['cleared']],
      ['toolu_bad', ['superseded']],
    ]);
    expect(session.compactions).toMatchObject([{ trigger: 'auto', preTokens: 100 }]);
  });
});

describe('hooks and permission', () => {
  it('gathers hooks of every era on the call, and others on the session', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' });
    log.add('progress', {
      data: { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'PreToolUse:Edit', command: 'guard' },
      toolUseID: 'toolu_a',
      parentToolUseID: 'toolu_a',
    });
    log.add('attachment', {
      attachment: {
        type: 'hook_success',
        hookName: 'PreToolUse:Edit',
        toolUseID: 'toolu_a',
        hookEvent: 'PreToolUse',
        stdout: '',
        exitCode: 0,
        command: 'guard',
        durationMs: 30,
      },
    });
    log.add('attachment', {
      attachment: {
        type: 'hook_non_blocking_error',
        hookName: 'PostToolUse:Edit',
        toolUseID: 'toolu_a',
        hookEvent: 'PostToolUse',
        stderr: 'no formatter',
        exitCode: 1,
        command: 'fmt',
      },
    });
    log.add('system', {
      content: '\u001b[1mPostToolUse:Edit\u001b[22m [fmt] completed successfully: ok',
      toolUseID: 'toolu_a',
      level: 'info',
    });
    log.add('attachment', {
      attachment: {
        type: 'hook_success',
        hookName: 'SessionStart:startup',
        toolUseID: 'random',
        hookEvent: 'SessionStart',
        exitCode: 0,
        command: 'hi',
        durationMs: 5,
      },
    });
    log.add('system', {
      subtype: 'stop_hook_summary',
      hookCount: 1,
      hookInfos: [{ command: 'bye', durationMs: 9 }],
      hookErrors: [],
      preventedContinuation: false,
      toolUseID: 'random2',
    });
    log.result('toolu_a', 'ok');
    const session = await readOne({ [FILE]: log.text() });
    const call = callNamed(session, 'toolu_a');
    expect(
      call.hooks.map(({ event, outcome, durationMs, exitCode }) => [event, outcome, durationMs, exitCode]),
    ).toEqual([
      ['PreToolUse', 'started', null, null],
      ['PreToolUse', 'ok', 30, 0],
      ['PostToolUse', 'failed-open', null, 1],
      ['PostToolUse', 'ok', null, 0],
    ]);
    expect(session.hooks.map(({ event, command }) => [event, command])).toEqual([
      ['SessionStart', 'hi'],
      ['Stop', 'bye'],
    ]);
    expect(stagesOf(call).map(({ name, state, note: words }) => [name, state, words])).toEqual([
      ['requested', 'observed', null],
      ['permission', 'not-logged', 'not on record'],
      ['hooks-before', 'observed', '1 hook'],
      ['running', 'inferred', null],
      ['hooks-after', 'observed', expect.stringMatching(/^2 hooks; .* failed, and the call went on \(exit 1\)/)],
      ['result', 'observed', null],
      ['structured', 'none', null],
    ]);
  });

  it('shows a refused edit as not run, with who refused', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Write', { file_path: '/x', content: 'y' });
    log.result('toolu_a', 'PreToolUse:Write hook error: [guard.sh]: not here', {
      isError: true,
      structured: 'Error: x',
    });
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect(call).toMatchObject({
      status: 'denied',
      failure: { code: 'hook-blocked', blame: 'policy' },
      permission: { decision: 'denied', by: 'hook' },
    });
    expect(stagesOf(call).find(({ name }) => name === 'running')).toMatchObject({ state: 'none', note: 'did not run' });
    expect(stagesOf(call).find(({ name }) => name === 'hooks-before')).toMatchObject({
      state: 'observed',
      note: '1 hook; guard.sh said no (exit 2): not here',
    });
  });
});

describe('a hook that answers for a call', () => {
  const refusal = (type: string, more: Record<string, unknown>) => ({
    attachment: { type, toolUseID: 'toolu_a', hookEvent: 'PreToolUse', hookName: 'PreToolUse:Write', ...more },
  });

  it.each([
    ['its words alone', {}, refusal('hook_blocking_error', { blockingError: { blockingError: 'ask first' } })],
    ['its words alone, and its decision', {}, refusal('hook_permission_decision', { decision: 'deny' })],
    ['the kind that rules have', { toolDenialKind: 'permission-rule' }, refusal('hook_blocking_error', {})],
  ])('by %s: the call did not run, and the hook said no', async (_, fields, attachment) => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Write', { file_path: '/x', content: 'y' });
    log.add('attachment', attachment);
    log.result('toolu_a', 'ask first', { isError: true, structured: 'Error: ask first', fields });
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect(call).toMatchObject({
      status: 'denied',
      statusRule: 'hook-record',
      failure: { code: 'hook-blocked', blame: 'policy', message: 'ask first' },
      permission: { decision: 'denied', by: 'hook' },
    });
    expect(stagesOf(call).find(({ name }) => name === 'running')).toMatchObject({ state: 'none', note: 'did not run' });
  });

  it('a hook that only broke, or complained afterwards, leaves the failure to the tool', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Write', { file_path: '/x', content: 'y' });
    log.add('attachment', refusal('hook_non_blocking_error', { exitCode: 1 }));
    log.result('toolu_a', 'EACCES: no', { isError: true, structured: 'Error: EACCES: no' });
    log.add('attachment', refusal('hook_blocking_error', { hookEvent: 'PostToolUse', hookName: 'PostToolUse:Write' }));
    const call = callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a');
    expect(call).toMatchObject({ status: 'error', failure: { code: 'no-access' }, permission: null });
  });
});

describe('the session', () => {
  it('keeps the last state, and a person’s title before a generated one', async () => {
    const log = new ClaudeLog(SID);
    log.raw({ type: 'custom-title', customTitle: 'mine', sessionId: SID });
    log.prompt('go', { permissionMode: 'plan' });
    log.raw({ type: 'ai-title', aiTitle: 'theirs', sessionId: SID });
    log.raw({ type: 'permission-mode', permissionMode: 'acceptEdits', sessionId: SID });
    log.raw({ type: 'pr-link', prUrl: 'https://example.org/pull/1', prNumber: 1, sessionId: SID });
    log.raw({ type: 'moon-phase', phase: 'full', sessionId: SID });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.fields).toMatchObject({
      title: 'mine',
      titleBy: 'user',
      permissionMode: 'acceptEdits',
      cwd: '/home/dev/orchard',
      gitBranch: 'main',
      pullRequest: 'https://example.org/pull/1',
    });
    expect(session.sources[0]?.ledger.unknown.get('moon-phase')).toBe(1);
  });

  it('is called by a command for want of a prompt, and by one that the program runs itself never', async () => {
    const titleOf = async (...prompts: string[]): Promise<string | undefined> => {
      const log = new ClaudeLog(SID);
      for (const prompt of prompts) log.prompt(prompt);
      return (await readOne({ [FILE]: log.text() })).fields.title;
    };
    const given = (name: string): string =>
      `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`;
    const run = (name: string): string =>
      `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>`;
    expect(await titleOf(run('model'), given('prune'))).toBe('/prune');
    expect(await titleOf(given('prune'), 'Plant a pear tree')).toBe('Plant a pear tree');
    expect(await titleOf(run('clear'))).toBeUndefined();
  });

  it('goes on with the circumstances of a record that was written again, but not in another file', async () => {
    const log = new ClaudeLog();
    log.prompt('go', { gitBranch: 'unripe' });
    log.say('gone');
    const { records } = log;
    const again = { ...records[1], gitBranch: 'ripe' };
    log.raw(again);
    log.say('and on', 'msg_on', { gitBranch: 'ripe' });
    const text = log.text();
    expect((await readOne({ 's.jsonl': text })).fields.gitBranch).toBe('ripe');
    const older = `${records
      .slice(0, 2)
      .map((record) => JSON.stringify({ ...record, cwd: '/home/dev/copy' }))
      .join('\n')}\n`;
    const both = await readOne({ 'a/s.jsonl': text, 'b/s.jsonl': older });
    expect([both.fields.gitBranch, both.fields.cwd]).toEqual(['ripe', '/home/dev/orchard']);
  });

  it('of which only subagents are left is where they worked, and called by what they were asked', async () => {
    const log = new ClaudeLog(undefined, { isSidechain: true, agentId: 'a9' });
    log.prompt('look around');
    const { fields } = await readOne({ 'agent-a9.jsonl': log.text() });
    const title = { title: 'look around', titleBy: 'prompt' };
    expect(fields).toEqual({ cwd: '/home/dev/orchard', gitBranch: 'main', version: '2.1.100', ...title });
  });

  it('tells people’s words from the harness’s', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('please');
    log.prompt('skill body', { isMeta: true, sourceToolUseID: 'toolu_s' });
    log.add('user', { message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
    log.prompt('<command-message>x</command-message><command-name>/x</command-name>');
    log.prompt('<command-name>/y</command-name>');
    log.prompt('<bash-input>ls</bash-input>');
    log.prompt('<teammate-message teammate_id="a">hi</teammate-message>');
    log.add('attachment', { attachment: { type: 'queued_command', prompt: 'and this too', commandMode: 'prompt' } });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.messages.map(({ what, preview, callId }) => [what, preview, callId])).toEqual([
      ['prompt', 'please', null],
      ['injected', 'skill body', 'toolu_s'],
      ['interrupt', '[Request interrupted by user]', null],
      ['command', '/x', null],
      ['notice', '/y', null],
      ['shell', '<bash-input>ls</bash-input>', null],
      ['peer', 'hi', null],
      ['prompt', 'and this too', null],
    ]);
  });

  it('begins a turn with each prompt and command, not with what stands beside them', async () => {
    const log = new ClaudeLog(SID);
    const text = (...texts: string[]) => ({
      message: { role: 'user', content: texts.map((one) => ({ type: 'text', text: one })) },
    });
    log.add('user', text('<ide_opened_file>x.ts</ide_opened_file>', 'mend it'));
    log.call('toolu_1', 'Bash', { command: 'true' });
    log.add('user', text('first', 'and second'));
    log.call('toolu_2', 'Bash', { command: 'true' });
    log.prompt('<local-command-caveat>not yours</local-command-caveat>', { isMeta: true });
    log.prompt('<command-name>/model</command-name>');
    log.prompt('<local-command-stdout>Set.</local-command-stdout>');
    log.call('toolu_3', 'Bash', { command: 'true' });
    log.prompt('<command-message>prune</command-message><command-name>/prune</command-name>');
    log.call('toolu_4', 'Bash', { command: 'true' });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ turn }) => turn)).toEqual([1, 2, 2, 3]);
    expect(session.fields.title).toBe('mend it');
  });

  it('counts what a message used once, each number by its largest, and without ids too', async () => {
    const log = new ClaudeLog(SID);
    const used = (id: string | null, input: number, output: number) => ({
      message: {
        ...(id === null ? {} : { id }),
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'so' }],
        usage: { input_tokens: input, output_tokens: output },
      },
    });
    log.add('assistant', used('a', 0, 4));
    log.add('assistant', used('a', 900, 4));
    log.add('assistant', used('a', 900, 2));
    log.raw({ type: 'assistant', sessionId: SID, ...used(null, 10, 1) });
    log.raw({ type: 'assistant', sessionId: SID, ...used(null, 10, 1) });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.usage).toEqual([
      { model: 'm', messages: 3, usage: { input: 920, output: 6, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
    ]);
  });
});
