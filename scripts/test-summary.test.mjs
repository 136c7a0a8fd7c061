import { expect, test } from 'vitest';
import { countTests, summaryLine } from './test-summary.mjs';

const file = (status, ...statuses) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) });
const line = (testResults, succeeded = true) => summaryLine(countTests({ testResults }, succeeded));

test('counts tests over all files, and names skipped ones only when there are any', () => {
  expect(line([file('passed', 'passed', 'passed'), file('passed', 'passed')])).toBe('3 passed, 0 failed');
  expect(line([file('failed', 'passed', 'failed'), file('passed', 'skipped', 'todo', 'pending')], false)).toBe(
    '1 passed, 1 failed, 3 skipped',
  );
});

test('a file that fails without a failing test counts as one failure', () => {
  expect(line([file('failed'), file('passed', 'passed')], false)).toBe('1 passed, 1 failed');
  expect(line([file('failed', 'skipped')], false)).toBe('0 passed, 1 failed, 1 skipped');
});

test('a failed run is never reported without a failure, unless it ran nothing', () => {
  expect(line([file('passed', 'passed')], false)).toBe('1 passed, 1 failed');
  expect(line([], false)).toBe('0 passed, 0 failed');
  expect(summaryLine(countTests(undefined, false))).toBe('0 passed, 1 failed');
});
