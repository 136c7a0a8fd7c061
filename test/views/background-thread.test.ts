// Tests background work as one thread: launch, looks, and the call that ended it.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { ViewCall } from '../../src/ui/tool-view.ts';
import { BackgroundThread } from '../../src/ui/view/background-thread.tsx';

function thread(background: ViewCall['background'], status: ViewCall['status'] = 'ok'): string {
  const call: ViewCall = {
    agent: 'claude-code',
    session: 's',
    callId: 'c',
    tool: 'Bash',
    status,
    failure: null,
    feedback: null,
    summary: '',
    duration: null,
    facts: {},
    agentId: null,
    background,
  };
  const links = { call: (id: string) => `#${id}`, file: (path: string) => path };
  const html = renderToString(h(BackgroundThread, { view: { call, links }, taskId: 'b1' }));
  return html.replaceAll(/ class="[^"]*"| aria-label="[^"]*"/g, '');
}

test('the call that ended it is its end, not one more look', () => {
  const pollCalls = ['look', 'kill'];
  expect(thread({ kind: 'shell', taskId: 'b7', endedVia: 'kill', exitCode: null, pollCalls })).toBe(
    '<ol><li>launched as <code>b7</code></li><li><a href="#look">looked at</a></li>' +
      '<li>ended: <a href="#kill">a later call ended it</a></li></ol>',
  );
});

test('an end that was told needs no call, and no end is an open one', () => {
  expect(thread({ kind: 'shell', taskId: null, endedVia: 'notification', exitCode: 2, pollCalls: ['a', 'b'] })).toBe(
    '<ol><li>launched as <code>b1</code></li><li><a href="#a">looked at, time 1</a></li>' +
      '<li><a href="#b">looked at, time 2</a></li>' +
      '<li>ended: the agent was told that it ended <span>exit 2</span></li></ol>',
  );
  expect(thread(null, 'background')).toBe('<ol><li>launched as <code>b1</code></li><li>no end seen yet</li></ol>');
});
