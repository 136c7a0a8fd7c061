// Tests how costs, checks, times and changes are put into words.

import { expect, it } from 'vitest';
import { changedText, checkText, claimsText, shortCost, tookText } from './insight-text.ts';

it('marks an estimate, once', () => {
  expect([shortCost(4.123, 'estimate'), shortCost(0.001, 'estimate'), shortCost(4.123, 'log')]).toEqual([
    '~$4.12',
    '< $0.01',
    '$4.12',
  ]);
});

it('says when a check failed before saying what hid it', () => {
  const check = {
    callId: 'c1',
    occurrence: 0,
    thread: 'main',
    tool: 'Bash',
    toolId: 'shell',
    summary: 'npm test | tail',
    kind: 'tests',
    result: 'hidden-failure',
    command: 'npm test | tail',
    isAfterLastEdit: false,
    at: null,
  } as const;
  expect(checkText(check, true)).toBe('tests failed before the last change, though the command succeeded');
});

it('makes up no time where the log has none', () => {
  expect(tookText({ activeMs: 0, wallMs: 0 })).toBe('no time on record');
  expect(tookText({ activeMs: 12_000, wallMs: 65_000 })).toBe('12.0 s active of 1 m 05 s');
});

it('says of changes that their outcome is not on record, and of commits without other changes', () => {
  const nothing = {
    files: [],
    isAtLeast: false,
    linesAdded: 0,
    linesRemoved: 0,
    tests: 0,
    unsure: 0,
    commits: [],
    pullRequest: null,
    commands: 0,
    lastAt: -1,
  };
  const commit = { callId: 'c1', occurrence: 1, thread: 'main', tool: 'Bash', toolId: 'shell', summary: 'git commit' };
  expect(changedText(nothing)).toBe('no file by its own tools');
  expect(changedText({ ...nothing, commits: [commit] })).toBe('no file by its own tools; 1 commit');
  const file = { path: '/a', linesAdded: 8, linesRemoved: 2, calls: 3, isTest: true, last: commit, removedBy: null };
  const changed = { ...nothing, files: [file, { ...file, path: '/b' }], linesAdded: 16, linesRemoved: 4, tests: 1 };
  expect(changedText({ ...changed, commits: [commit] })).toBe(
    '2 files, 1 of them tests, +16 −4 lines over all edits; 1 commit',
  );
  expect(changedText({ ...nothing, unsure: 2 })).toBe('2 changes without an outcome on record');
});

it('says of claims how many were shown, and which only by a run that hides its exit status', () => {
  const passed = { standing: 'shown', result: 'passed' } as const;
  const unclear = { standing: 'shown', result: 'unclear' } as const;
  const unrun = { standing: 'not-run', result: null } as const;
  expect(claimsText([passed, unrun])).toBe('2 statements that checks pass, 1 shown by a run');
  expect(claimsText([unclear])).toBe('1 statement that checks pass, shown by a run (exit status hidden)');
  expect(claimsText([passed, unclear])).toBe(
    '2 statements that checks pass, shown by a run (1 with exit status hidden)',
  );
});
