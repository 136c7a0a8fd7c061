import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepLatest } from './kept-builds.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolscope-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the files of a build, as bundling does, and returns which files are there then. */
function build(...names) {
  for (const name of names) writeFileSync(path.join(folder, name), '');
  keepLatest(folder, names);
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}

test('keeps the files of three builds, and nothing else', () => {
  writeFileSync(path.join(folder, 'of-an-older-kind.js'), '');
  expect(build('main.js', 'a-1.js')).toEqual(['a-1.js', 'main.js']);
  expect(build('main.js', 'a-2.js')).toEqual(['a-1.js', 'a-2.js', 'main.js']);
  expect(build('main.js', 'a-3.js', 'b-1.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'b-1.js', 'main.js']);
  expect(build('main.js', 'a-4.js', 'b-1.js')).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'b-1.js', 'main.js']);
});

test('counts a build once that is made again', () => {
  build('main.js', 'a-1.js');
  build('main.js', 'a-2.js');
  for (let i = 0; i < 5; i++) build('main.js', 'a-3.js');
  expect(build('main.js', 'a-3.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'main.js']);
});

test('begins anew where the list cannot be read', () => {
  build('main.js', 'a-1.js');
  for (const text of ['{', '{"a":1}', '[1,null]']) {
    writeFileSync(path.join(folder, '.builds.json'), text);
    expect(build('main.js', 'a-2.js')).toEqual(['a-2.js', 'main.js']);
  }
});
