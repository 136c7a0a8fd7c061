// Tests thousands of hook events while the processes that file and index them are killed: nothing is lost, nothing is
// doubled. TOOLSCOPE_HOOK_EVENTS says how many; 10000 is the full storm, the usual number keeps the tests short.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Rng } from '../../bench/generate/rng.ts';
import { asObject, parseJson } from '../../src/base/json.ts';
import { wordsOf } from '../../src/hooks/hook-input.ts';
import { inboxFolder, spoolFolder } from '../../src/hooks/inbox.ts';
import { receiveHook } from '../../src/hooks/receive-hook.ts';
import { drainSpool } from '../../src/hooks/spool.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import { START } from './inbox-lines.ts';

const EVENTS = Number(process.env['TOOLSCOPE_HOOK_EVENTS'] ?? 1200);
/** Each kills three processes. */
const ROUNDS = EVENTS >= 10_000 ? 12 : 3;
const SESSIONS = 4;

/** Kills a process some milliseconds into its work. Returns whether it was still at work. */
async function killed(what: 'drain' | 'index', inbox: string, folder: string, ms: number): Promise<boolean> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'storm-process.ts'), what, inbox, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let said = '';
  await new Promise<void>((done) => {
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      done();
    });
    child.once('close', () => done());
  });
  await sleep(ms);
  child.kill('SIGKILL');
  await ended;
  // One that could not even start would be killed in vain.
  expect(said).toContain('ready');
  return !said.includes('done');
}

interface Told {
  readonly callId: string;
  readonly session: string;
  readonly durationMs: number;
}

function wordsFor({ callId, session, durationMs }: Told, isEnd: boolean, rng: Rng): string {
  const end = isEnd ? { tool_response: { stdout: 'x'.repeat(rng.int(3000)) }, duration_ms: durationMs } : {};
  return JSON.stringify({
    session_id: session,
    hook_event_name: isEnd ? 'PostToolUse' : 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: `make ${callId}` },
    tool_use_id: callId,
    ...end,
  });
}

/** What was filed twice has the same id; a line cut short by a kill stays incomplete, and was filed again. */
function linesIn(folder: string): { readonly ids: Set<unknown>; readonly torn: number } {
  const ids = new Set<unknown>();
  let torn = 0;
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const parsed = parseJson(line);
      if (parsed.ok) ids.add(asObject(parsed.value)?.['id']);
      else if (line !== '') torn++;
    }
  }
  return { ids, torn };
}

it(
  `${EVENTS} events, with kills in between: nothing lost, nothing doubled`,
  async () => {
    const rng = new Rng(`storm ${process.env['TOOLSCOPE_SEED'] ?? 1}`);
    const data = newFolder();
    const folder = newFolder();
    const inbox = inboxFolder(data);
    const spool = spoolFolder(inbox);
    mkdirSync(spool, { recursive: true });
    const told = Array.from({ length: EVENTS / 2 }, (_, i): Told => {
      return { callId: `toolu_${i}`, session: `session-${i % SESSIONS}`, durationMs: i };
    });
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const share = told.slice((told.length * round) / ROUNDS, (told.length * (round + 1)) / ROUNDS);
      for (const [i, call] of share.entries()) {
        for (const isEnd of [true, false]) {
          const at = START + round * 1e6 + i * 10 + Number(isEnd);
          const words = wordsFor(call, isEnd, rng);
          // Some come by the command, most by the shell.
          if (i % 5 === 0)
            receiveHook(wordsOf(Buffer.from(words)), { inbox, via: 'command', agent: 'claude-code', at });
          else {
            const path = join(spool, `claude-code.${round * 100_000 + i * 2 + Number(isEnd)}.0.json`);
            writeFileSync(path, words);
            utimesSync(path, at / 1000, at / 1000);
          }
        }
      }
      const both = await Promise.all([
        killed('drain', inbox, folder, rng.float() * 60),
        killed('drain', inbox, folder, rng.float() * 60),
      ]);
      kills += both.filter(Boolean).length;
      if (await killed('index', inbox, folder, rng.float() * 300)) kills++;
    }
    drainSpool(inbox);
    expect(readdirSync(spool)).toEqual([]);
    await indexOnce(folder, [inbox]);
    const picture = await indexPicture(folder);
    expect(picture).toEqual(await readPicture([inbox]));
    const found = picture.calls.map(({ callId, session, duration, status }) => [callId, session, duration?.ms, status]);
    const expected = told.map(({ callId, session, durationMs }) => [callId, session, durationMs, 'ok']);
    const byId = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(found.sort(byId)).toEqual(expected.sort(byId));
    const { ids, torn } = linesIn(join(inbox, 'claude-code'));
    expect(ids.size).toBe(EVENTS);
    expect(torn).toBeLessThanOrEqual(kills);
    expect(existsSync(join(inbox, 'trouble.jsonl'))).toBe(false);
    expect(kills).toBeGreaterThan(0);
    for (const used of [data, folder]) rmSync(used, { recursive: true });
  },
  120_000 + EVENTS * 60,
);
