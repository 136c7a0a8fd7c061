// Tests what views promise: problems first and plain, expected outcomes quiet, and nothing that was not done looks done.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/tools/views.ts';
import { sampleCalls } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';

const calls = sampleCalls();

function draw(name: string): string {
  const sample = calls.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`there is no sample ${name}`);
  return renderToString(h(viewOf(sample.toolId), viewProps(sample)));
}

/** The words a person reads, in order. */
function words(name: string): string {
  return draw(name)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const changing = calls.filter(({ toolId }) => ['edit', 'write', 'notebook-edit'].includes(toolId));

describe('a listing', () => {
  it('counts what is in the folder, as its line in the list does', () => {
    const sample = calls.find(({ name }) => name === 'ls/claude-code-tree.json');
    const [count] = /\d+ entries/.exec(sample?.summary ?? '') ?? [];
    expect(words('ls/claude-code-tree.json')).toContain(` ${count} `);
  });
});

describe('a question', () => {
  it.each(['copilot-answered.json', 'copilot-selected.json'])('marks the option that was chosen: %s', (name) => {
    expect(draw(`ask-user-question/${name}`)).toMatch(/chosen/);
  });
});

describe('a web search', () => {
  it('that was answered in words counts no links', () => {
    expect(words('web-search/copilot-results.json')).not.toContain('0 links');
  });
});

describe('changes', () => {
  const undone = changing.filter(({ status }) => status === 'error' || status === 'rejected' || status === 'denied');

  it.each(undone.map(({ name }) => [name]))('that were not made do not look made: %s', (name) => {
    const html = draw(name);
    expect(html).not.toContain('ts-badge--ok');
    if (html.includes('class="ts-diff')) expect(html).toContain('Proposed, not written');
  });

  it('of which only the text of the result is known show the numbered lines in it', () => {
    const html = draw('edit/claude-code-edited-text-arrow.json');
    expect(words('edit/claude-code-edited-text-arrow.json')).toContain('Lines the agent was shown');
    const numbers = [...html.matchAll(/data-number="(\d+)"/g)].map(([, number]) => number);
    expect(numbers.slice(-3)).toEqual(['3', '4', '5']);
    expect(words('edit/claude-code-edited.json')).not.toContain('Lines the agent was shown');
  });

  it('that were made need no banner, and that were staged say so', () => {
    expect(words('edit/claude-code-edited.json')).not.toMatch(/Proposed|Staged/);
    expect(words('edit/claude-code-edited-staged.json')).toContain('Staged for review, not written yet');
    expect(words('edit/claude-code-edited-user-modified.json')).toContain('changed by the person');
  });
});

describe('trouble', () => {
  it('comes first, with whose problem it is and what became of it', () => {
    expect(words('shell/claude-code-command-not-found.json')).toMatch(
      /^Failed the environment’s problem · command-not-found .* Recovered by a later call after 3 calls and 12\.4 s\. Command/,
    );
  });

  it('is told of a success that hides a failure, with the record that says so and what became of it', () => {
    const sample = calls.find(({ name }) => name === 'shell/claude-code-output.json');
    if (sample === undefined) throw new Error('there is no such sample');
    const props = viewProps(sample);
    const masked = { code: 'tests-failed', blame: 'code', message: '2 pears failed', href: '/record' } as const;
    const recovery = { callId: 'later', rule: 'same-program', calls: 3, ms: null } as const;
    const html = renderToString(h(viewOf(sample.toolId), { ...props, call: { ...props.call, masked, recovery } }));
    expect(html).toContain('ts-callout--warn');
    expect(html).toContain('href="/record"');
    expect(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
      /^ ?This call succeeded, but something in it failed the code under work · tests-failed 2 pears failed The record that says so Recovered by the same program after 3 calls\./,
    );
  });

  const expected = calls.filter(({ failure }) => failure?.blame === 'expected');

  it.each(expected.map(({ name }) => [name]))('that was expected is quiet: %s', (name) => {
    const html = draw(name);
    expect(html).not.toContain('ts-callout--error');
    expect(html).not.toContain('ts-callout--warn');
    expect(html).not.toContain('ts-badge--error');
  });
});

describe('results', () => {
  it('of a person’s answer mark what was chosen', () => {
    const html = draw('ask-user-question/claude-code-answered.json');
    expect(html.match(/ts-options__option--chosen/g)?.length).toBe(3);
    expect(words('ask-user-question/claude-code-answered.json')).toContain('typed the login page');
  });

  it('of a secret question do not show the secret', () => {
    const secret = calls.filter(({ name }) => name.startsWith('ask-user-question/codex-answered'));
    expect(secret.length).toBeGreaterThan(0);
    for (const { name } of secret) expect(words(name)).toContain('(a secret, not shown)');
  });

  it('of a to-do list say what changed', () => {
    expect(words('todo/claude-code-changes.json')).toBe(
      '1 of 3 done ☑ Dig was in progress ◐ Plant — Planting bulbs was pending ☐ Water new ☐ Rake removed',
    );
  });

  it('of a plan say whether it was approved', () => {
    expect(words('exit-plan-mode/claude-code-approved.json')).toMatch(/^approved Plan Copy # Move the clock/);
  });
});
