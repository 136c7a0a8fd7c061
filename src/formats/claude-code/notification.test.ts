// Tests task notifications in the grammar of every version.

import { describe, expect, it } from 'vitest';
import { isNotification, readNotifications } from './notification.ts';

const seen = { ref: { source: 0, line: 1, offset: 0, length: 1 }, at: 5, thread: 'main' };

describe('readNotifications', () => {
  it('reads the oldest form: no call id, no output file', () => {
    const text =
      '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>Agent "x" completed</summary>\n<result>ok</result>\n</task-notification>';
    expect(readNotifications(text, seen)).toEqual([
      {
        kind: 'background-ended',
        ...seen,
        callId: null,
        taskId: 'a1',
        status: 'completed',
        exitCode: null,
        message: 'Agent "x" completed',
        reportedMs: null,
        via: 'notification',
      },
    ]);
  });

  it('reads the newest form with usage, and is not misled by tags inside the answer', () => {
    const text =
      '<task-notification>\n<task-id>a2</task-id>\n<tool-use-id>toolu_9</tool-use-id>\n<output-file>/tmp/x</output-file>\n<status>failed</status>\n' +
      '<summary>Background command "make" failed with exit code 2</summary>\n<result>I saw <status>completed</status> and <duration_ms>1</duration_ms></result>\n' +
      '<usage><subagent_tokens>10</subagent_tokens><tool_uses>2</tool_uses><duration_ms>4200</duration_ms></usage>\n</task-notification>';
    expect(readNotifications(text, seen)).toMatchObject([
      {
        callId: 'toolu_9',
        taskId: 'a2',
        status: 'failed',
        exitCode: 2,
        reportedMs: 4200,
        used: { tokens: 10, toolCalls: 2 },
      },
    ]);
  });

  it('reads usage that is written in lines', () => {
    const text =
      '<task-notification>\n<task-id>a3</task-id>\n<status>completed</status>\n<summary>Agent "count pears" completed</summary>\n' +
      '<result>duration_ms: 1</result>\n<usage>total_tokens: 70900\ntool_uses: 31\nduration_ms: 345600</usage>\n</task-notification>';
    expect(readNotifications(text, seen)).toMatchObject([
      { reportedMs: 345_600, used: { tokens: 70_900, toolCalls: 31 } },
    ]);
  });

  it('keeps what usage tells, and no more', () => {
    const usage = (inner: string) =>
      readNotifications(
        `<task-notification><task-id>a</task-id><status>completed</status><usage>${inner}</usage></task-notification>`,
        seen,
      )[0]?.used;
    expect(usage('<tool_uses>3</tool_uses>')).toEqual({ toolCalls: 3 });
    expect(usage('total_tokens: 8')).toEqual({ tokens: 8 });
    expect(usage('tokens: many')).toBeUndefined();
  });

  it('reads the signs of a quoted command as they were', () => {
    const text =
      '<task-notification><task-id>b1</task-id><status>completed</status>' +
      '<summary>Background command "make &amp;&amp; ./sort &lt;in 2&gt;&amp;1" completed (exit code 0)</summary></task-notification>';
    expect(readNotifications(text, seen)).toMatchObject([
      { exitCode: 0, message: 'Background command "make && ./sort <in 2>&1" completed (exit code 0)' },
    ]);
  });

  it('takes stopped for killed, tells events from ends, and reads several in one text', () => {
    const text =
      '<task-notification><task-id>m1</task-id><event>line</event></task-notification>\n' +
      '<task-notification><task-id>m2</task-id><status>stopped</status></task-notification>';
    expect(readNotifications(text, seen).map(({ taskId, status, via }) => [taskId, status, via])).toEqual([
      ['m1', 'unknown', 'event'],
      ['m2', 'killed', 'notification'],
    ]);
  });

  it('reads an exit code from behind the description', () => {
    const codes = [
      'Background command "Look at exit code 3" completed (exit code 0)',
      'Background command "dig" failed with exit code 2',
      'Monitor "exit 3 of the "pump"" script failed (exit 127)',
      'Monitor "exit code 3" stream ended',
      'exit code 4',
    ].map((summary) => {
      const text = `<task-notification><status>completed</status><summary>${summary}</summary></task-notification>`;
      return readNotifications(text, seen)[0]?.exitCode;
    });
    expect(codes).toEqual([0, 2, 127, null, 4]);
  });

  it.each([
    ['[Monitor timed out — re-arm if needed.]', 'Monitor timed out — re-arm if needed.'],
    [
      'the pond is full\n[Monitor expired after 30m with 4 events delivered. Re-arm it if you still need the watch.]',
      'Monitor expired after 30m with 4 events delivered. Re-arm it if you still need the watch.',
    ],
  ])('takes a monitor whose time is up for ended: %j', (event, message) => {
    const text = `<task-notification>\n<task-id>m1</task-id>\n<summary>Monitor event: "pond"</summary>\n<event>${event}</event>\n</task-notification>`;
    expect(readNotifications(text, seen)).toMatchObject([
      { taskId: 'm1', status: 'completed', exitCode: null, message, via: 'notification' },
    ]);
  });

  it.each([
    '<status>failed</status> no [Monitor expired] here',
    'the log says [Monitor timed out — re-arm if needed.]',
    '[Monitor timed out — re-arm if needed.]\nsaid the log',
  ])('is not misled by what a monitor saw: %j', (event) => {
    const text = `<task-notification><task-id>m1</task-id><summary>Monitor event: "pond"</summary><event>${event}</event></task-notification>`;
    expect(readNotifications(text, seen)).toMatchObject([{ taskId: 'm1', status: 'unknown', via: 'event' }]);
  });

  it('knows the old tag and ignores texts that only mention one', () => {
    expect(isNotification('<agent-notification><task-id>1</task-id></agent-notification>')).toBe(true);
    expect(isNotification('what is a <task-notification>?')).toBe(false);
  });
});
