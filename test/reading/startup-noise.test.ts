// Tests start-up noise over whole sessions: a line before the output of several programs explains no failure.

import { expect, test } from 'vitest';
import { ClaudeLog } from '../support/claude-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const NOISE = 'profile: line 3: hose: command not found';

async function codesAfter(commands: readonly (readonly [command: string, output: string])[]): Promise<unknown[]> {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  for (const [at, [command, output]] of commands.entries()) {
    log.call(`toolu_${at}`, 'Bash', { command });
    log.result(`toolu_${at}`, `Exit code 1\n${output}`, { isError: true });
  }
  const session = await readOne({ [`${SID}.jsonl`]: log.text() });
  return commands.map((_, at) => callNamed(session, `toolu_${at}`).failure?.code);
}

test('noise is left out once three programs wrote behind it, for the calls before as well', async () => {
  const dry = `${NOISE}\nbed is dry`;
  expect(await codesAfter([['grep dry beds', dry]])).toEqual(['command-not-found']);
  expect(
    await codesAfter([
      ['grep dry beds', dry],
      ['garden water', dry],
      ['diff a b', dry],
    ]),
  ).toEqual(['no-match', 'exit-code', 'no-match']);
});

test('the same complaint of one program over and over is no noise', async () => {
  const commands = ['a', 'b', 'c', 'd'].map((bed) => [`garden water ${bed}`, `${NOISE}\nbed ${bed}`] as const);
  expect(new Set(await codesAfter(commands))).toEqual(new Set(['command-not-found']));
});
