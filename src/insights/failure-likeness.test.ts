import { expect, it } from 'vitest';
import { FailureMatcher, type KnownFailure } from './failure-likeness.ts';

function known(message: string, more: Partial<KnownFailure> = {}): KnownFailure {
  return { code: 'checks-failed', message, command: null, aim: null, ...more };
}

function likenessOf(error: string, failure: KnownFailure): string | null {
  return new FailureMatcher({ error, command: null }).match(failure)?.likeness ?? null;
}

it('finds its very words inside a long output, and knows its class', () => {
  const error = `running 3 tests\n${'ok\n'.repeat(500)}--- FAIL: TestCartTotal (0.31s)\nFAIL\tshop/cart\t0.4s\n`;
  const matcher = new FailureMatcher({ error, command: null });
  expect(matcher.failure).toMatchObject({ code: 'tests-failed', blame: 'code' });
  const failure = known('--- FAIL: TestCartTotal (0.31s)', { code: 'tests-failed' });
  expect(matcher.match(failure)).toEqual({ likeness: 'same-text', score: 1, text: '--- FAIL: TestCartTotal (<time>)' });
});

it('knows the class of a failure as lists tell it', () => {
  const { failure } = new FailureMatcher({ error: 'exit code 1: --- FAIL: TestCartTotal (0.31s)', command: null });
  expect(failure?.code).toBe('tests-failed');
});

it('finds the same failure about another file', () => {
  const error = 'src/new/cart.ts(4,9): error TS2304: Cannot find name "total".';
  expect(likenessOf(error, known('src/old.ts(88,1): error TS2304: Cannot find name "sum".'))).toBe('same-failure');
  expect(likenessOf(error, known('src/old.ts(88,1): error TS2305: Has no exported member.'))).toBe(null);
});

it('finds failures that share most words', () => {
  const error = 'error: Failed to find expected lines in src/cart.ts:';
  const failure = known('apply_patch failed: Failed to find expected lines in a.md:', { code: 'lines-not-found' });
  expect(likenessOf(error, failure)).toBe('similar-text');
});

it('tells failures apart whose words only look alike', () => {
  expect(likenessOf('Error: listen EADDRINUSE: port 3000', known('Error: connect ETIMEDOUT: port 3000'))).toBe(null);
  expect(likenessOf('exit code 1', known('exit code 127'))).toBe(null);
});

it('finds failures of the same command, and of the same program', () => {
  const matcher = new FailureMatcher({ error: null, command: 'npm run build -- --mode test' });
  const same = known('out of memory', { command: 'npm run build -- --mode test', aim: 'npm run build' });
  expect(matcher.match(same)?.likeness).toBe('same-command');
  expect(matcher.match({ ...same, command: 'cd web && npm run build' })?.likeness).toBe('same-program');
  expect(matcher.match({ ...same, command: 'npm test', aim: 'npm test' })).toBe(null);
});

it('an error decides where both are given', () => {
  const matcher = new FailureMatcher({ error: 'Cannot find module "zod"', command: 'npm test' });
  expect(matcher.match(known('out of memory', { command: 'npm test', aim: 'npm test' }))).toBe(null);
  const [alone = 0, both = 0] = [null, 'npm test'].map(
    (command) => matcher.match(known('exit code 1: Cannot find module "zod"', { command, aim: command }))?.score,
  );
  expect(both).toBeGreaterThan(alone);
});
