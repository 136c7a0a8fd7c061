// Tests hook install, uninstall and status as a user runs them: shown first, asked, backed up, idempotent, refused.

import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hookKey } from '../../src/server/auth/token-file.ts';
import { folderWith } from '../support/claude-log.ts';
import { elsewhere } from '../support/elsewhere.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SETTINGS = `{
  // how it should sound
  "model": "large",
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "bell" } ] } ]
  }
}
`;

interface Place {
  readonly home: string;
  readonly settings: string;
  run(...args: string[]): Promise<Outcome>;
}

function envOf(home: string): Record<string, string> {
  return {
    ...elsewhere(home),
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    CODEX_HOME: join(home, 'codex'),
    TOOLSCOPE_HOME: join(home, 'data'),
  };
}

function place(settings: string | null): Place {
  const home = folderWith(settings === null ? { 'claude/keep': '' } : { 'claude/settings.json': settings });
  const env = envOf(home);
  return {
    home,
    settings: join(home, 'claude', 'settings.json'),
    run: (...args) => toolscope(['hook', ...args], { env, cwd: home }),
  };
}

beforeAll(buildProgram, 120_000);

describe('hook install', () => {
  it('shows the change, makes a backup, keeps the rest, and does nothing twice', async () => {
    const { settings, run, home } = place(SETTINGS);
    const refused = await run('install');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('--yes') });
    expect(refused.stdout).toContain('+     "PreToolUse": [');
    expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
    expect((await run('install', '--yes')).status).toBe(0);
    const installed = readFileSync(settings, 'utf8');
    expect(installed).toContain('// how it should sound\n  "model": "large",');
    expect(installed).toContain('"command": "bell"');
    expect(readFileSync(`${settings}.before-toolscope`, 'utf8')).toBe(SETTINGS);
    expect(existsSync(join(home, 'data', 'hooks', 'toolscope-hook.sh'))).toBe(true);
    expect((await run('install', '--yes')).stdout).toContain('nothing to do');
    expect(readFileSync(settings, 'utf8')).toBe(installed);
    const status = JSON.parse((await run('status', '--json', '--agent', 'claude-code')).stdout);
    expect(status).toMatchObject({ agent: 'claude-code', kinds: ['shell'], missing: [], trouble: null });
    expect((await run('uninstall', '--yes')).status).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
    expect((await run('uninstall', '--yes')).stdout).toContain('nothing to do');
  }, 120_000);

  it('refuses a file it cannot parse', async () => {
    const { settings, run } = place('{"hooks": ');
    const outcome = await run('install', '--yes');
    expect(outcome).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/was left as it is: it is not valid JSON/),
    });
    expect(readFileSync(settings, 'utf8')).toBe('{"hooks": ');
    expect(existsSync(`${settings}.before-toolscope`)).toBe(false);
  }, 60_000);

  it('only prints when asked to', async () => {
    const { settings, run, home } = place(null);
    const { stdout, status } = await run('install', '--print', '--agent', 'claude-code');
    expect(status).toBe(0);
    const { hooks } = JSON.parse(stdout);
    expect(Object.keys(hooks)).toContain('PermissionRequest');
    expect(hooks.Stop[0].hooks[0].command).toMatch(/toolscope\.js' hook --agent claude-code$/);
    expect(existsSync(settings) || existsSync(join(home, 'data'))).toBe(false);
  }, 60_000);

  it('knows its own entries again, of every kind and of earlier places', async () => {
    for (const kind of ['--node', '--shell']) {
      const { settings, run } = place(SETTINGS);
      expect((await run('install', '--yes', kind)).status).toBe(0);
      expect((await run('install', '--yes', kind)).stdout).toContain('nothing to do');
      const earlier = readFileSync(settings, 'utf8').replaceAll('program/toolscope.js', 'cli/main.js');
      writeFileSync(settings, earlier);
      expect((await run('uninstall', '--yes')).status).toBe(0);
      expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
    }
  }, 60_000);

  it('follows a link to the settings, and writes project settings of this machine only', async () => {
    const { home, settings, run } = place(null);
    writeFileSync(join(home, 'dotfile.json'), '{}\n');
    symlinkSync(join(home, 'dotfile.json'), settings);
    expect((await run('install', '--yes', '--event', 'Stop')).status).toBe(0);
    expect(lstatSync(settings).isSymbolicLink()).toBe(true);
    expect(Object.keys(JSON.parse(readFileSync(join(home, 'dotfile.json'), 'utf8')).hooks)).toEqual(['Stop']);
    expect((await run('install', '--yes', '--project', '--node')).status).toBe(0);
    expect(readFileSync(join(home, '.claude', 'settings.local.json'), 'utf8')).toContain('hook --agent claude-code');
  }, 60_000);

  it('writes Codex’ hooks, and says what is left to do there', async () => {
    const { home, run } = place(null);
    const { stdout, status } = await run('install', '--yes', '--agent', 'codex');
    expect(status).toBe(0);
    expect(stdout).toContain('/hooks in Codex');
    const { hooks } = JSON.parse(readFileSync(join(home, 'codex', 'hooks.json'), 'utf8'));
    expect(hooks.PreToolUse[0].hooks[0].command).toMatch(/toolscope-hook\.sh' codex$/);
  }, 60_000);

  it('writes a key into the address of a server, and notices addresses without it', async () => {
    const url = 'http://127.0.0.1:4747/hooks/v1';
    const old = { hooks: { Stop: [{ hooks: [{ type: 'http', url: `${url}/claude-code`, timeout: 10 }] }] } };
    const { settings, run, home } = place(JSON.stringify(old));
    const health = async (): Promise<unknown> =>
      JSON.parse((await run('status', '--json', '--agent', 'claude-code')).stdout).hasWrongKey;
    expect(await health()).toBe(true);
    expect((await run('status')).stdout).toContain("does not hold this server's key");
    const doctor = await toolscope(['doctor'], { env: { ...envOf(home), TOOLSCOPE_ROOTS: home } });
    expect(doctor.stdout).toContain('the HTTP hooks of Claude Code have no valid key');
    expect((await run('install', '--yes', '--http', url, '--event', 'Stop')).status).toBe(0);
    const key = hookKey(readFileSync(join(home, 'data', 'server-token'), 'utf8').trim());
    const written = JSON.parse(readFileSync(settings, 'utf8')).hooks.Stop;
    expect(written).toEqual([{ hooks: [{ type: 'http', url: `${url}/claude-code?key=${key}`, timeout: 10 }] }]);
    expect(await health()).toBe(false);
    // Of a server elsewhere the key is given along.
    const elsewhere = 'http://192.0.2.7:4747/hooks/v1?key=abc';
    expect((await run('install', '--yes', '--http', elsewhere, '--event', 'Stop')).status).toBe(0);
    expect(readFileSync(settings, 'utf8')).toContain('http://192.0.2.7:4747/hooks/v1/claude-code?key=abc');
    expect(await health()).toBe(false);
    expect((await run('uninstall', '--yes')).status).toBe(0);
    expect(readFileSync(settings, 'utf8')).not.toContain('hooks/v1');
  }, 120_000);

  it.each([
    [['install', '--shell', '--node'], /Choose one/],
    [['install', '--http', 'ftp://x/hooks/v1'], /not an address for hooks/],
    [['install', '--agent', 'nobody'], /No hooks are known for nobody/],
    [['sing'], /takes install, uninstall or status/],
  ])(
    'explains %j',
    async (args, why) => {
      const { run } = place(null);
      // A word that is none of ours could be a hook's argument: with nothing to read it is received, and stays silent.
      const outcome = await run(...args);
      if (args[0] === 'sing') expect(outcome).toEqual({ status: 0, stdout: '', stderr: '' });
      else expect(outcome.stderr).toMatch(why);
    },
    60_000,
  );
});
