import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTree } from './check-layers.mjs';
import { FOLDERS, readingRules } from './reading-rules.mjs';

let root;
function write(file, text) {
  const target = path.join(root, 'src', file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'toolscope-rules-'));
  for (const file of [
    'base/a.ts',
    'model/a.ts',
    'formats/x/a.ts',
    'lifecycle/a.ts',
    'commands/a.ts',
    'tools/edit/edit.ts',
  ])
    write(file, 'one');
  for (const file of ['parse/a.ts', 'sources/json-lines/a.ts', 'reading/a.ts', 'library/a.ts', 'cli/a.ts'])
    write(file, 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

test('rules have another name when a source of theirs is another, or is new', () => {
  const names = [readingRules(root)];
  for (const file of [
    'tools/edit/edit.ts',
    'formats/x/a.ts',
    'reading/a.ts',
    'parse/a.ts',
    'commands/a.ts',
    'sources/json-lines/a.ts',
    'lifecycle/new.ts',
  ]) {
    write(file, 'two');
    names.push(readingRules(root));
  }
  expect(new Set(names).size).toBe(names.length);
});

test('tests, samples, views and what comes after reading do not count', () => {
  const before = readingRules(root);
  for (const file of ['tools/edit/edit.test.ts', 'tools/edit/samples/lines.ts', 'tools/edit/edit.view.tsx', 'cli/a.ts'])
    write(file, 'two');
  write('library/a.ts', 'two');
  expect(readingRules(root)).toBe(before);
});

/** The database driver, which returns rows as they are, and the user's own rules, which have their own hash. */
const BESIDE = ['sqlite', 'config'];

test('everything that reading logs runs is among the rules', () => {
  const { edges } = checkTree(path.resolve(import.meta.dirname, '..'));
  const left = [...edges.values()].filter(
    ({ from, to, typesOnly }) => FOLDERS.includes(from) && !FOLDERS.includes(to) && !typesOnly,
  );
  expect([...new Set(left.map(({ to }) => to))].filter((layer) => !BESIDE.includes(layer))).toEqual([]);
});
