import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { contentText } from '../../model/content.ts';
import { durationMs, readEnd } from './end-records.ts';

function told(type: string, value: JsonObject): string {
  const end = readEnd(type, { type, id: 'x', ...value }, {}, '/payload/item');
  if (end === undefined) return 'nothing';
  const { verdict, tool, content } = end;
  const failed =
    verdict?.failure === null || verdict === null ? '' : ` ${verdict.failure.code}/${verdict.failure.blame}`;
  return `${tool}: ${verdict?.status ?? 'open'}${failed} "${contentText(content)}"`;
}

it.each([
  ['CommandExecution', { status: 'completed', exit_code: 0, aggregated_output: 'hi' }, 'exec_command: ok "hi"'],
  [
    'CommandExecution',
    { status: 'failed', exitCode: 2, aggregatedOutput: 'no' },
    'exec_command: error exit-code/environment "no"',
  ],
  ['CommandExecution', { status: 'failed', exit_code: 0, stderr: 'odd' }, 'exec_command: error exit-code/tool "odd"'],
  ['CommandExecution', { status: 'in_progress' }, 'exec_command: open ""'],
  [
    'CommandExecution',
    { status: 'declined', exit_code: -1, aggregated_output: 'exec command rejected by user' },
    'exec_command: rejected rejected-by-user/user "exec command rejected by user"',
  ],
  ['CommandExecution', { status: 'declined', exit_code: -1 }, 'exec_command: rejected rejected-by-user/user ""'],
  ['exec_command_end', { status: 'completed', aggregated_output: 'a' }, 'exec_command: ok "a"'],
  [
    'FileChange',
    { status: 'declined', stderr: 'a rule forbids it' },
    'apply_patch: denied declined/policy "a rule forbids it"',
  ],
  ['patch_apply_end', { status: 'completed', success: true, stdout: 'Success.' }, 'apply_patch: ok "Success."'],
  ['patch_apply_end', { success: false, stderr: 'nope' }, 'apply_patch: error patch-failed/tool "nope"'],
  [
    'mcp_tool_call_end',
    {
      invocation: { server: 's', tool: 't' },
      result: { Ok: { content: [{ type: 'text', text: 'a' }], isError: false } },
    },
    'mcp__s__t: ok "a"',
  ],
  [
    'mcp_tool_call_end',
    {
      invocation: { server: 's', tool: 't' },
      result: { Ok: { content: [{ type: 'text', text: 'a' }], isError: true } },
    },
    'mcp__s__t: error mcp-error/tool "a"',
  ],
  [
    'mcp_tool_call_end',
    { invocation: { server: 's', tool: 't' }, result: { Err: 'gone' } },
    'mcp__s__t: error mcp-error/tool "gone"',
  ],
  [
    'mcp_tool_call_end',
    { invocation: { server: 's', tool: 't' }, result: { Err: 'user rejected MCP tool call' } },
    'mcp__s__t: rejected rejected-by-user/user "user rejected MCP tool call"',
  ],
  [
    'McpToolCall',
    { server: 's', tool: 't', status: 'failed', error: { message: 'down' } },
    'mcp__s__t: error mcp-error/tool "down"',
  ],
  [
    'DynamicToolCall',
    { namespace: 'app', tool: 't', success: true, content_items: [{ type: 'inputText', text: 'a' }] },
    'app/t: ok "a"',
  ],
  ['dynamic_tool_call_response', { tool: 't', success: false, error: 'bad' }, 't: error reported-failure/tool "bad"'],
  ['Extension', { kind: 'web.search', query: 'q' }, 'web_search: ok ""'],
  ['Extension', { kind: 'new.thing' }, 'new.thing: ok ""'],
  ['ImageView', { path: 'file:///a.png' }, 'view_image: ok ""'],
  ['Sleep', { duration_ms: 5 }, 'sleep: ok ""'],
  ['CollabAgentToolCall', { tool: 'spawnAgent', status: 'completed' }, 'spawn_agent: ok ""'],
  ['Novelty', {}, 'nothing'],
])('%s %j', (type, value, expected) => {
  expect(told(type, value)).toBe(expected);
});

it('knows how long it took, by duration or by the times beside the item', () => {
  expect(durationMs({ secs: 1, nanos: 514_312_209 })).toBe(1514.312);
  expect(durationMs('1s')).toBeNull();
  const end = readEnd(
    'WebSearch',
    { id: 'x' },
    { started_at_ms: 1_782_900_000_000, completed_at_ms: 1_782_900_000_250 },
    '',
  );
  expect(end).toMatchObject({ durationMs: 250, startedAt: 1_782_900_000_000 });
  expect(readEnd('WebSearch', { id: 'x' }, { started_at_ms: 0, completed_at_ms: 0 }, '')?.durationMs).toBeNull();
  expect(readEnd('WebSearch', { id: 'x' }, { started_at_ms: 9, completed_at_ms: 9 }, '')?.durationMs).toBe(0);
  expect(readEnd('WebSearch', { id: 'x' }, { started_at_ms: 9, completed_at_ms: 8 }, '')?.durationMs).toBeNull();
});

it('tells a command of the person from one of the agent', () => {
  expect(readEnd('CommandExecution', { source: 'user_shell', command: ['sh', '-c', 'ls'] }, {}, '')).toMatchObject({
    byUser: true,
    command: 'ls',
  });
  expect(readEnd('exec_command_end', { source: 'agent', command: ['ls', '-l'] }, {}, '')).toMatchObject({
    byUser: false,
    command: 'ls -l',
  });
});
