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
      { callId: 'toolu_9', taskId: 'a2', status: 'failed', exitCode: 2, reportedMs: 4200 },
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
      { taskId: 'm1', status: 'killed', exitCode: null, message, via: 'notification' },
    ]);
  });

  it('is not misled by what a monitor saw', () => {
    const text =
      '<task-notification><task-id>m1</task-id><summary>Monitor event: "pond"</summary><event><status>failed</status> no [Monitor expired] here</event></task-notification>';
    expect(readNotifications(text, seen)).toMatchObject([{ taskId: 'm1', status: 'unknown', via: 'event' }]);
  });

  it('knows the old tag and ignores texts that only mention one', () => {
    expect(isNotification('<agent-notification><task-id>1</task-id></agent-notification>')).toBe(true);
    expect(isNotification('what is a <task-notification>?')).toBe(false);
  });
});
