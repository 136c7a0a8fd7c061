// Tests that log text stays text in Markdown: no markup, no mentions, no control sequences for a terminal.

import { expect, it } from 'vitest';
import type { SharedEntry, SharedSession } from '../../api/shared-session.ts';
import { shareMarkdown } from './share-markdown.ts';

const HOSTILE = 'npm i `@types/node` #12 <img src=x>\x1b]0;taken\x07\x9b\u202e';

function shared(entries: readonly SharedEntry[]): SharedSession {
  return {
    session: { id: 'one', title: HOSTILE, agent: 'claude-code', calls: 1, failures: 1, masked: 2 },
    insights: {
      verdict: {
        ended: { ending: 'done', rule: 'answered' },
        changed: { files: [], commits: [], unsure: 0, lastAt: -1 },
        checks: [],
        failures: [{ code: 'command-failed', summary: HOSTILE }],
        hidden: [
          { code: 'tests-failed', summary: 'npm test | tail' },
          { code: 'checks-failed', summary: 'tsc | head' },
        ],
        person: { prompts: 1 },
      },
      claims: [],
      time: { activeMs: 1, wallMs: 1 },
      cost: { usd: null },
    },
    turns: [
      { number: 0, entries: [] },
      { number: 1, entries },
    ],
    allTurns: 2,
    redaction: null,
    version: '1',
  } as unknown as SharedSession;
}

function call(summary: string, message: string): SharedEntry {
  const failure = { code: 'command-failed', blame: 'agent', message };
  const detail = { tool: HOSTILE, summary, status: 'error', failure, masked: null, duration: null };
  return { kind: 'call', detail } as unknown as SharedEntry;
}

it('shows log text as code, so that no markup in it takes effect', () => {
  const text = shareMarkdown(shared([call(HOSTILE, HOSTILE), call(`a ${'`'.repeat(20)} b`, '```\n# no heading')]));
  expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  expect(text).toContain('** `` npm i `@types/node` #12 <img src=x> `` (');
  expect(text).toContain('- **Failed:** command\\-failed: `` npm i `@types/node` #12 <img src=x> ``');
  expect(text).toContain('\n````text\n```\n# no heading\n````\n');
  expect(text).toContain('# npm i \\`\\@types/node\\` \\#12 \\<img src=x\\>');
});

it('says who speaks, and has no heading above nothing', () => {
  const said = (what: string, text: string) => ({ kind: 'message', what, text }) as unknown as SharedEntry;
  const text = shareMarkdown(shared([said('prompt', 'Count them.'), said('notice', 'Hm.'), said('answer', 'Two.')]));
  expect(text).not.toContain('Before the first prompt');
  expect(text).toContain(
    '\n## Turn 1\n\n**Prompt**\n\n```text\nCount them.\n```\n\n**Answer**\n\n```text\nTwo.\n```\n\n---\n',
  );
});

it('says how many of the turns are in it, and counts none before the first prompt', () => {
  expect(shareMarkdown(shared([]))).toContain('\n1 of 2 turns. ');
});

it('tells of failures that a success hides, which the errors do not count', () => {
  const text = shareMarkdown(shared([]));
  expect(text).toContain('1 call, 1 error, 2 masked failures');
  expect(text).toContain('- **Masked:** 2 failures, the first tests\\-failed: ` npm test | tail `');
});
