// Tests that no log can control the terminal: one full of control sequences, through every command that shows any of it.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { cells } from '../../src/cli/table.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { runHere } from '../support/run-here.ts';

const SID = '11111111-2222-4333-8444-555555555555';
/** A title, a clipboard, a link, a cleared screen, a colour that stays, 8-bit controls, a change of direction. */
const EVIL =
  'pe\u001b]0;owned\u0007a\u001b]52;c;b3duZWQ=\u0007r\u001b]8;;http://evil.example\u0007s\u001b[2J\u001b[31m\u009b2J\u0090q\u009c\u202e\u2066\u0000\u0008\u007f\r';
/** The same, with other calls: what is compared is shown as well. */
const OTHER_SID = '22222222-2222-4333-8444-555555555555';
const ID = `toolu_${'\u001b[2J'}evil`;

function hostileLog(): string {
  const log = new ClaudeLog(SID);
  log.prompt(`count the ${EVIL}`);
  log.add('summary', { summary: EVIL, leafUuid: 'x' });
  log.add('custom-title', { customTitle: EVIL });
  log.add(`strange ${EVIL}`, { payload: EVIL });
  log.add('assistant', {
    [`mood${EVIL}`]: 1,
    message: { role: 'assistant', model: EVIL, content: [{ type: 'text', text: EVIL }] },
  });
  log.call('toolu_a', 'Bash', { command: `make ${EVIL}`, description: EVIL });
  log.result('toolu_a', `Exit code 2\n${EVIL}`, { isError: true });
  log.call(ID, `mcp__${EVIL}__tool`, { [EVIL]: EVIL });
  log.result(ID, EVIL, { isError: false });
  log.call('toolu_e', 'Edit', { file_path: `/tmp/${EVIL}.ts`, old_string: EVIL, new_string: `${EVIL}\nmore` });
  log.result('toolu_e', `The file /tmp/${EVIL}.ts has been updated.`, { isError: false });
  log.call('toolu_r', 'Read', { file_path: `/tmp/${EVIL}.ts` });
  log.result('toolu_r', `<tool_use_error>File does not exist. ${EVIL}</tool_use_error>`, { isError: true });
  return log.text();
}

function otherLog(): string {
  const log = new ClaudeLog(OTHER_SID);
  log.prompt(`count the other ${EVIL}`);
  log.add('custom-title', { customTitle: EVIL });
  log.call('other_a', 'Bash', { command: `make ${EVIL}` });
  log.result('other_a', EVIL, { isError: false });
  log.call('other_e', 'Edit', { file_path: `/tmp/${EVIL}.ts`, old_string: EVIL, new_string: `${EVIL}\nless` });
  log.result('other_e', `The file /tmp/${EVIL}.ts has been updated.`, { isError: false });
  return log.text();
}

/** Every command that shows something of a log, with all its options. */
const SHOWN: readonly (readonly string[])[] = [
  ['ls'],
  ['ls', 'is:failed'],
  ['mark', '1111', '--pin', '--name', 'a\u001b]0;b\u0007\u202e'],
  ['mark'],
  ['ls', '--hidden'],
  ['show', '1111'],
  ['show', '1111', '--full', '--thinking'],
  ['show', '1111', '--calls'],
  ['export', '1111'],
  ['share', '1111'],
  ['share', '1111', '--format', 'md'],
  ['secrets'],
  ['export', '1111', '--format', 'otlp'],
  ['diff', '1111', '2222'],
  ['diff', '1111', '2222', '--all', '--limit', '0'],
  ['diff', '1111', '2222', '--json'],
  ['calls'],
  ['call', 'toolu_a'],
  ['summary', SID],
  ['summary', SID, '--json'],
  ['ls', '--long'],
  ['call', 'toolu_e', '--full'],
  ['call', 'toolu_\u001b'],
  ['call', 'toolu_a', '--raw'],
  ['files'],
  ['search', 'count'],
  ['stats'],
  ['stats', '--by', 'model'],
  ['stats', '--by', 'project'],
  ['stats', '--by', 'day'],
  ['stats', '--by', 'name'],
  ['trends'],
  ['trends', '--by', 'model,version,project'],
  ['trends', '--by', 'model', '--json'],
  ['errors', '--expected'],
  ['tail'],
  ['index'],
  ['doctor'],
];

/** Asked in a process of its own, which only the built program has. */
const QUERIES: readonly (readonly string[])[] = [
  ['select * from calls'],
  ['select * from calls', '--json'],
  ['select s.*, f.* from sessions s, files f', '--csv'],
  ['select * from errors'],
  ['select * from turns'],
  ['select * from costs'],
];

/** Commands that show nothing out of logs. */
const SILENT: ReadonlySet<string> = new Set([
  'inspect',
  'serve',
  'open',
  'hook',
  'rap',
  'schema',
  'completion',
  'purge',
  // What they say goes to programs, and has tests of its own.
  'mcp',
  'setup',
  'status-line',
  'tee',
]);

/** Anything but printable text, line ends and the colours of our own. */
const DANGEROUS = /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\x1b(?!\[[0-9]{1,2}m)/;

afterEach(() => vi.unstubAllEnvs());

describe('a hostile log', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: hostileLog(), [`${OTHER_SID}.jsonl`]: otherLog() });
  const home = newFolder();

  async function said(args: readonly string[], options: { isColoured: boolean; width?: number }): Promise<string> {
    const { out, notes } = await runHere(args, { home, ...options });
    return out + notes;
  }

  it('is tried on every command', () => {
    const tried = new Set(['sql', ...SHOWN.map(([name]) => name)]);
    expect(commands.map(({ name }) => name).filter((name) => !tried.has(name) && !SILENT.has(name))).toEqual([]);
  });

  it('says nothing to the terminal, in words, in colour, and in JSON', async () => {
    for (const args of [
      ...SHOWN.map((shown) => [...shown, '--root', logs]),
      ['inspect', logs],
      ['inspect', logs, '--ledger'],
    ]) {
      for (const more of [[], ...(args.includes('--raw') ? [] : [['--json']])]) {
        const isColoured = more.length === 0;
        const text = await said([...args, ...more], { isColoured });
        expect([args, text.length > 0]).toEqual([args, true]);
        expect([args, more, DANGEROUS.exec(text)?.[0] ?? null]).toEqual([args, more, null]);
        if (!isColoured) expect([args, text.includes('\u001b')]).toEqual([args, false]);
      }
    }
  }, 300_000);

  it('says nothing in the answers of SQL either', async () => {
    await buildProgram();
    for (const query of QUERIES) {
      const env = { TOOLSCOPE_HOME: home, FORCE_COLOR: '1' };
      const { status, stdout, stderr } = await toolscope(['sql', ...query, '--root', logs], { env });
      expect([query, status, DANGEROUS.exec(stdout + stderr)?.[0] ?? null]).toEqual([query, 0, null]);
    }
  }, 180_000);

  it.each([40, 80, 120, 200])(
    'fits into %d columns',
    async (width) => {
      for (const args of [['calls'], ['ls'], ['files'], ['stats'], ['errors'], ['stats', '--by', 'day']]) {
        const text = await said([...args, '--root', logs], { isColoured: true, width });
        const widest = Math.max(...text.split('\n').map(cells));
        // A terminal narrower than the minimum width of all columns cannot be respected.
        expect([args, widest <= Math.max(78, width)]).toEqual([args, true]);
      }
    },
    60_000,
  );
});
