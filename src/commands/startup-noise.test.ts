// Checks which lines at the head of an output can be noise, and how they are left out.

import { expect, test } from 'vitest';
import { hashText } from '../base/hash.ts';
import { leadingComplaints, withoutNoise } from './startup-noise.ts';

const NOISE = 'conda: command not found';

test('complaints at the head can be noise, as far as something stands behind them', () => {
  expect(leadingComplaints(`${NOISE}\nbed 1\n`)).toEqual([hashText(NOISE)]);
  expect(leadingComplaints(`${NOISE}\n`)).toEqual([]);
  expect(leadingComplaints(`bed 1\n${NOISE}\n`)).toEqual([]);
  expect(leadingComplaints('')).toEqual([]);
});

test('known noise is left out, and what stands behind it stays', () => {
  const noise = new Set([hashText(NOISE)]);
  expect(withoutNoise(`${NOISE}\n\ncat: bed: No such file or directory\n`, noise)).toBe(
    'cat: bed: No such file or directory\n',
  );
  expect(withoutNoise(`other: command not found\n${NOISE}\n`, noise)).toBe(`other: command not found\n${NOISE}\n`);
});

test('lines of start-up files are noise from the first time on', () => {
  expect(withoutNoise('/home/g/.zshrc:12: command not found: hose\ndry\n', new Set())).toBe('dry\n');
  expect(withoutNoise('bash: no job control in this shell\ndry\n', new Set())).toBe('dry\n');
});

test('noise is no reason where a command says nothing', () => {
  expect(withoutNoise('/home/g/.zshrc:12: command not found: hose\n', new Set())).toBe('');
});

test('what a command itself says from inside a snapshot is no noise', () => {
  const snapshot = '/home/g/.claude/shell-snapshots/snapshot-bash-1.sh';
  const said = `${snapshot}: line 40: cd: beds: No such file or directory\n`;
  expect(withoutNoise(said, new Set())).toBe(said);
  expect(withoutNoise(`${snapshot}: line 40: hose: command not found\ndry\n`, new Set())).toBe('dry\n');
});
