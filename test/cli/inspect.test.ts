// Tests `toolscope inspect` as a user runs it: the built program, its output on both streams, and its exit status.

import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cells } from '../../src/cli/table.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, type Outcome, type RunOptions, shell, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };
const NOBODY = 65_534;
/** Everything a terminal could take for a command, except line ends. */
const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f]/;

beforeAll(buildProgram, 120_000);

// Starting the program costs more than its work here: repeated command lines are run once.
const asked = new Map<string, Promise<Outcome>>();
function ask(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const key = JSON.stringify([args, options]);
  const known = asked.get(key) ?? toolscope(args, options);
  asked.set(key, known);
  return known;
}

function lines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function records(text: string): Record<string, unknown>[] {
  return lines(text).map((line): Record<string, unknown> => JSON.parse(line));
}

/** A session with a bit of everything, a title, and a workflow that ended in a side file. */
function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', 'Bash', { command: 'make pears' }, 'msg_1');
  log.call('toolu_b', 'Read', { file_path: '/home/dev/orchard/梨園.md' }, 'msg_1');
  log.result('toolu_a', 'Exit code 2\nno pears', { isError: true, structured: 'Error: Exit code 2\nno pears' });
  log.result('toolu_b', '1→x', {
    structured: {
      type: 'text',
      file: { filePath: '/home/dev/orchard/梨園.md', content: 'x', numLines: 1, startLine: 1, totalLines: 1 },
    },
  });
  log.call('toolu_c', 'Edit', { file_path: '/home/dev/orchard/x', old_string: 'a', new_string: 'b' });
  log.result('toolu_c', "The user doesn't want to proceed with this tool use. The tool use was rejected.", {
    isError: true,
    structured: 'User rejected tool use',
  });
  log.call('toolu_d', 'Bash', { command: 'echo ✅✅ ⚡ 🍐 done' });
  log.result('toolu_d', 'x', { isError: false, structured: OUT });
  log.call('toolu_w', 'Workflow', { name: 'sweep' });
  log.result('toolu_w', 'launched', {
    structured: { status: 'async_launched', taskId: 'w1', runId: 'wf_1-a', workflowName: 'sweep' },
  });
  log.call('toolu_e', 'mcp__orchard__count_all_the_pears', { tree: 'old' });
  log.raw({ type: 'mode', mode: 'normal', sessionId: SID });
  log.raw({ type: 'moon-phase', sessionId: SID });
  return folderWith({
    [`${SID}.jsonl`]: `${log.text()}oops\n`,
    [`${SID}/custom-title.json`]: '{"customTitle":"Pears"}',
    [`${SID}/workflows/wf_1-a.json`]:
      '{"runId":"wf_1-a","taskId":"w1","status":"completed","startTime":1772355610000,"durationMs":4000}',
  });
}

const ORCHARD = orchard();

/** A log whose tool names, ids, inputs and types contain instructions. */
function hostile(): string {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2028\r\nX';
  const log = new ClaudeLog(SID, { cwd: `/home/${evil}` });
  log.raw({ type: 'ai-title', aiTitle: evil, sessionId: SID });
  log.raw({ type: `type${evil}`, sessionId: SID });
  log.prompt(evil);
  log.call(`id${evil}`, `Tool${evil}`, { command: evil });
  log.result(`id${evil}`, evil, { isError: true, structured: `Error: ${evil}` });
  log.call('toolu_b', 'Bash', { command: evil });
  return folderWith({ [`${SID}.jsonl`]: log.text() });
}

const HOSTILE = hostile();

describe.concurrent('the table', () => {
  it('shows a row per call, a heading per session, and totals', async () => {
    const { status, stdout, stderr } = await ask(['inspect', ORCHARD], { env: { COLUMNS: '120', TZ: 'UTC' } });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [heading, titles, ...rows] = lines(stdout);
    expect(heading).toBe(`claude-code  ${SID}  2026-03-01  Pears`);
    expect(titles?.split(/ {2,}/)).toEqual(['TIME', 'TOOL', 'SUMMARY', 'STATUS', 'DURATION', 'NOTES']);
    expect(rows.slice(0, 6).map((row) => row.split(/ {2,}/).filter((_, i) => i !== 2))).toEqual([
      ['09:00:02', 'Bash', 'error', '≤ 2.00 s', 'checks-failed'],
      ['09:00:03', 'Read', 'ok', '≤ 2.00 s'],
      ['09:00:06', 'Edit', 'rejected', '≤ 1.00 s', 'user-rejected'],
      ['09:00:08', 'Bash', 'ok', '≤ 1.00 s'],
      ['09:00:10', 'Workflow', 'ok', '4.00 s'],
      ['09:00:12', '…rchard__count_all_the_pears', 'lost', 'no-result'],
    ]);
    expect(stdout).toContain('6 calls in 1 session: 3 ok, 1 error, 1 rejected, 1 lost');
    expect(stdout).toContain('1 unexpected failure');
    expect(stdout).toContain('Problems in the logs: 1 invalid-json. See --ledger.');
  });

  it('tells problems that are of no line apart', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('Water the garden');
    log.result('toolu_gone', 'done');
    const { stdout } = await ask(['inspect', folderWith({ 'x.jsonl': log.text() })]);
    expect(stdout).toContain('Problems with calls and sessions: 1 result-without-call.');
    expect(stdout).not.toContain('--ledger');
  });

  it('dates sessions and calls by the same clock', async () => {
    const log = new ClaudeLog(SID).wait(14.5 * 3_600_000);
    log.call('toolu_a', 'Bash', { command: 'late' });
    const { stdout } = await ask(['inspect', folderWith({ 'x.jsonl': log.text() })], {
      env: { TZ: 'Asia/Tokyo' },
    });
    expect(lines(stdout)[0]).toContain('2026-03-02');
    expect(lines(stdout)[2]).toMatch(/^08:30:01 {2}/);
  });

  it.each([60, 80, 200])('fits into %d columns, wide characters and all', async (width) => {
    const { stdout } = await ask(['inspect', ORCHARD], { env: { COLUMNS: String(width) } });
    const table = lines(stdout).slice(1, 8);
    expect(table.filter((line) => cells(line) > width)).toEqual([]);
    // Every status stands in the same cell, also behind pictures and Chinese.
    const column = cells(table[0]?.split('STATUS')[0] ?? '');
    const at = table.slice(1).map((line) => cells(line.split(/(?:error|ok|rejected|lost) {2,}/)[0] ?? ''));
    expect(new Set(at)).toEqual(new Set([column]));
    expect(table.some((line) => line.includes('count_all_the_pears'))).toBe(width >= 80);
  });

  it('of a session without calls says so, and nothing more', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('hello');
    const { stdout, status } = await ask(['inspect', folderWith({ 'x.jsonl': log.text() })]);
    expect({ stdout, status }).toEqual({ stdout: '0 calls in 1 session\n', status: 0 });
  });

  it('tells of files that no agent wrote, on the other stream', async () => {
    const folder = folderWith({
      'x.jsonl': new ClaudeLog(SID).raw({ type: 'mode', sessionId: SID }).text(),
      'strange.jsonl': '{"moon":1}\n',
    });
    const { status, stderr } = await ask(['inspect', folder]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `${join(folder, 'strange.jsonl')}: no agent known to Toolscope wrote this file; left out.\n`,
    });
  });
});

describe.concurrent('--json', () => {
  it('gives every field of every call, each fact with its place', async () => {
    const file = join(ORCHARD, `${SID}.jsonl`);
    const { status, stdout, stderr } = await ask(['inspect', ORCHARD, '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const calls = records(stdout);
    expect(calls.map(({ callId }) => callId)).toEqual([
      'toolu_a',
      'toolu_b',
      'toolu_c',
      'toolu_d',
      'toolu_w',
      'toolu_e',
    ]);
    for (const call of calls) {
      expect(Object.keys(call)).toEqual(
        expect.arrayContaining(
          'agent session thread callId occurrence tool toolId status failure requestedAt endedAt duration result summary parallelGroup parentCall flags copies evidence'.split(
            ' ',
          ),
        ),
      );
    }
    expect(calls[0]).toMatchObject({
      agent: 'claude-code',
      session: SID,
      thread: 'main',
      callId: 'toolu_a',
      occurrence: 1,
      tool: 'Bash',
      toolId: 'shell',
      status: 'error',
      failure: { code: 'checks-failed', blame: 'code', message: expect.any(String) },
      requestedAt: '2026-03-01T09:00:02.000Z',
      endedAt: '2026-03-01T09:00:04.000Z',
      duration: { ms: 2000, basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] },
      result: { kind: 'output', via: 'text' },
      summary: 'make pears',
      parallelGroup: 'msg_1',
      parentCall: null,
      flags: [],
      copies: [],
      evidence: [
        { file, line: 2, offset: expect.any(Number), length: expect.any(Number), role: 'request' },
        { file, line: 4, offset: expect.any(Number), length: expect.any(Number), role: 'result' },
      ],
    });
    expect(calls[4]).toMatchObject({
      evidence: [{ file }, { file }, { file: join(ORCHARD, `${SID}/workflows/wf_1-a.json`), role: 'end' }],
    });
    expect(calls[5]).toMatchObject({ status: 'lost', endedAt: null, duration: null, result: null });
  });
});

describe.concurrent('--ledger', () => {
  it('accounts for every line, in words', async () => {
    const { status, stdout } = await ask(['inspect', ORCHARD, '--ledger']);
    expect(status).toBe(0);
    expect(lines(stdout)).toEqual([
      join(ORCHARD, `${SID}.jsonl`),
      '  15 lines = 13 observed + 1 ignored + 1 problem  (6 calls)',
      '  ignored: state: constant (1)',
      '  problems: invalid-json (1)',
      '  not known yet: moon-phase (1)',
      '',
      '1 file, 15 lines = 13 observed + 1 ignored + 1 problem, 6 calls',
    ]);
  });

  it('and as JSON, with files that no agent wrote', async () => {
    const strange = join(folderWith({ 'strange.jsonl': '{"moon":1}\nx\n\n' }), 'strange.jsonl');
    const { status, stdout } = await ask(['inspect', ORCHARD, strange, '--ledger', '--json']);
    expect(status).toBe(0);
    expect(records(stdout)).toEqual([
      {
        file: join(ORCHARD, `${SID}.jsonl`),
        agent: 'claude-code',
        session: SID,
        lines: 15,
        observed: 13,
        ignored: { 'state: constant': 1 },
        problems: { 'invalid-json': 1 },
        calls: 6,
        unknown: { 'moon-phase': 1 },
        findings: {},
        addsUp: true,
      },
      {
        file: strange,
        agent: null,
        session: null,
        lines: 3,
        observed: 0,
        ignored: { 'blank line': 1 },
        problems: { 'unknown-format': 1, 'invalid-json': 1 },
        calls: 0,
        unknown: {},
        findings: {},
        addsUp: true,
      },
    ]);
  });
});

describe.concurrent('--coverage', () => {
  it('tells per tool how results were understood', async () => {
    const { status, stdout } = await ask(['inspect', ORCHARD, '--coverage']);
    expect(status).toBe(0);
    expect(lines(stdout)[0]).toBe('AGENT        TOOL      CALLS  STRUCTURED  TEXT  RAW  FAILED  UNANSWERED  ODD INPUT');
    expect(lines(stdout)[1]).toBe('claude-code  shell         2           1     1    0       0           0          0');
    const rows = records((await ask(['inspect', ORCHARD, '--coverage', '--json'])).stdout);
    expect(rows[0]).toEqual({
      agent: 'claude-code',
      toolId: 'shell',
      calls: 2,
      structured: 1,
      text: 1,
      raw: 0,
      failed: 0,
      unanswered: 0,
      unexpectedInput: 0,
    });
    expect(rows.map(({ toolId }) => toolId)).toEqual(['shell', 'edit', 'mcp', 'read', 'workflow']);
  });

  it('fits into 60 columns', async () => {
    const { stdout } = await ask(['inspect', ORCHARD, '--coverage'], { env: { COLUMNS: '60' } });
    expect(lines(stdout).filter((line) => cells(line) > 60)).toEqual([]);
  });
});

describe.concurrent('help', () => {
  it.each([[['help']], [['--help']]])('%j tells of all commands', async (args) => {
    const { status, stdout, stderr } = await ask(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Usage: toolscope <command> [options]');
    expect(stdout).toMatch(/^ {2}inspect {2,}Read log files or folders/m);
  });

  it('of the command is the same by every way', async () => {
    const ways = await Promise.all([ask(['inspect', '--help']), ask(['help', 'inspect'])]);
    expect(ways[1]).toEqual(ways[0]);
    expect(ways[0]).toMatchObject({ status: 0, stderr: '' });
    expect(ways[0]?.stdout).toMatch(/^toolscope inspect <file\|folder\|-…> \[options\]\n/);
    for (const option of ['--json', '--ledger', '--coverage', '--help']) expect(ways[0]?.stdout).toContain(option);
  });

  it('--version is a number', async () => {
    expect((await ask(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});

describe.concurrent('trouble', () => {
  async function trouble(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
    const { status, stdout, stderr } = await ask(args, options);
    return { status, stdout, stderr };
  }

  it.each<[string[], number, string]>([
    [['inspekt', 'x'], 2, 'toolscope: There is no command inspekt. Did you mean inspect?\n'],
    [['moon'], 2, 'toolscope: There is no command moon. See toolscope --help.\n'],
    [['inspect'], 2, 'toolscope: inspect needs a file or a folder. See toolscope inspect --help.\n'],
    [['inspect', 'x', '--jsn'], 2, 'toolscope: There is no option --jsn. Did you mean --json?\n'],
    [['inspect', 'x', '-x'], 2, 'toolscope: There is no option -x. See toolscope inspect --help.\n'],
    [['inspect', 'x', '--filter'], 2, 'toolscope: --filter needs a value. See toolscope inspect --help.\n'],
    [
      ['ls', '--limit', '-3'],
      2,
      'toolscope: --limit needs a value. Write --limit=-… for a value that begins with a dash.\n',
    ],
    [['ls', '--json=yes'], 2, 'toolscope: --json takes no value. See toolscope ls --help.\n'],
    [['index', 'logs'], 2, 'toolscope: index takes options only. Name a folder of logs with --root.\n'],
    [['schema', '--lst'], 2, 'toolscope: There is no option --lst. See toolscope schema --help.\n'],
    [['inspect', '/nowhere/at/all'], 2, 'toolscope: There is nothing at /nowhere/at/all. Check the path.\n'],
  ])('toolscope %j: exit %d', async (args, status, stderr) => {
    expect(await trouble(args)).toEqual({ status, stdout: '', stderr });
  });

  it('a folder without logs', async () => {
    const folder = folderWith({ 'notes.md': '#' });
    expect(await trouble(['inspect', folder])).toEqual({
      status: 1,
      stdout: '',
      stderr: `toolscope: No session logs in ${folder}. See docs/agents.md for the agents whose logs it reads.\n`,
    });
  });

  it('a file of bytes', async () => {
    const file = join(folderWith({ 'x.bin': Uint8Array.from({ length: 4096 }, (_, i) => (i * 89) % 256) }), 'x.bin');
    expect(await trouble(['inspect', file])).toEqual({
      status: 1,
      stdout: '',
      stderr: `toolscope: ${file} is not a session log of an agent Toolscope knows. See docs/agents.md for those it knows. --ledger counts its lines all the same.\n`,
    });
    const { status, stdout } = await ask(['inspect', file, '--ledger', '--json']);
    expect(status).toBe(0);
    expect(records(stdout)).toMatchObject([{ file, agent: null, observed: 0, addsUp: true }]);
  });

  it('a pipe is refused, not waited for', async () => {
    const { status, stderr } = await shell('toolscope inspect <(echo)');
    expect(status).toBe(2);
    expect(stderr).toMatch(/is neither a file nor a folder\. Save what comes out of a pipe to a file first\.\n$/);
  });
});

describe.concurrent('what may not be read', () => {
  it('named: an error; met in a folder: a note, and the rest is read', async ({ skip }) => {
    const uid = process.getuid?.() === 0 ? NOBODY : undefined;
    const options = uid === undefined ? {} : { uid };
    if ((await ask(['--version'], { ...options, cwd: '/' })).status !== 0) skip('the program itself is out of reach');
    const log = new ClaudeLog(SID);
    log.call('toolu_a', 'Bash', { command: 'x' });
    const folder = folderWith({ 'x.jsonl': log.text(), 'shut.jsonl': log.text() });
    mkdirSync(join(folder, 'door'));
    const [shut, door] = [join(folder, 'shut.jsonl'), join(folder, 'door')];
    chmodSync(folder, 0o755);
    chmodSync(shut, 0);
    chmodSync(door, 0);
    expect(await ask(['inspect', shut], { ...options, cwd: '/' })).toEqual({
      status: 2,
      stdout: '',
      stderr: `toolscope: ${shut} cannot be read (EACCES). Check its read permissions.\n`,
    });
    const whole = await ask(['inspect', folder], { ...options, cwd: '/' });
    expect([whole.status, whole.stderr]).toEqual([
      0,
      `toolscope: ${door} cannot be read (EACCES); left out.\ntoolscope: ${shut} cannot be read (EACCES); left out.\n`,
    ]);
    expect(whole.stdout).toContain('1 call in 1 session');
    chmodSync(door, 0o755);
  });
});

describe.concurrent('streams', () => {
  function long(): string {
    const log = new ClaudeLog(SID);
    for (let i = 0; i < 3000; i++) log.call(`toolu_${i}`, 'Bash', { command: `echo ${i} ${'x'.repeat(60)}` });
    return folderWith({ 'x.jsonl': log.text() });
  }

  it.each(['', '--json', '--ledger'])('a reader that leaves ends it quietly: %s', async (option) => {
    const { status, stdout, stderr } = await shell(
      `toolscope inspect "$LOGS" ${option} | head -1; echo "\${PIPESTATUS[0]}"`,
      { env: { LOGS: long() } },
    );
    expect({ status, stderr, lines: lines(stdout).length }).toEqual({ status: 0, stderr: '', lines: 2 });
    expect(lines(stdout)[1]).toBe('0');
  });

  it('a reader of the notes that leaves does not change the exit status', async () => {
    const line = 'exec 3>&1; (toolscope inspect /nowhere/at/all; echo "$?" >&3) 2>&1 >/dev/null | true';
    expect(await shell(line)).toEqual({ status: 0, stdout: '2\n', stderr: '' });
  });

  it.runIf(existsSync('/dev/full'))('a full disk is an error, also when only the last line meets it', async () => {
    const { status, stderr } = await shell('toolscope schema > /dev/full');
    expect([status, stderr]).toEqual([3, expect.stringContaining('toolscope: cannot write: ENOSPC')]);
  });

  it('colours are for terminals, unless they are asked for or forbidden', async () => {
    const coloured = async (env: Record<string, string>): Promise<boolean> =>
      (await ask(['inspect', ORCHARD], { env })).stdout.includes('\u001b[');
    expect(
      await Promise.all([
        coloured({}),
        coloured({ FORCE_COLOR: '1' }),
        coloured({ NO_COLOR: '1' }),
        coloured({ FORCE_COLOR: '1', NO_COLOR: '1' }),
      ]),
    ).toEqual([false, true, false, false]);
  });

  it('colours change no words', async () => {
    const [plain, painted] = await Promise.all([
      ask(['inspect', ORCHARD]),
      ask(['inspect', ORCHARD], { env: { FORCE_COLOR: '1' } }),
    ]);
    const words = (text: string): string[] => lines(text.replace(/\u001b\[\d+m/g, '')).map((line) => line.trimEnd());
    expect(words(painted.stdout)).toEqual(words(plain.stdout));
  });
});

describe.concurrent('hostile logs', () => {
  it.each([[[]], [['--json']], [['--ledger']], [['--ledger', '--json']], [['--coverage']]])(
    'reach the terminal as harmless text: %j',
    async (args) => {
      const { status, stdout, stderr } = await ask(['inspect', HOSTILE, ...args]);
      expect(status).toBe(0);
      expect(CONTROLS.exec(`${stdout}${stderr}`)).toBeNull();
      if (args.includes('--json')) expect(records(stdout).length).toBeGreaterThan(0);
    },
  );

  it('keep their data whole in JSON', async () => {
    const [first] = records((await ask(['inspect', HOSTILE, '--json'])).stdout);
    expect(first?.['tool']).toBe('Tool\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2028\r\nX');
  });

  it('names of files, too', async () => {
    const name = 'a\u001b[31m\u001b]0;owned\u0007b.jsonl';
    const folder = folderWith({ [name]: '{"moon":1}\n' });
    for (const args of [[], ['--ledger'], ['--ledger', '--json']]) {
      const { stdout, stderr } = await ask(['inspect', folder, ...args]);
      expect(CONTROLS.exec(`${stdout}${stderr}`)).toBeNull();
    }
    const missing = await ask(['inspect', join(folder, `${name}x`)]);
    expect(CONTROLS.exec(missing.stderr)).toBeNull();
  });
});
