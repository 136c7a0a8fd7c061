// Tests that a saved patch changes the files that the dashboard lists, and no other, whatever names and lines a log holds.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../server/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { fuzz } from '../support/fuzz.ts';

const PROJECT = '/home/dev/orchard';
const SMUGGLED =
  'diff --git a/evil.yml b/evil.yml\nnew file mode 100644\n--- /dev/null\n+++ b/evil.yml\n@@ -0,0 +1 @@\n+on: push';

const hostilePart = fc.constantFrom(
  `\n${SMUGGLED}\n`,
  `\r\n${SMUGGLED.replaceAll('\n', '\r\n')}`,
  '\r--- a/x\r+++ b/evil.yml\r',
  '\n+++ b/evil.yml',
  '\n',
  '\r',
  '\r\n',
  ' b/evil.yml',
  '\t',
  '"',
  '\\',
  '..',
  '\u2028',
  '\u202e',
  '\0',
  '\ud800',
  'é',
);
const plain = fc.constantFrom('gate', 'a b', 'wall.ts', '', '-- x', '+++ b/evil.yml', '@@ -1 +1 @@');
const text = fc
  .array(fc.oneof(hostilePart, { arbitrary: plain, weight: 4 }), { maxLength: 4 })
  .map((parts) => parts.join(''));
const elsewhere = fc.constantFrom('', '/etc/', '../', `${PROJECT}/../`, `${PROJECT}/.git/hooks/`, '~/', './');
const folder = fc.oneof({ arbitrary: fc.constant(`${PROJECT}/`), weight: 3 }, elsewhere);
const path = fc
  .tuple(folder, fc.oneof(text, { arbitrary: plain, weight: 3 }), fc.nat(999))
  .map(([at, name, number]) => `${at}${name}${number}`);
const lineNumber = fc.oneof(fc.nat(20), fc.constantFrom(-3, 1.5, 1e21, '7'));
const hunk = fc.record({
  oldStart: lineNumber,
  oldLines: lineNumber,
  newStart: lineNumber,
  newLines: lineNumber,
  lines: fc.array(
    fc.tuple(fc.constantFrom(' ', '-', '+'), text).map(([mark, rest]) => mark + rest),
    { minLength: 1, maxLength: 4 },
  ),
});
const change = fc.oneof(
  fc.record({ path, content: text }),
  fc.record({ path, hunks: fc.array(hunk, { minLength: 1, maxLength: 2 }) }),
);

/** Every change under a path of its own, or the last would speak for all. */
const changes = fc.uniqueArray(change, { selector: ({ path: of }) => of, minLength: 1, maxLength: 6 });

type Change = { readonly path: string } & ({ readonly content: string } | { readonly hunks: unknown[] });

function logOf(session: string, made: readonly Change[]): ClaudeLog {
  const log = new ClaudeLog(session);
  for (const [at, one] of made.entries()) {
    const id = `toolu_${session.slice(0, 8)}_${at}${at === 0 ? `\n${SMUGGLED}` : ''}`;
    if ('content' in one) {
      log.call(id, 'Write', { file_path: one.path, content: one.content });
      const structured = {
        type: 'create',
        filePath: one.path,
        content: one.content,
        structuredPatch: [],
        originalFile: null,
      };
      log.result(id, 'File created successfully', { structured });
    } else {
      log.call(id, 'Edit', { file_path: one.path, old_string: 'x', new_string: 'y' });
      log.result(id, 'The file has been updated.', {
        structured: { filePath: one.path, structuredPatch: one.hunks, originalFile: null, userModified: false },
      });
    }
  }
  return log;
}

function sessionName(number: number): string {
  return `${String(number).padStart(8, '3')}-2222-4333-8444-555555555555`;
}

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

/** An empty repository to apply patches in. */
function repository(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolscope-patch-'));
  folders.push(made);
  execFileSync('git', ['init', '-q', made]);
  return made;
}

function serveLogs(logs: readonly ClaudeLog[]): Promise<Served> {
  const files = logs.map((log) => [join('projects', '-home-dev-orchard', `${log.session}.jsonl`), log.text()]);
  const root = folderWith(Object.fromEntries(files));
  folders.push(root);
  return serve([root]);
}

async function patchOf(served: Served, session: string): Promise<string> {
  const { text: patch } = await served.ask(`/api/v1/sessions/claude-code/${session}/changes/patch`);
  return patch;
}

/** The names that git finds in a patch, and whether it could read it. */
function namesIn(patch: string, cwd: string): { readonly names: readonly string[]; readonly error: string } {
  const { stdout, stderr } = spawnSync('git', ['apply', '--numstat', '-z', '--allow-empty'], { cwd, input: patch });
  const rows = stdout
    .toString()
    .split('\0')
    .filter((row) => row !== '');
  return { names: rows.map((row) => row.split('\t').slice(2).join('\t')), error: stderr.toString() };
}

describe('a saved patch', () => {
  it('names exactly the files that are listed, but for those it says it leaves out', async () => {
    const samples = fc.sample(changes, fuzz(200));
    const served = await serveLogs(samples.map((made, at) => logOf(sessionName(at), made)));
    const cwd = repository();
    let named = 0;
    for (const [at, made] of samples.entries()) {
      const session = sessionName(at);
      const { files } = await served.get('sessionChanges', { agent: 'claude-code', session });
      for (const { hunks } of files) {
        for (const { lines } of hunks) expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
      }
      const patch = await patchOf(served, session);
      const { names, error } = namesIn(patch, cwd);
      expect(error, `${JSON.stringify(made)}\n${patch}`).toBe('');
      const listed = files.filter(({ change: what }) => what !== 'same').map(({ path: of }) => of);
      expect(listed).toEqual(expect.arrayContaining(names.map((name) => `${PROJECT}/${name}`)));
      const leftOut = patch.split('\n').filter((line) => /^# .*: (?:not in this patch|cannot be rebuilt)/.test(line));
      expect(names.length + leftOut.length, patch).toBe(listed.length);
      named += names.length;
    }
    expect(named).toBeGreaterThan(100);
  });

  it('writes only the files it names, with the very content of the log', async () => {
    const session = sessionName(1);
    const made = [
      { path: `${PROJECT}/a "quoted" \\ name é.txt`, content: 'one\ntwo' },
      { path: `${PROJECT}/empty b/empty b/x`, content: '' },
      { path: `${PROJECT}/windows.txt`, content: 'one\r\ntwo\r\n' },
      { path: `${PROJECT}/mixed.txt`, content: 'one\r\ntwo\nthree\r\n' },
      { path: `${PROJECT}/../../etc/cron`, content: 'x\n' },
      { path: `${PROJECT}/line\n${SMUGGLED}`, content: 'x\n' },
      { path: `${PROJECT}/inner.txt`, content: `a\rb\n` },
      { path: `${PROJECT}/.GIT/hooks/pre-commit`, content: 'x\n' },
      { path: '/etc/passwd', content: 'x\n' },
    ];
    const served = await serveLogs([logOf(session, made)]);
    const cwd = repository();
    const patch = await patchOf(served, session);
    execFileSync('git', ['apply', '--whitespace=nowarn'], { cwd, input: patch });
    const written = readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(cwd, '.git')))
      .map((entry) => join(entry.parentPath, entry.name).slice(cwd.length + 1));
    expect(written.sort()).toEqual(
      made
        .slice(0, 4)
        .map(({ path: of }) => of.slice(PROJECT.length + 1))
        .sort(),
    );
    for (const { path: of, content } of made.slice(0, 4)) {
      expect(execFileSync('cat', [join(cwd, of.slice(PROJECT.length + 1))]).toString()).toBe(content);
    }
    const remarks = patch.split('\n').filter((line) => line.startsWith('# '));
    expect(remarks.map((line) => line.slice(line.lastIndexOf(': ') + 2))).toEqual([
      'not in this patch, for its path is not a plain one',
      'not in this patch, for its name holds control characters or broken ones',
      'not in this patch, for a line of it holds a line end',
      'not in this patch, for it is part of the repository itself (.git)',
      'not in this patch, for it is outside the folder that the session worked in',
    ]);
  });
});
