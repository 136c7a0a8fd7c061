// Tests which sentences of an answer count as statements that checks pass. All sentences are made up.

import { expect, it } from 'vitest';
import { claimsIn } from './claim-sentences.ts';

function kinds(text: string): string[] {
  return claimsIn(text).map(({ about }) => about);
}

it('finds plain statements, and what each is about', () => {
  const said: Readonly<Record<string, readonly string[]>> = {
    'All tests pass.': ['tests'],
    'Perfect! All 14 tests pass with full coverage.': ['tests'],
    'The linter passes.': ['lint'],
    'Lint: 0 issues.': ['lint'],
    '- **Tests**: All pass ✓': ['tests'],
    '- Unit tests: ✓ All pass': ['tests'],
    '- ✅ Integration tests pass (`make e2e`)': ['tests'],
    'Build, tests, and lint all pass.': ['build', 'tests', 'lint'],
    'Formatting and linting pass.': ['lint'],
    'The code compiles and all tests pass.': ['build', 'tests'],
    'All tests pass and no lint issues.': ['tests', 'lint'],
    'The type checker is happy, and the build is green.': ['types', 'build'],
    'There are no type errors.': ['types'],
    '`npm test` passes.': ['tests'],
    '`cargo clippy`, and `cargo test --all` succeed.': ['lint', 'tests'],
    '`npm run check` (types, lint, tests) is fully green.': ['checks'],
    'The deployment succeeded.': ['deployment'],
    'All tests pass; the branch is ready for your review.': ['tests'],
    'Verification: `go test ./...` passed.': ['tests'],
  };
  for (const [text, about] of Object.entries(said)) expect([text, kinds(text)]).toEqual([text, about]);
});

it('leaves out plans, conditions, negations, doubts, questions and what others said', () => {
  for (const text of [
    'Now let me run the tests to verify that they pass:',
    'Once the tests pass, I will open a pull request.',
    'If the build passes we can merge.',
    'The tests should pass now.',
    'Tests will pass after that.',
    'I expect that all tests pass.',
    'Do all tests pass?',
    'Not all tests pass.',
    'The tests do not pass yet.',
    "The tests don't pass.",
    'Most tests pass.',
    'All tests pass except two.',
    'All tests pass, but I had to skip one.',
    'All tests pass (two of them are skipped).',
    'The tests passed before my change.',
    'You said that all tests pass.',
    'The reviewer says "all tests pass".',
    'CI reports that the build passes.',
    'The Windows build passes.',
    'Make sure the linter is clean.',
    'I updated the test to pass a context.',
    'The test passes an invalid id to the parser.',
    'The tests are running.',
    'It works.',
    'Scope is clean.',
    'The real-data check is green.',
    'Alle Tests laufen durch.',
    'Tous les tests passent.',
    '全部测试通过。',
    '',
  ]) {
    expect([text, kinds(text)]).toEqual([text, []]);
  }
});

it('leaves out code, quotes, tables, boxes to tick, and lists of what is planned', () => {
  for (const text of [
    '```\nAll tests pass.\n```',
    '> All tests pass.',
    '| Tests | All tests pass |',
    '- [ ] All tests pass.',
    '- [x] All tests pass.',
    '## Acceptance criteria\n\n- All tests pass\n- Lint clean',
    'Next steps:\n- All tests pass',
    '**Definition of done:**\n1. Build passes.',
  ]) {
    expect([text, kinds(text)]).toEqual([text, []]);
  }
  expect(kinds('Next steps:\n- Tidy up\n\nAll tests pass.')).toEqual(['tests']);
  expect(kinds('## Plan\n\nTests pass.\n\n## Result\n\nTests pass.')).toEqual(['tests']);
});

it('tells everything from a part, and knows the command that is named', () => {
  const first = (text: string) => {
    const [claim] = claimsIn(text);
    return claim === undefined ? undefined : [claim.scope, claim.isExplicit, claim.command];
  };
  expect(first('All tests pass.')).toEqual(['all', true, null]);
  expect(first('The full test suite passes.')).toEqual(['all', true, null]);
  expect(first('Tests pass.')).toEqual(['all', false, null]);
  expect(first('All 12 tests pass.')).toEqual(['all', false, null]);
  expect(first('All parser tests pass.')).toEqual(['some', false, null]);
  expect(first('The new test passes.')).toEqual(['some', false, null]);
  expect(first('`npm test` passes.')).toEqual(['all', false, 'npm test']);
  expect(first('Unit tests pass (`npm run test:unit`).')).toEqual(['some', false, 'npm run test:unit']);
  expect(first('- `npm test` — all unit tests pass')).toEqual(['all', false, 'npm test']);
});

it('quotes without marks, and not without end', () => {
  expect(claimsIn('**All** tests pass with `--strict`.')[0]?.quote).toBe('All tests pass with --strict.');
  const long = claimsIn(`All tests pass with ${'many '.repeat(60)}flags.`);
  expect(long.every(({ quote }) => quote.length <= 200)).toBe(true);
});

it('ends soon on hostile texts', () => {
  for (const text of [
    'a '.repeat(200_000),
    '`'.repeat(100_000),
    'tests '.repeat(100_000),
    '('.repeat(100_000),
    '\n'.repeat(1e6),
  ]) {
    expect(kinds(text)).toEqual([]);
  }
  expect(kinds(`${'All tests pass and '.repeat(10)}lint is clean.`)).toHaveLength(11);
});
