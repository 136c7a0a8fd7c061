// Tests background work as one thread: launch, polls, and the call that ended it.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { viewOf } from '../../src/tools/views.ts';
import type { ViewCall } from '../../src/ui/tool-view.ts';
import { BackgroundThread } from '../../src/ui/view/background-thread.tsx';
import { sampleCalls } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';

function thread(
  background: ViewCall['background'],
  status: ViewCall['status'] = 'ok',
  work: ViewCall['work'] = null,
  callId = 'c',
  facts: ViewCall['facts'] = {},
): string {
  const call: ViewCall = {
    agent: 'claude-code',
    session: 's',
    callId,
    tool: 'Bash',
    status,
    failure: null,
    feedback: null,
    summary: '',
    duration: null,
    facts,
    agentId: null,
    background,
    work,
  };
  const links = { call: (id: string) => `#${id}`, file: (path: string) => path };
  const html = renderToString(h(BackgroundThread, { view: { call, links }, taskId: 'b1' }));
  return html.replaceAll(/ class="[^"]*"| aria-label="[^"]*"|<time.*?<\/time>/g, '');
}

test('what a launch knows by itself: who looked at it, and the call that ended it', () => {
  const pollCalls = ['look', 'kill'];
  expect(thread({ kind: 'shell', taskId: 'b7', endedVia: 'kill', exitCode: null, pollCalls })).toBe(
    '<ol><li aria-current="step"><strong>this call</strong>launched it as <code>b7</code></li>' +
      '<li><a href="#look">a later call</a></li><li><a href="#kill">a later call</a></li>' +
      '<li>ended: <a href="#kill">a call ended it</a></li></ol>',
  );
});

test('an end that was told needs no call, and no end is an open one', () => {
  const launched = '<ol><li aria-current="step"><strong>this call</strong>launched it as <code>b1</code></li>';
  expect(thread({ kind: 'shell', taskId: null, endedVia: 'notification', exitCode: 2, pollCalls: ['a'] })).toBe(
    `${launched}<li><a href="#a">a later call</a></li>` +
      '<li>ended: the agent was told that it ended<span>exit 2</span></li></ol>',
  );
  expect(thread(null, 'background')).toBe(`${launched}<li>no end seen yet</li></ol>`);
});

test('a launch tells what the work used', () => {
  const ended = { kind: 'agent', taskId: 'a7', endedVia: 'notification', exitCode: null, pollCalls: [] };
  expect(thread(ended, 'ok', null, 'c', { tokens: 5100, toolCalls: 12 })).toContain(
    'ended: the agent was told that it ended<span>12 calls, 5,100 tokens</span>',
  );
  expect(thread(ended, 'ok', null, 'c', { toolCalls: 1 })).toContain('<span>1 call</span>');
});

test('a look leads back to the launch, and to all others', () => {
  const step = (callId: string, tool: string, summary = '') => ({ callId, tool, summary, at: 1000 });
  const work = {
    launch: step('launch', 'Bash', 'npm run dev'),
    taskId: 'b7',
    calls: [step('look', 'BashOutput', 'b7'), step('kill', 'KillShell', 'b7')],
    more: 3,
    end: { via: 'kill', exitCode: null, at: 2000, callId: 'kill' },
  };
  expect(thread(null, 'ok', work, 'look')).toBe(
    '<ol><li><a href="#launch">Bash: npm run dev</a>launched it as <code>b7</code></li>' +
      '<li aria-current="step"><strong>this call</strong></li><li><a href="#kill">KillShell: b7</a></li>' +
      '<li>polled by 3 more calls</li><li>ended: <a href="#kill">a call ended it</a></li></ol>',
  );
  expect(thread(null, 'ok', work, 'kill')).toContain('ended: a call ended it');
});

test('a look shows the thread without being asked to', () => {
  const step = (callId: string, tool: string) => ({ callId, tool, summary: '', at: null });
  const sample = sampleCalls().find(({ toolId }) => toolId === 'bash-output');
  if (sample === undefined) throw new Error('there is no such sample');
  const props = viewProps(sample);
  const work = {
    launch: step('launch', 'Bash'),
    taskId: 'b7',
    calls: [step(sample.name, 'BashOutput')],
    more: 0,
    end: null,
  };
  const html = renderToString(h(viewOf('bash-output'), { ...props, call: { ...props.call, work } }));
  expect(html).toContain('href="#call-launch"');
});
