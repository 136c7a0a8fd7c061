import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled, sameVersions } from './install.mjs';

const entry = (version, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
const lock = (packages) => ({ packages: { '': { name: 'root' }, ...packages } });
let root;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'toolscope-install-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('compares what is installed with what is locked', () => {
  const locked = lock({ a: entry('1.0.0'), b: entry('2.0.0', { optional: true }) });
  expect(sameVersions(locked, { packages: { a: entry('1.0.0') } })).toBe(true);
  expect(sameVersions(locked, { packages: { a: entry('1.0.0'), b: entry('2.0.0') } })).toBe(true);
  expect(sameVersions(locked, { packages: { a: entry('1.0.1') } })).toBe(false);
  expect(sameVersions(locked, { packages: { b: entry('2.0.0') } })).toBe(false);
  expect(sameVersions(locked, { packages: { a: entry('1.0.0'), c: entry('3.0.0') } })).toBe(false);
});

test('an install made by hand counts, until the lockfile changes', () => {
  const writeLock = (version) =>
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(lock({ a: entry(version) })));
  writeLock('1.0.0');
  expect(isInstalled(root)).toBe(false);
  mkdirSync(path.join(root, 'node_modules'));
  expect(isInstalled(root)).toBe(false);
  writeFileSync(
    path.join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { a: entry('1.0.0') } }),
  );
  expect(isInstalled(root)).toBe(true);
  writeLock('1.1.0');
  expect(isInstalled(root)).toBe(false);
});
