// Tests that docs/rap.md works: its commands are run as written, and give the documented output.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildProgram, PROGRAM, run } from '../support/program.ts';
import { afterwards, send, tempFolder, until } from './harness.ts';

const ROOT = resolve(import.meta.dirname, '../..');

beforeAll(buildProgram, 120_000);

interface Block {
  readonly info: string;
  readonly text: string;
}

function blocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\S+(?: \S+)?)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({
    info,
    text,
  }));
}

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Numbers and times that differ from run to run. */
function settled(text: string): string {
  return text.replace(/"(seq|at|next|number|bytes)":(\d+|"[^"]*")/g, '"$1":0').trim();
}

test('the commands of docs/rap.md', { timeout: 300_000 }, async () => {
  const [runtimePort, toolPort] = [await freePort(), await freePort()];
  const local = (text: string): string =>
    text.replaceAll('7270', String(runtimePort)).replaceAll('9000', String(toolPort));
  // Inside the package, so that it can import itself by its own name.
  mkdirSync(join(ROOT, '.toolscope'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.toolscope', 'docs-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, TOOLSCOPE_HOME: tempFolder(), TOOLSCOPE_RAP_TOKEN: '' };
  const prelude = `set -e\nset -o pipefail\ntoolscope() { "${process.execPath}" "${PROGRAM}" "$@"; }\n`;
  const children: ChildProcess[] = [];
  afterwards(async () => {
    for (const child of children) {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });

  let carried = '';
  let pending: string | undefined;
  let compared = 0;
  for (const { info, text } of blocks(readFileSync(join(ROOT, 'docs/rap.md'), 'utf8'))) {
    if (info === 'js tool.mjs') writeFileSync(join(folder, 'tool.mjs'), local(text));
    else if (info === 'sh background') {
      const line = local(text).replace('toolscope rap serve', `toolscope rap serve --port ${runtimePort}`);
      const child = spawn('bash', ['-c', `${prelude}${line}`], { cwd: folder, env, stdio: 'ignore', detached: true });
      children.push(child);
      const url = line.includes('serve')
        ? `http://127.0.0.1:${runtimePort}/rap/v1/threads`
        : `http://127.0.0.1:${toolPort}/.well-known/rap-toolset`;
      await until(
        () =>
          send(url)
            .then(({ status }) => status === 200)
            .catch(() => false),
        60_000,
      );
    } else if (info === 'sh') {
      // Variables of earlier blocks live on, as in a terminal.
      const { status, stdout, stderr } = await run('bash', ['-c', `${prelude}${carried}\n${local(text)}`], {
        cwd: folder,
        env,
      });
      expect([text, status, stderr]).toEqual([text, 0, '']);
      carried = [...text.matchAll(/^CALLBACK=.*$/gm)].at(-1)?.[0] ?? carried;
      pending = stdout;
    } else if ((info === 'json' || info === 'text') && pending !== undefined) {
      expect(settled(pending)).toBe(settled(local(text)));
      pending = undefined;
      compared++;
    }
  }
  expect(compared).toBe(8);
});

test('every status of the table is one the code knows', () => {
  const markdown = readFileSync(join(ROOT, 'docs/rap.md'), 'utf8');
  for (const status of [200, 400, 401, 404, 405, 409, 410, 413, 415, 429, 503])
    expect(markdown).toMatch(new RegExp(`^\\| .*${status}.* \\|`, 'm'));
});
