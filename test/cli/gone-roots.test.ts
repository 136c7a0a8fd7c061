// Tests that sessions stay when the folder of their logs is gone: listed, found, shown, and rebuilt from the archive; and that
// a folder that may not be read costs no others.

import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { elsewhere, placesElsewhere } from '../support/elsewhere.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';

beforeAll(buildProgram, 300_000);

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('count the quinces');
  log.call('toolu_a', 'Bash', { command: 'make quinces' });
  log.result('toolu_a', 'done', { isError: false });
  return folderWith({ [`projects/-home-dev-orchard/${SID}.jsonl`]: log.text() });
}

function sessionIn({ stdout }: Outcome): unknown {
  return JSON.parse(stdout.split('\n')[0] ?? '').id;
}

it('answers from the index and the archive when the agents own folder is gone', async () => {
  const folder = orchard();
  const home = newFolder();
  const env = {
    ...elsewhere(),
    CLAUDE_CONFIG_DIR: folder,
    TOOLSCOPE_HOME: home,
    TOOLSCOPE_ROOTS: '',
  };
  expect(await toolscope(['index'], { env })).toMatchObject({ status: 0 });
  rmSync(folder, { recursive: true });
  expect(sessionIn(await toolscope(['ls', '--json'], { env }))).toBe(SID);
  expect(await toolscope(['search', 'quinces', '--json'], { env })).toMatchObject({ status: 0 });
  expect(await toolscope(['show', SID], { env })).toMatchObject({ status: 0 });
  expect(await toolscope(['index', '--rebuild'], { env })).toMatchObject({ status: 0 });
  expect(sessionIn(await toolscope(['ls', '--json'], { env }))).toBe(SID);
}, 240_000);

it('answers for a place that was named and is gone, and refuses one that never was', async () => {
  const folder = orchard();
  const env = { TOOLSCOPE_HOME: newFolder() };
  expect(await toolscope(['index', '--root', folder], { env })).toMatchObject({ status: 0 });
  rmSync(folder, { recursive: true });
  expect(sessionIn(await toolscope(['ls', '--json', '--root', folder], { env }))).toBe(SID);
  const never = await toolscope(['ls', '--root', join(folder, 'elsewhere')], { env });
  expect(never).toMatchObject({ status: 2, stdout: '' });
  expect(never.stderr).toContain('There is nothing at');
}, 240_000);

it('says that there are no logs where nothing is and nothing was, and makes nothing', async () => {
  const home = join(newFolder(), 'data');
  const env = {
    ...elsewhere(),
    TOOLSCOPE_HOME: home,
    TOOLSCOPE_ROOTS: '',
  };
  const places = placesElsewhere({});
  const { status, stderr } = await toolscope(['ls'], { env });
  expect(status).toBe(1);
  expect(stderr).toBe(
    `toolscope: There are no logs in the ${places.length} places where agents keep their logs (toolscope doctor lists them). ` +
      'Name the folder that holds them with --root; toolscope --demo shows made-up ones.\n',
  );
  expect(existsSync(home)).toBe(false);
}, 120_000);

it('says where there are no sessions, rather than that none match', async () => {
  const folder = newFolder();
  const env = { TOOLSCOPE_HOME: newFolder() };
  const { status, stderr } = await toolscope(['ls', '--root', folder], { env });
  expect([status, stderr]).toEqual([1, `toolscope: there are no sessions in ${folder}.\n`]);
}, 120_000);

const NOBODY = 65_534;

it('leaves out an own folder of an agent that may not be read, and refuses one that was named', async ({ skip }) => {
  const isRoot = process.getuid?.() === 0;
  const who = isRoot ? { uid: NOBODY, cwd: '/' } : { cwd: '/' };
  if ((await toolscope(['--version'], who)).status !== 0) skip('the program itself is out of reach');
  const [folder, home] = [orchard(), newFolder()];
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  const shut = join(folder, 'codex/sessions');
  mkdirSync(shut, { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(shut, 0);
  const env = {
    ...elsewhere(),
    CLAUDE_CONFIG_DIR: folder,
    CODEX_HOME: join(folder, 'codex'),
    TOOLSCOPE_HOME: home,
    TOOLSCOPE_ROOTS: '',
  };
  const listed = await toolscope(['ls', '--json'], { ...who, env });
  expect([listed.status, listed.stderr]).toEqual([0, `toolscope: ${shut} cannot be read (EACCES); left out.\n`]);
  expect(sessionIn(listed)).toBe(SID);
  expect(await toolscope(['ls', '--root', shut], { ...who, env })).toEqual({
    status: 2,
    stdout: '',
    stderr: `toolscope: The folder ${shut} cannot be read (EACCES). Check its read permissions.\n`,
  });
  chmodSync(shut, 0o755);
}, 240_000);
