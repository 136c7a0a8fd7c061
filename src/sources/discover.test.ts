// Tests finding files: whose each is, what is left alone and why, links, odd names, compression, and closed doors.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../../test/support/as-nobody.ts';
import { ClaudeLog, folderWith } from '../../test/support/claude-log.ts';
import { zstd } from '../../test/support/zstd.ts';
import { AppError } from '../base/app-error.ts';
import { discover } from './discover.ts';

const SID = '11111111-2222-4333-8444-555555555555';

function log(): string {
  const made = new ClaudeLog(SID);
  made.prompt('go');
  return made.text();
}

const ROLLOUT = `${JSON.stringify({ timestamp: '2026-03-01T09:00:00.000Z', type: 'session_meta', payload: { id: '019c0000-0000-7000-8000-000000000001', cwd: '/home/dev' } })}\n`;

/** What was found under a folder, by path. */
async function found(folder: string, paths: readonly string[] = [folder]): Promise<Record<string, unknown>> {
  const { logs, sides, unclaimed, skipped, unreadable } = await discover(paths);
  const name = (path: string): string => relative(folder, path);
  return {
    ...Object.fromEntries(
      logs.map(({ path, format, identity }) => [name(path), [format.agent, identity.session, identity.thread]]),
    ),
    ...Object.fromEntries(sides.map(({ path, what }) => [name(path), `side: ${what}`])),
    ...Object.fromEntries(unclaimed.map(({ path }) => [name(path), 'unclaimed'])),
    ...Object.fromEntries(skipped.map(({ path, reason }) => [name(path), `skipped: ${reason}`])),
    ...Object.fromEntries(unreadable.map(({ path, reason }) => [name(path), `unreadable: ${reason}`])),
  };
}

it('does not guess whose a file is before its first line is whole', async () => {
  const line = JSON.stringify({ toolscope: 'hook', agent: 'claude-code', at: 1, session: SID, input: {} });
  const folder = folderWith({
    'a.hooks.jsonl': '',
    'b.hooks.jsonl': line.slice(0, 20),
    'c.hooks.jsonl': `${line}\n`,
    'd.hooks.jsonl': 'nonsense\n',
    [`${SID}.jsonl`]: '',
  });
  expect(await found(folder)).toEqual({
    'a.hooks.jsonl': 'skipped: nothing in it yet',
    'b.hooks.jsonl': 'skipped: nothing in it yet',
    'c.hooks.jsonl': ['claude-code', SID, 'main'],
    'd.hooks.jsonl': ['hooks', 'file:d.hooks.jsonl', 'main'],
    [`${SID}.jsonl`]: 'unclaimed',
  });
});

async function trouble(paths: readonly string[]): Promise<unknown> {
  try {
    await discover(paths);
    return null;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, message: error.message, hint: error.hint } : error;
  }
}

describe('a folder', () => {
  it('gives each file to its owner, by path or by content, and leaves the rest alone', async () => {
    const folder = folderWith({
      [`${SID}.jsonl`]: log(),
      [`${SID}/subagents/agent-a9.jsonl`]: log(),
      [`${SID}/subagents/agent-a9.meta.json`]: '{}',
      [`${SID}/custom-title.json`]: '{}',
      [`${SID}/workflows/wf_1-a.json`]: '{}',
      [`${SID}/tool-results/x.txt`]: 'text',
      [`${SID}.jsonl.backup`]: log(),
      [`${SID}.jsonl.orphaned-1700000000000`]: log(),
      'full.jsonl': log(),
      'rollout.jsonl': ROLLOUT,
      'strange.jsonl': '{"moon":"full"}\n',
      'empty.jsonl': '',
      'notes.md': '# notes',
      'session.json': '{}',
      'node_modules/x.jsonl': log(),
      '.git/x.jsonl': log(),
    });
    expect(await found(folder)).toEqual({
      [`${SID}.jsonl`]: ['claude-code', SID, 'main'],
      [`${SID}/subagents/agent-a9.jsonl`]: ['claude-code', SID, 'a9'],
      [`${SID}/subagents/agent-a9.meta.json`]: 'side: agent-meta',
      [`${SID}/custom-title.json`]: 'side: custom-title',
      [`${SID}/workflows/wf_1-a.json`]: 'side: workflow-snapshot',
      [`${SID}.jsonl.backup`]: 'skipped: set aside by Claude Code',
      [`${SID}.jsonl.orphaned-1700000000000`]: 'skipped: set aside by Claude Code',
      'full.jsonl': ['claude-code', SID, 'main'],
      'rollout.jsonl': ['codex', '019c0000-0000-7000-8000-000000000001', 'main'],
      'strange.jsonl': 'unclaimed',
      'empty.jsonl': 'unclaimed',
    });
  });

  it('takes a file that its path gives away, even when it says nothing yet, and no other', async () => {
    const folder = folderWith({ [`${SID}/subagents/agent-a9.jsonl`]: '', 'agent-b.jsonl': '' });
    expect(await found(folder)).toEqual({
      [`${SID}/subagents/agent-a9.jsonl`]: ['claude-code', SID, 'a9'],
      'agent-b.jsonl': 'skipped: nothing in it yet',
    });
  });

  it('knows size, time and the beginning of each log', async () => {
    const text = log();
    const { logs } = await discover([folderWith({ 'x.jsonl': text })]);
    expect(logs).toMatchObject([
      {
        bytes: text.length,
        identity: { startedAt: Date.UTC(2026, 2, 1, 9, 0, 1), lineage: '2026-03-01T09:00:01.000Z' },
      },
    ]);
    expect(Math.abs((logs[0]?.modifiedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('finds the owner behind a long beginning of state records, but not for ever', async () => {
    const state = `${JSON.stringify({ type: 'mode', mode: 'normal' })}\n`;
    const folder = folderWith({
      'late.jsonl': state.repeat(150) + log(),
      'never.jsonl': '{"x":1}\n'.repeat(300) + log(),
    });
    expect(await found(folder)).toEqual({ 'late.jsonl': ['claude-code', SID, 'main'], 'never.jsonl': 'unclaimed' });
  });

  it('reads compressed logs, and notices what only claims to be one', async () => {
    const folder = folderWith({
      [`${SID}.jsonl.zst`]: zstd(log()),
      'open.jsonl.zst': zstd(log(), { isOpen: true }),
      'fake.jsonl.zst': 'hello, this is no zstd',
    });
    expect(await found(folder)).toEqual({
      [`${SID}.jsonl.zst`]: ['claude-code', SID, 'main'],
      'open.jsonl.zst': ['claude-code', SID, 'main'],
      'fake.jsonl.zst': `unreadable: ${join(folder, 'fake.jsonl.zst')} is not zstd-compressed, or is damaged.`,
    });
  });

  it('does not follow links, in circles or out of itself', async () => {
    const outside = folderWith({ 'secret.jsonl': log() });
    const folder = folderWith({ 'x.jsonl': log() });
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'link.jsonl'));
    symlinkSync('/nowhere/at/all', join(folder, 'dangling.jsonl'));
    expect(Object.keys(await found(folder))).toEqual(['x.jsonl']);
  });

  it('passes by pipes, and says so', async () => {
    const folder = folderWith({ 'x.jsonl': log() });
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    const { 'x.jsonl': _, ...others } = await found(folder);
    expect(others).toEqual({ 'pipe.jsonl': 'unreadable: not a regular file' });
  });

  it('takes names with any characters', async () => {
    const names = ['梨 🍐.jsonl', 'a\u001b[31mb.jsonl', ' .jsonl', '-x.jsonl', 'it\'s "odd".jsonl'];
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, log()])));
    expect(Object.keys(await found(folder)).toSorted()).toEqual(names.toSorted());
  });

  it('notes what it may not read, and reads the rest', async () => {
    const folder = folderWith({ 'x.jsonl': log(), 'shut.jsonl': log(), 'door/y.jsonl': log() });
    chmodSync(join(folder, 'shut.jsonl'), 0);
    chmodSync(join(folder, 'door'), 0);
    expect(await asNobody(folder, () => found(folder))).toEqual({
      'x.jsonl': ['claude-code', SID, 'main'],
      'shut.jsonl': 'unreadable: EACCES',
      door: 'unreadable: EACCES',
    });
    chmodSync(join(folder, 'door'), 0o755);
  });
});

describe('paths that a person names', () => {
  it('files are looked at whatever they are called', async () => {
    const folder = folderWith({ 'log.txt': log(), 'x.jsonl.backup': log(), bare: log(), 'words.txt': 'words' });
    const paths = ['log.txt', 'x.jsonl.backup', 'bare', 'words.txt'].map((name) => join(folder, name));
    expect(await found(folder, paths)).toEqual({
      'log.txt': ['claude-code', SID, 'main'],
      'x.jsonl.backup': ['claude-code', SID, 'main'],
      bare: ['claude-code', SID, 'main'],
      'words.txt': 'unclaimed',
    });
  });

  it('links are followed when they are named', async () => {
    const folder = folderWith({ 'real/x.jsonl': log() });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(Object.keys(await found(folder, [join(folder, 'link')]))).toEqual(['link/x.jsonl']);
  });

  it('are each taken once, however often they are named', async () => {
    const folder = folderWith({ 'a/x.jsonl': log() });
    const { logs } = await discover([
      folder,
      join(folder, 'a'),
      join(folder, 'a/x.jsonl'),
      join(folder, 'a/../a/x.jsonl'),
    ]);
    expect(logs).toHaveLength(1);
  });

  it('that lead nowhere are an error', async () => {
    expect(await trouble(['/nowhere/at/all'])).toEqual({
      code: 'path-not-found',
      message: 'There is nothing at /nowhere/at/all.',
      hint: 'Check the path.',
    });
    const folder = folderWith({ 'x.jsonl': log() });
    expect(await trouble([folder, join(folder, 'gone.jsonl')])).toMatchObject({ code: 'path-not-found' });
  });

  it('that are pipes or devices are an error at once', async () => {
    const pipe = join(folderWith({ x: '' }), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await trouble([pipe])).toEqual({
      code: 'path-unreadable',
      message: `${pipe} is neither a file nor a folder.`,
      hint: 'Save what comes out of a pipe to a file first.',
    });
    expect(await trouble(['/dev/null'])).toMatchObject({ code: 'path-unreadable' });
  });

  it('that are damaged are an error', async () => {
    const path = join(folderWith({ 'x.jsonl.zst': 'nothing but plain words in here' }), 'x.jsonl.zst');
    expect(await trouble([path])).toMatchObject({
      code: 'path-unreadable',
      message: `${path} is not zstd-compressed, or is damaged.`,
    });
  });

  it('that may not be read are an error', async () => {
    const folder = folderWith({ 'x.jsonl': log(), 'door/y.jsonl': log() });
    const [file, door] = [join(folder, 'x.jsonl'), join(folder, 'door')];
    chmodSync(file, 0);
    chmodSync(door, 0);
    expect(await asNobody(folder, () => trouble([file]))).toEqual({
      code: 'path-unreadable',
      message: `${file} cannot be read (EACCES).`,
      hint: 'Check its read permissions.',
    });
    expect(await asNobody(folder, () => trouble([door]))).toEqual({
      code: 'path-unreadable',
      message: `The folder ${door} cannot be read (EACCES).`,
      hint: 'Check its read permissions.',
    });
    chmodSync(door, 0o755);
  });

  it('an empty folder holds nothing', async () => {
    const folder = folderWith({ x: '' });
    rmSync(join(folder, 'x'));
    mkdirSync(join(folder, 'deep/down'), { recursive: true });
    expect(await discover([folder])).toEqual({ logs: [], sides: [], unclaimed: [], skipped: [], unreadable: [] });
    expect(await discover([])).toEqual({ logs: [], sides: [], unclaimed: [], skipped: [], unreadable: [] });
  });
});
