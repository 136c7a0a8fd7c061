// Properties of claims on arbitrary sessions: nothing throws, equal input gives equal output in whatever order calls are
// listed, and all evidence exists.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call, OPTIONS, said, sessionView } from '../../test/support/session-view.ts';
import { checkRuns } from './checks.ts';
import { type Claim, claimsOf, STANDINGS } from './claims.ts';
import type { SessionView } from './session-view.ts';

const text = fc.oneof(
  fc.constantFrom(
    'All tests pass.',
    '`npm test` passes, lint is clean.',
    'Build succeeds; types: clean',
    'Tests pass?',
  ),
  fc.string({ maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'all',
        'tests',
        'pass',
        'and',
        'lint',
        '`',
        'npm test',
        ',',
        '.',
        '\n- ',
        'not',
        '(',
        ')',
        ': ',
        '✓',
        '—',
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join(' ')),
);

const command = fc.oneof(
  fc.constantFrom('npm test', 'npm run lint | tail', 'npx tsc', 'make || true', 'npx vitest a.test.ts', 'ls', './x.sh'),
  fc.string({ maxLength: 60 }),
);

const step = fc.record({
  what: fc.constantFrom('shell', 'edit', 'agent', 'code-cell', 'answer', 'prompt', 'notification'),
  text,
  command,
  status: fc.constantFrom('ok', 'error', 'rejected', 'running', 'background', 'lost'),
  blame: fc.constantFrom('code', 'expected', 'environment'),
  code: fc.constantFrom('tests-failed', 'checks-failed', 'x'),
  thread: fc.constantFrom('main', 'main', 'a1'),
});

const session = fc.array(step, { maxLength: 30 }).map((steps): SessionView => {
  const messages: SessionView['messages'][number][] = [];
  const calls: SessionView['calls'][number][] = [];
  for (const [at, one] of steps.entries()) {
    if (one.what === 'answer' || one.what === 'prompt' || one.what === 'notification') {
      messages.push(said(one.what, at * 3, one.text, { thread: one.thread }));
      continue;
    }
    const { status, blame, code } = one;
    const failure = status === 'error' ? { code, blame, message: '' } : null;
    const facts = one.what === 'edit' ? { path: '/p/a.ts', linesAdded: 1 } : { command: one.command };
    calls.push(call(one.what, at * 3 + 1, at * 3 + 2, { status, failure, facts, thread: one.thread }));
  }
  return sessionView({ messages, calls });
});

function claims(view: SessionView): Claim[] {
  return claimsOf(view, checkRuns(view), OPTIONS);
}

it('gives the same claims in any order of calls, with evidence that exists', () => {
  fc.assert(
    fc.property(session, (view) => {
      const found = claims(view);
      expect(claims(view)).toEqual(found);
      expect(claims({ ...view, calls: view.calls.toReversed() })).toEqual(found);
      for (const claim of found) {
        expect(STANDINGS).toContain(claim.standing);
        expect(view.messages.some(({ ref, what }) => ref.offset === claim.ref.offset && what === 'answer')).toBe(true);
        const { call: evidence } = claim;
        if (evidence === null) expect(claim.standing).toBe('not-run');
        else expect(view.calls.some(({ callId }) => callId === evidence.callId)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
