// Tests `toolscope completion`: every command and option is in every script, and the shells can run them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands as entries } from '../../src/cli/commands.ts';
import { completedCommands, completionScript, SHELLS } from '../../src/cli/completion-scripts.ts';
import { buildProgram, toolscope } from '../support/program.ts';

const commands = await completedCommands(entries);

beforeAll(buildProgram, 120_000);

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

function fileWith(script: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'toolscope-completion-')), 'script');
  writeFileSync(path, script);
  return path;
}

const BASH = fileWith(completionScript('bash', commands));

/** What bash offers for a line with the cursor at its end. */
function offered(line: string): string[] {
  const program = `
    source "$1"; COMP_LINE=$2; COMP_POINT=\${#2}; COMP_WORDBREAKS=$' \\t\\n:='
    read -ra COMP_WORDS <<<"$2"; [[ $2 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _toolscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program, 'bash', BASH, line], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.each(SHELLS)('knows every command and option in %s', (shell) => {
    const script = completionScript(shell, commands);
    const flag = (name: string): string => (shell === 'fish' ? ` -l ${name} ` : `--${name}`);
    for (const { name, options } of commands) {
      expect(script).toMatch(new RegExp(`[ '\\n]${name}[):' ]`));
      for (const option of Object.keys(options)) expect(script).toContain(flag(option));
    }
    expect(script).toContain(flag('version'));
  });

  it('is printed, and explained', async () => {
    for (const shell of SHELLS) {
      expect(await toolscope(['completion', shell])).toEqual({
        status: 0,
        stdout: completionScript(shell, commands),
        stderr: '',
      });
    }
    expect((await toolscope(['completion', '--help'])).stdout).toContain('source <(toolscope completion bash)');
    expect(await toolscope(['completion', 'tcsh'])).toMatchObject({ status: 2, stdout: '' });
    expect(await toolscope(['completion'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('completes in bash', () => {
    expect(offered('toolscope doc')).toEqual(['doctor']);
    expect(offered('toolscope ')).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
    for (const { name, options } of commands) {
      const flags = Object.keys(options).map((option) => `--${option}`);
      expect(offered(`toolscope ${name} --`)).toEqual(expect.arrayContaining([...flags, '--help']));
    }
    expect(offered('toolscope calls tool')).toEqual(['tool:', 'toolid:']);
    expect(offered('toolscope calls status:e')).toEqual(['error']);
    expect(offered('toolscope calls since:7d status:rej')).toEqual(['rejected']);
    expect(offered('toolscope completion ')).toEqual([...SHELLS]);
    expect(offered('toolscope help sq')).toEqual(['sql']);
    expect(offered('toolscope stats --by m')).toEqual(['model']);
    expect(offered('toolscope hook un')).toEqual(['uninstall']);
    expect(offered('toolscope ls --limit ')).toEqual([]);
    expect(offered(`toolscope ls --root ${BASH.slice(0, -3)}`)).toEqual([BASH]);
  });

  it.skipIf(!isThere('zsh'))('can be read by zsh', () => {
    const path = fileWith(completionScript('zsh', commands));
    expect(spawnSync('zsh', ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const load = `autoload -Uz compinit; compinit -D; source ${path}; print -r -- $_comps[toolscope]`;
    expect(spawnSync('zsh', ['-fc', load], { encoding: 'utf8' })).toMatchObject({ stdout: '_toolscope\n', stderr: '' });
  });

  it.skipIf(!isThere('fish'))(
    'completes in fish',
    () => {
      const path = fileWith(completionScript('fish', commands));
      const ask = (line: string): string[] => {
        const program = `source ${path}; complete -C '${line}'`;
        const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', program], { encoding: 'utf8' });
        expect(stderr).toBe('');
        return stdout.split('\n').map((row) => row.split('\t')[0] ?? '');
      };
      expect(ask('toolscope ')).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
      expect(ask('toolscope sql --t')).toContain('--timeout');
      expect(ask('toolscope ls --t')).not.toContain('--timeout');
      expect(ask('toolscope calls status:e')).toContain('status:error');
      expect(ask('toolscope stats --by m')).toContain('model');
      expect(ask('toolscope hook un')).toContain('uninstall');
    },
    30_000,
  );
});
