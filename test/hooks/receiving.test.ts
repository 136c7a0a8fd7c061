// Tests the hook itself: it always exits with 0 and prints nothing, keeps only whole lines, and notes what went wrong.

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendLine } from '../../src/hooks/append-line.ts';
import { noteTrouble, readTrouble } from '../../src/hooks/hook-errors.ts';
import { wordsOf } from '../../src/hooks/hook-input.ts';
import { LINE_LIMIT } from '../../src/hooks/hook-line.ts';
import { inboxFolder, inboxPath, spoolFolder } from '../../src/hooks/inbox.ts';
import { receiveHook } from '../../src/hooks/receive-hook.ts';
import { shellHook } from '../../src/hooks/shell-hook.ts';
import { drainSpool, keepDrained } from '../../src/hooks/spool.ts';
import { folderWith, type Json } from '../support/claude-log.ts';
import { buildProgram, type Outcome, PROGRAM } from '../support/program.ts';

function words(fields: Json = {}): Json {
  return {
    session_id: 'session-1',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    ...fields,
  };
}

/** Starts a program with something on its standard input. */
function fed(
  program: string,
  args: readonly string[],
  input: string | Buffer,
  env: Record<string, string>,
): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (part) => {
      stdout += part;
    });
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    child.on('error', fail);
    child.on('close', (status) => done({ status, stdout, stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function hook(home: string, input: string | Buffer, args: readonly string[] = []): Promise<Outcome> {
  return fed(process.execPath, [PROGRAM, 'hook', ...args], input, { TOOLSCOPE_HOME: home, TMPDIR: home });
}

function linesIn(path: string): { id: string; cut?: { bytes: number }; via: string; agent: string; input: Json }[] {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const QUIET: Outcome = { status: 0, stdout: '', stderr: '' };

beforeAll(buildProgram, 120_000);

describe('toolscope hook', () => {
  it('keeps what it was told, readable for nobody else', async () => {
    const home = folderWith({});
    expect(await hook(home, JSON.stringify(words({ extra: 'ä\n' })), ['--agent', 'claude-code'])).toEqual(QUIET);
    const path = inboxPath(inboxFolder(home), 'claude-code', 'session-1');
    expect(linesIn(path)).toEqual([
      {
        toolscope: 'hook',
        v: 1,
        id: expect.any(String),
        agent: 'claude-code',
        session: 'session-1',
        at: expect.any(Number),
        tookMs: expect.any(Number),
        via: 'command',
        pid: process.pid,
        input: words({ extra: 'ä\n' }),
      },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['no JSON', 'not json', 'not-json'],
    ['nothing', '', 'empty'],
    ['a list', '[1]', 'not-an-object'],
    ['no session', '{"hook_event_name":"Stop"}', 'no-session'],
  ])('swallows %s, and notes it', async (_, input, code) => {
    const home = folderWith({});
    expect(await hook(home, input)).toEqual(QUIET);
    expect(readTrouble(inboxFolder(home)).map((note) => note.code)).toEqual([code]);
  });

  it('swallows a data folder that is none, and a session name that is no name', async () => {
    const home = join(folderWith({ file: 'x' }), 'file');
    expect(await hook(home, JSON.stringify(words()))).toEqual(QUIET);
    const other = folderWith({});
    expect(await hook(other, JSON.stringify(words({ session_id: '../../../etc/passwd' })))).toEqual(QUIET);
    const [name = ''] = readdirSync(join(inboxFolder(other), 'claude-code'));
    expect(name).toMatch(/^other-[a-z0-9]+\.hooks\.jsonl$/);
    expect(linesIn(join(inboxFolder(other), 'claude-code', name))).toHaveLength(1);
  });

  it('keeps what identifies a call when the rest is too much', async () => {
    const home = folderWith({});
    const big = 'x'.repeat(900_000);
    const input = words({ tool_input: { file_path: '/a', content: big }, tool_use_id: 'toolu_big' });
    expect(await hook(home, JSON.stringify(input))).toEqual(QUIET);
    // More than is ever parsed: the id stands at the end, as agents write it.
    const { tool_use_id: id, ...first } = input;
    const huge = `${JSON.stringify({ ...first, tool_input: { content: big.repeat(2), note: '\\"tool_use_id\\":\\"no\\"' } }).slice(0, -1)},"tool_use_id":"${id}"}`;
    expect(await hook(home, huge)).toEqual(QUIET);
    const path = inboxPath(inboxFolder(home), 'claude-code', 'session-1');
    const [cut, tooMuch] = linesIn(path);
    expect(cut?.input).toMatchObject({ tool_use_id: 'toolu_big', tool_input: { file_path: '/a' } });
    expect(cut?.cut?.bytes).toBe(JSON.stringify(input).length);
    expect(tooMuch?.input).toEqual({
      session_id: 'session-1',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 'toolu_big',
    });
    for (const line of readFileSync(path, 'utf8').split('\n')) expect(line.length).toBeLessThan(LINE_LIMIT + 1);
  }, 60_000);

  it('takes what Codex tells, from standard input and as an argument', async () => {
    const home = folderWith({});
    const codex = words({ turn_id: 't1', session_id: 'root', agent_id: 'child' });
    expect(await hook(home, JSON.stringify(codex))).toEqual(QUIET);
    const notice = JSON.stringify({ type: 'agent-turn-complete', 'thread-id': 'root', 'turn-id': 't1' });
    expect(await hook(home, '', ['--agent', 'codex', notice])).toEqual(QUIET);
    const inbox = inboxFolder(home);
    // A subagent's thread is a session of its own.
    expect(linesIn(inboxPath(inbox, 'codex', 'child')).map(({ via }) => via)).toEqual(['command']);
    expect(linesIn(inboxPath(inbox, 'codex', 'root')).map(({ via }) => via)).toEqual(['notify']);
  });
});

describe('many at once', () => {
  it('200 processes write whole lines only', async () => {
    const home = folderWith({});
    const sizes = [10, 5000, 60_000];
    const told = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify(words({ tool_use_id: `toolu_${i}`, pad: 'y'.repeat(sizes[i % 3] ?? 0) })),
    );
    const outcomes = await Promise.all(told.map((input) => hook(home, input, ['--agent', 'claude-code'])));
    expect(outcomes.every(({ status, stdout, stderr }) => status === 0 && stdout + stderr === '')).toBe(true);
    const kept = linesIn(inboxPath(inboxFolder(home), 'claude-code', 'session-1'));
    expect(kept.map(({ input }) => JSON.stringify(input)).sort()).toEqual(told.toSorted());
    expect(new Set(kept.map(({ id }) => id)).size).toBe(200);
  }, 180_000);

  it('200 shell hooks leave whole files, which are filed once', async () => {
    const inbox = inboxFolder(folderWith({}));
    mkdirSync(spoolFolder(inbox), { recursive: true });
    const script = join(inbox, 'toolscope-hook.sh');
    writeFileSync(script, shellHook(spoolFolder(inbox)));
    const told = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify(words({ tool_use_id: `toolu_${i}`, pad: 'y'.repeat(i % 2 === 0 ? 3 : 50_000) })),
    );
    const draining = keepDrained(inbox);
    const outcomes = await Promise.all(told.map((input) => fed('sh', [script, 'claude-code'], input, {})));
    draining.close();
    drainSpool(inbox);
    expect(outcomes.every(({ status, stdout, stderr }) => status === 0 && stdout + stderr === '')).toBe(true);
    expect(readdirSync(spoolFolder(inbox))).toEqual([]);
    const kept = linesIn(inboxPath(inbox, 'claude-code', 'session-1'));
    expect(kept.map(({ input }) => JSON.stringify(input)).sort()).toEqual(told.toSorted());
  }, 60_000);
});

describe('a shell hook', () => {
  it('says nothing where it cannot write, and reads to the end', async () => {
    const folder = folderWith({ file: 'x' });
    const script = join(folder, 'hook.sh');
    writeFileSync(script, shellHook(join(folder, 'file', 'spool')));
    chmodSync(script, 0o700);
    expect(await fed(script, ['claude-code'], 'z'.repeat(1_000_000), {})).toEqual(QUIET);
  });

  it('whose words are no JSON is noted and cleared away', () => {
    const inbox = inboxFolder(folderWith({}));
    mkdirSync(spoolFolder(inbox), { recursive: true });
    writeFileSync(join(spoolFolder(inbox), 'claude-code.12.0.json'), 'nonsense');
    writeFileSync(join(spoolFolder(inbox), 'claude-code.13.0.part'), 'being writ');
    expect(drainSpool(inbox)).toBe(1);
    expect(readdirSync(spoolFolder(inbox))).toEqual(['claude-code.13.0.part']);
    expect(readTrouble(inbox).map(({ code }) => code)).toEqual(['not-json']);
  });
});

describe('receiveHook', () => {
  it('files words from a server, and says where', () => {
    const inbox = inboxFolder(folderWith({}));
    const body = Buffer.from(JSON.stringify(words()));
    const path = inboxPath(inbox, 'claude-code', 'session-1');
    expect(receiveHook(wordsOf(body), { inbox, via: 'http' })).toEqual({ appended: true, path, trouble: null });
    expect(receiveHook(wordsOf(Buffer.from('{')), { inbox, via: 'http' })).toEqual({
      appended: false,
      path: null,
      trouble: 'not-json',
    });
    expect(linesIn(path)).toHaveLength(1);
  });
});

describe('noteTrouble', () => {
  it('keeps the newest notes, and not more than is worth reading', () => {
    const inbox = inboxFolder(folderWith({}));
    const count = 4000;
    for (let at = 0; at < count; at++)
      noteTrouble(inbox, { at, code: 'failed', message: 'x'.repeat(100), agent: null });
    const notes = readTrouble(inbox);
    expect(notes.at(-1)).toEqual({ at: count - 1, code: 'failed', message: 'x'.repeat(100), agent: null });
    expect(notes.length).toBeGreaterThan(1000);
    expect(notes.length).toBeLessThan(count);
    expect(readdirSync(inbox).sort()).toEqual(['trouble.jsonl', 'trouble.old.jsonl']);
  });
});

describe('appendLine', () => {
  it('begins a line of its own after one that was cut short', () => {
    const path = join(folderWith({ torn: '{"half":' }), 'torn');
    appendLine(path, '{"whole":1}');
    appendLine(path, '{"whole":2}');
    expect(readFileSync(path, 'utf8')).toBe('{"half":\n{"whole":1}\n{"whole":2}\n');
  });
});
