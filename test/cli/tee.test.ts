// Tests `toolscope tee` and `inspect -` as they ship, in real pipes: bytes pass unchanged and at once, even if recording fails.

import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf, sampleExec, sampleRun } from '../support/headless-run.ts';
import { buildProgram, PROGRAM, shell } from '../support/program.ts';

beforeAll(buildProgram, 300_000);

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-tee-'));
}

function withoutTimes(text: string): string {
  return text.replace(/,"@received":"[^"]{24}"(?:,"@held":\d+)?/g, '');
}

function startTee(...args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [PROGRAM, 'tee', ...args]);
}

async function firstOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return chunk.toString();
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<{ status: number | null; said: string }> {
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

const ONE = '{"type":"thread.started","thread_id":"t-1"}\n';

describe('toolscope tee', () => {
  it('passes everything on unchanged, and records each line with its time', async () => {
    const dir = folder();
    const text = linesOf(sampleExec());
    writeFileSync(join(dir, 'in'), text);
    const { status, stdout, stderr } = await shell(`cat in | toolscope tee run.jsonl`, { cwd: dir });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(text);
    const recorded = readFileSync(join(dir, 'run.jsonl'), 'utf8');
    expect(recorded).not.toBe(text);
    expect(withoutTimes(recorded)).toBe(text);
    expect(statSync(join(dir, 'run.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('a line is passed on, and recorded, before the next one comes', async () => {
    const path = join(folder(), 'run.jsonl');
    const child = startTee(path);
    const end = endOf(child);
    child.stdin.write(ONE);
    expect(await firstOf(child)).toBe(ONE);
    child.stdin.write('{"type":"turn.started"}\n');
    expect(await firstOf(child)).toBe('{"type":"turn.started"}\n');
    // What was passed on second was read after the first had been recorded.
    expect(withoutTimes(readFileSync(path, 'utf8'))).toContain(ONE);
    child.stdin.end();
    expect(await end).toEqual({ status: 0, said: '' });
  });

  it('adds to a file with -a, and replaces it without', async () => {
    const dir = folder();
    const line = `printf '{"a":1}\\n' | toolscope tee`;
    await shell(`${line} x.jsonl && ${line} -a x.jsonl && ${line} y.jsonl && ${line} y.jsonl`, { cwd: dir });
    expect(withoutTimes(readFileSync(join(dir, 'x.jsonl'), 'utf8'))).toBe('{"a":1}\n{"a":1}\n');
    expect(withoutTimes(readFileSync(join(dir, 'y.jsonl'), 'utf8'))).toBe('{"a":1}\n');
  });

  it('goes on recording when no one reads on', async () => {
    const dir = folder();
    const text = '{"n":1}\n'.repeat(200_000);
    writeFileSync(join(dir, 'in'), text);
    const { status, stdout } = await shell('set -o pipefail; cat in | toolscope tee run.jsonl | head -n 1', {
      cwd: dir,
    });
    expect([status, stdout]).toEqual([0, '{"n":1}\n']);
    expect(withoutTimes(readFileSync(join(dir, 'run.jsonl'), 'utf8'))).toBe(text);
  });

  it.runIf(existsSync('/dev/full'))('goes on passing on when the disk is full, and says so once', async () => {
    const dir = folder();
    const text = '{"n":1}\n'.repeat(100_000);
    writeFileSync(join(dir, 'in'), text);
    const { status, stdout, stderr } = await shell('cat in | toolscope tee /dev/full', { cwd: dir });
    expect(stdout).toBe(text);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^toolscope: \/dev\/full cannot be written \(ENOSPC[^\n]*\n(?:[^\n]*recorded\.\n)?$/);
    const nowhere = await shell('cat in | toolscope tee no/such/place', { cwd: dir });
    expect(nowhere.status).toBe(3);
    expect(nowhere.stdout).toBe(text);
    expect(nowhere.stderr).toContain('no longer recorded');
  });

  it('an interrupt is the agent’s: its last words are recorded', async () => {
    const path = join(folder(), 'run.jsonl');
    const child = startTee(path);
    const end = endOf(child);
    child.stdin.write(ONE);
    await firstOf(child);
    child.kill('SIGINT');
    child.stdin.write('{"type":"turn.failed"}\n');
    expect(await firstOf(child)).toBe('{"type":"turn.failed"}\n');
    child.stdin.end();
    expect(await end).toEqual({ status: 0, said: '' });
    expect(withoutTimes(readFileSync(path, 'utf8'))).toBe(`${ONE}{"type":"turn.failed"}\n`);
  });

  it('reads no faster than it is read', async () => {
    const child = startTee(join(folder(), 'run.jsonl'));
    const end = endOf(child);
    child.stdout.pause();
    const block = Buffer.from(`{"n":"${'x'.repeat(1000)}"}\n`.repeat(1000));
    // Pipes hold some, and streams a little more: none of them holds 64 blocks.
    let blocks = 0;
    const isFull = new Promise<void>((resolve) => {
      const more = (): void => {
        if (blocks++ < 64 && child.stdin.write(block, (error) => error == null && more())) return;
        if (blocks >= 64) resolve();
      };
      more();
    });
    // Long enough for one without backpressure; a slow one cannot be distinguished from one with it.
    const aWhile = new Promise<string>((resolve) => setTimeout(() => resolve('held back'), 500));
    expect(await Promise.race([isFull.then(() => 'all taken'), aWhile])).toBe('held back');
    child.stdout.resume();
    await isFull;
    child.stdin.end();
    expect((await end).status).toBe(0);
  });

  it('says where lines may have waited to be read', async () => {
    const dir = folder();
    // More than pipes hold, for a reader that begins late.
    writeFileSync(join(dir, 'in'), `{"n":"${'x'.repeat(1000)}"}\n`.repeat(2000));
    const late = 'until [ -s run.jsonl ]; do sleep 0.05; done; sleep 0.5; cat > /dev/null';
    await shell(`cat in | toolscope tee run.jsonl | (${late})`, { cwd: dir });
    const lines = readFileSync(join(dir, 'run.jsonl'), 'utf8').split('\n').slice(0, -1);
    const held = lines.map((line) => (JSON.parse(line) as { '@held'?: number })['@held'] ?? 0);
    expect(held[0]).toBe(0);
    expect(Math.max(...held)).toBeGreaterThan(100);
  });

  it.skipIf(process.platform === 'win32')('passes on what comes when it is given a pipe, read or not', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const reader of ['', `cat '${pipe}' > /dev/null & `]) {
      const { status, stdout, stderr } = await shell(
        `${reader}echo '{}' | toolscope tee '${pipe}'; s=$?; kill $! 2>/dev/null; exit $s`,
      );
      expect([status, stdout]).toEqual([3, '{}\n']);
      expect(stderr).toContain('is passed on, and no longer recorded');
    }
  });

  it('needs one file', async () => {
    const { status, stderr } = await shell('toolscope tee < /dev/null', { cwd: folder() });
    expect([status, stderr]).toEqual([2, 'toolscope: tee needs one file. See toolscope tee --help.\n']);
  });
});

describe('toolscope inspect -', () => {
  it('calls what is no log by the name it was given', async () => {
    const { status, stderr } = await shell('echo pears | toolscope inspect -', { cwd: folder() });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^toolscope: Standard input is not a session log/)]);
  });

  it.each([
    ['claude, lines', linesOf(sampleRun().records), 5],
    ['claude, one list', JSON.stringify(sampleRun().records), 5],
    ['codex', linesOf(sampleExec()), 8],
  ])('%s', async (_name, text, calls) => {
    const dir = folder();
    writeFileSync(join(dir, 'in'), text);
    const { status, stdout, stderr } = await shell('cat in | toolscope inspect - --json', { cwd: dir });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, -1)).toHaveLength(calls);
  });

  it('its end is the end: no call goes on', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'in'), linesOf(sampleExec().slice(0, 4)));
    const { stdout } = await shell('toolscope inspect - --json < in', { cwd: dir });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'lost' });
  });

  it('live through tee', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'in'), linesOf(sampleRun().records));
    const { stdout } = await shell('cat in | toolscope tee run.jsonl | toolscope inspect - --ledger', { cwd: dir });
    expect(stdout).toContain('5 calls');
    const again = await shell('toolscope inspect run.jsonl --json', { cwd: dir });
    expect(again.stdout.split('\n').slice(0, -1)).toHaveLength(5);
  });

  it('says that nothing there is a log', async () => {
    const { status, stderr } = await shell('echo pears | toolscope inspect -', { cwd: folder() });
    expect(status).toBe(1);
    expect(stderr).toContain('is not a session log of an agent Toolscope knows');
  });
});
