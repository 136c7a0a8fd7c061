// Tests the command that goes on with a session: right where it is known, and none or a harmless one for what logs may hold.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats } from '../formats/registry.ts';
import { resumeCommand } from './resume-command.ts';

const ID = '4f1c0000-0000-4000-8000-000000000001';

describe('the command', () => {
  it('changes to the project and names the session', () => {
    expect(resumeCommand('claude-code', ID, '/home/dev/orchard')).toBe(
      `cd '/home/dev/orchard' && claude --resume ${ID}`,
    );
    expect(resumeCommand('claude-code', ID, "/home/dev/ann's pears")).toBe(
      `cd '/home/dev/ann'\\''s pears' && claude --resume ${ID}`,
    );
    expect(resumeCommand('claude-code', ID, null)).toBe(`claude --resume ${ID}`);
  });

  it('is there for agents whose format tells it, and for no other', () => {
    const told = formats.filter(({ resume }) => resume !== undefined).map(({ agent }) => agent);
    expect(formats.filter(({ agent }) => resumeCommand(agent, ID, null) !== null).map(({ agent }) => agent)).toEqual(
      told,
    );
    expect([resumeCommand('cursor', ID, null), resumeCommand('nobody', ID, null)]).toEqual([null, null]);
  });

  it.each([
    ['codex', `codex resume ${ID}`],
    ['copilot', `copilot --resume=${ID}`],
    ['gemini', `gemini --resume ${ID}`],
    ['opencode', `opencode --session ${ID}`],
    ['qwen', `qwen --resume ${ID}`],
    ['kimi', `kimi --session ${ID}`],
    ['kimi-code', `kimi --session ${ID}`],
    ['droid', `droid --resume ${ID}`],
    ['pi', `pi --session ${ID}`],
  ])('of %s is what its vendor documents', (agent, command) => {
    expect(resumeCommand(agent, ID, null)).toBe(command);
  });

  it('is that of the program which wrote the log', () => {
    const of = (home: string) => resumeCommand('pi', ID, null, `/home/dev/${home}/agent/sessions/--srv--/2026_x.jsonl`);
    expect([of('.omp'), of('.pi')]).toEqual([`omp --resume ${ID}`, `pi --session ${ID}`]);
  });

  it('is made of plain words', () => {
    for (const { agent, resume } of formats) {
      for (const word of [...(resume?.(ID, '') ?? []), ...(resume?.(ID, '/home/dev/.omp/agent/x') ?? [])])
        expect([agent, word]).toEqual([agent, expect.stringMatching(/^[\w.=-]+$/)]);
    }
  });
});

const HOSTILE_IDS = [
  '',
  '-p',
  '--dangerously-skip-permissions',
  '; rm -rf ~',
  '$(id)',
  '`id`',
  'a b',
  'a\nid',
  "a'; id; '",
  'a"b',
  'a|b',
  'a&b',
  'a>b',
  '*',
  '~',
  '../x',
  'a/b',
  'a\\b',
  '%PATH%',
  'a\u001b[201~\nid\n',
  'a\u202eb',
  'a'.repeat(201),
];

it.each(HOSTILE_IDS)('a session named %j has no command', (id) => {
  expect(resumeCommand('claude-code', id, '/home/dev/orchard')).toBeNull();
});

const UNSAFE_FOLDERS = [
  '',
  'orchard',
  '-',
  '~/x',
  'C:\\dev',
  '/a\nid',
  '/a\u001b[201~',
  "/a\\'; id; '",
  '/a!b',
  '/a\u202eb',
  '/\u2028',
];

it.each(UNSAFE_FOLDERS)('a folder named %j is not changed to', (folder) => {
  expect(resumeCommand('claude-code', ID, folder)).toBe(`claude --resume ${ID}`);
});

/** What a shell makes of it, with both commands replaced by ones that print their words. */
function wordsIn(command: string): string {
  const stubs = 'cd() { printf "cd<%s>" "$#" "$@"; }; claude() { printf "claude<%s>" "$#" "$@"; }';
  return execFileSync('/bin/sh', ['-c', `${stubs}; ${command}`], { encoding: 'utf8', env: {} });
}

it.skipIf(process.platform === 'win32')('a shell finds two commands in it, with the words that were meant', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'ab \'"$`;&|()<>*?~#%{}[]\\!\n\u001b-=é') });
  fc.assert(
    fc.property(nasty, nasty, (id, path) => {
      const folder = `/${path}`;
      expect(resumeCommand('claude-code', id, folder) === null || /^[\w.-]+$/.test(id)).toBe(true);
      const command = resumeCommand('claude-code', ID, folder) ?? '';
      const resumed = `claude<2>claude<--resume>claude<${ID}>`;
      const expected = command.startsWith('cd ') ? `cd<1>cd<${folder}>${resumed}` : resumed;
      expect(wordsIn(command)).toBe(expected);
    }),
    { numRuns: 60 },
  );
});
