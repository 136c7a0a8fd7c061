// Tests that the time ledger uses hook reports: with them, hardly any active time is left unknown.

import { expect, it } from 'vitest';
import { timeLedger } from '../../src/insights/time-ledger.ts';
import { ClaudeLog, type Json } from '../support/claude-log.ts';
import { readOne } from '../support/read.ts';
import { OPTIONS } from '../support/session-view.ts';
import { asked, lines, postUse, preUse, SESSION } from './inbox-lines.ts';

const DONE = { stdout: 'fine', stderr: '', interrupted: false };

interface Step {
  readonly tool: string;
  readonly input: Json;
  /** From the request to the result, as the log has it. */
  readonly spanMs: number;
  /** After the request. */
  readonly askedMs?: number;
  readonly beganMs: number;
  /** Stated by the agent; without it, only the hooks before and after tell. */
  readonly runMs?: number;
}

const STEPS: readonly Step[] = [
  { tool: 'Bash', input: { command: 'make test' }, spanMs: 9000, askedMs: 300, beganMs: 100, runMs: 1600 },
  // Longer than any command runs that no one measured.
  { tool: 'Bash', input: { command: 'make all' }, spanMs: 1_500_000, beganMs: 200 },
  { tool: 'Bash', input: { command: 'make docs' }, spanMs: 900_000, askedMs: 400, beganMs: 200, runMs: 30_000 },
  // Hooks of others came first.
  { tool: 'Bash', input: { command: 'git status' }, spanMs: 7000, beganMs: 6500, runMs: 400 },
  { tool: 'Edit', input: { file_path: '/g/a.ts', old_string: 'a', new_string: 'b' }, spanMs: 8000, beganMs: 100 },
];

async function ledger(hasHooks: boolean): Promise<Readonly<Record<string, number>>> {
  const log = new ClaudeLog(SESSION);
  const inbox: string[] = [];
  log.prompt('go');
  let at = 2000;
  for (const [i, { tool, input, spanMs, askedMs, beganMs, runMs }] of STEPS.entries()) {
    const id = `toolu_${i}`;
    log.call(id, tool, input);
    log.wait(spanMs - 1000).result(id, 'fine', { structured: DONE, isError: false });
    inbox.push(preUse(id, tool, input, { at: at + beganMs, tookMs: 5 }));
    if (askedMs !== undefined) inbox.push(asked(tool, input, { at: at + askedMs }));
    inbox.push(postUse(id, tool, input, DONE, { at: at + spanMs - 50 }, runMs));
    at += spanMs + 1000;
  }
  log.say('Done.');
  const session = await readOne({
    [`${SESSION}.jsonl`]: log.text(),
    ...(hasHooks ? { 'inbox/told.hooks.jsonl': lines(...inbox) } : {}),
  });
  const { classes, wallMs, activeMs } = timeLedger({ ...session, lastWords: null, textOf: () => null }, OPTIONS);
  const sums = Object.fromEntries(classes.map((sum) => [sum.class, sum.ms]));
  expect(classes.reduce((sum, { ms }) => sum + ms, 0)).toBe(wallMs);
  return { ...sums, activeMs };
}

it('leaves next to nothing unknown where hooks told', async () => {
  const { unknown = 0, permission = 0, tool = 0, activeMs = 0 } = await ledger(true);
  expect(unknown / activeMs).toBeLessThan(0.05);
  expect(Math.round(permission / 10_000) * 10).toBe(880);
  expect(Math.round(tool / 10_000) * 10).toBe(1550);
});

it('knows much less of the same session without hooks', async () => {
  const { unknown = 0, activeMs = 0 } = await ledger(false);
  expect(unknown / activeMs).toBeGreaterThan(0.9);
});
