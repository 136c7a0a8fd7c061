// Tests the line that sums a session up: what it says first, and what it does not claim.

import { expect, it } from 'vitest';
import { headlineOf, headlineText } from './headline.ts';
import type { SessionInsights } from './wire/insights.ts';

type Verdict = SessionInsights['verdict'];
type Check = Verdict['checks'][number];

const CALL = { callId: 'c1', occurrence: 0, thread: 'main', tool: 'Bash', toolId: 'shell', summary: 'npm test' };

function check(kind: Check['kind'], result: Check['result'], isAfterLastEdit = true): Check {
  return { ...CALL, kind, result, command: 'npm test', at: null, isAfterLastEdit };
}

function session(verdict: Partial<Verdict> = {}, changes = 0): SessionInsights {
  const files = Array.from({ length: changes }, (_, at) => ({ path: `${at}.ts`, removedBy: null }));
  return {
    verdict: {
      ended: { ending: 'done', rule: 'last-record-is-answer', ref: null },
      changed: { files, isAtLeast: false, commits: [], lastAt: changes > 0 ? 5 : -1 },
      checks: [],
      failures: [],
      failureCount: 0,
      hidden: [],
      ...verdict,
    },
    claims: [],
    time: { activeMs: 65_000, wallMs: 90_000 },
    cost: { usd: 1.5, basis: 'estimate' },
  } as unknown as SessionInsights;
}

it('says how it ended, what the last checks said, what stayed broken, what changed, what it took', () => {
  const told = session(
    { checks: [check('tests', 'passed'), check('build', 'passed')], failureCount: 2, hidden: [{} as never] },
    3,
  );
  expect(headlineText(told)).toBe(
    'Answered · tests and build passed after the last change · 2 failures not fixed · 1 masked failure not fixed · 3 files changed · 1 m 05 s active · ~$1.50',
  );
});

it('says how many of the changed files are gone', () => {
  const told = session({}, 3);
  const [first] = told.verdict.changed.files;
  const files = told.verdict.changed.files.map((file) => (file === first ? { ...file, removedBy: CALL } : file));
  const changed = { ...told.verdict.changed, files };
  expect(headlineText({ ...told, verdict: { ...told.verdict, changed } })).toContain(
    '3 files changed, 1 removed since',
  );
});

it('does not count what passed before the last change', () => {
  const tones = headlineOf(session({ checks: [check('tests', 'passed', false)] }, 1)).map(({ text, tone }) => [
    text,
    tone,
  ]);
  expect(tones[1]).toEqual(['no check after the last change', 'warn']);
});

it('tells failed checks before passed ones, hidden failures among them', () => {
  const parts = headlineOf(session({ checks: [check('tests', 'hidden-failure'), check('types', 'passed')] }, 1));
  expect(parts.slice(1, 3).map(({ text, tone }) => [text, tone])).toEqual([
    ['tests failed after the last change', 'bad'],
    ['types passed after the last change', 'good'],
  ]);
});

it('asks for no check where nothing was changed, and takes no unclear one for a pass', () => {
  expect(headlineText(session())).toBe('Answered · 1 m 05 s active · ~$1.50');
  expect(headlineText(session({ checks: [check('tests', 'unclear')] }, 1))).toContain(
    'no clear result of a check after the last change',
  );
});

it('says neither that a live session is running nor that an empty one was broken off', () => {
  const ended = (ending: string, rule: string): string | undefined =>
    headlineOf(session({ ended: { ending, rule, ref: null } as never }))[0]?.text;
  expect(ended('running', 'log-may-still-grow')).toBe('Not over yet');
  expect(ended('unknown', 'nothing-was-said')).toBe('Nothing was said');
  expect(ended('unknown', 'last-call-has-no-result')).toBe('Stops in the middle');
});
