// Tests that the conclusions about a session are the same over HTTP, in the terminal, in SQL and in lists, also after the session
// continued.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';
import { runHere } from '../support/run-here.ts';
import { viewRows } from '../support/tables.ts';
import { type Served, serve } from './support.ts';

const SID = '31111111-2222-4333-8444-555555555555';
const EMPTY = '32222222-2222-4333-8444-555555555555';
const MODEL = 'claude-opus-4-5-20251101';

function message(id: string, content: Json, usage: Json): Json {
  return { id, type: 'message', role: 'assistant', model: MODEL, content: [content], usage };
}

function garden(): ClaudeLog {
  const log = new ClaudeLog(SID);
  const usage = {
    input_tokens: 1000,
    output_tokens: 2000,
    cache_read_input_tokens: 30_000,
    cache_creation_input_tokens: 4000,
  };
  log.prompt('water the beds');
  log.wait(9000);
  const asked = { type: 'tool_use', id: 'toolu_w', name: 'Bash', input: { command: 'npm test' } };
  log.add('assistant', { message: message('msg_1', asked, usage) });
  log.wait(4000);
  log.result('toolu_w', 'all green', { structured: { stdout: 'all green', stderr: '', interrupted: false } });
  log.wait(2000);
  const edit = {
    type: 'tool_use',
    id: 'toolu_e',
    name: 'Write',
    input: { file_path: '/home/dev/orchard/bed.ts', content: 'wet\n' },
  };
  const kept = { ...usage, cache_creation: { ephemeral_1h_input_tokens: 1000, ephemeral_5m_input_tokens: 3000 } };
  log.add('assistant', { message: message('msg_2', edit, kept) });
  const written = { type: 'create', filePath: '/home/dev/orchard/bed.ts', content: 'wet\n', structuredPatch: [] };
  log.result('toolu_e', 'File created successfully at: /home/dev/orchard/bed.ts', { structured: written });
  log.add('assistant', {
    message: message('msg_3', { type: 'text', text: 'All tests pass. Shall I water the pears too?' }, usage),
  });
  log.wait(60_000);
  log.prompt('yes');
  log.wait(3000);
  log.add('assistant', { message: message('msg_4', { type: 'text', text: 'The pears are wet.' }, usage) });
  return log;
}

const logs = folderWith({ [`${SID}.jsonl`]: garden().text(), [`${EMPTY}.jsonl`]: '' });
const home = folderWith({});
let served: Served;

beforeAll(async () => {
  served = await serve([logs]);
});

afterEach(() => vi.unstubAllEnvs());

async function said(...args: string[]): Promise<string> {
  const { out, notes, status } = await runHere([...args, '--root', logs], { home });
  expect([args[0], status, notes]).toEqual([args[0], 0, '']);
  return out;
}

const rows = (sql: string): Promise<unknown[]> => viewRows(home, [logs], sql);

const PARTS = { agent: 'claude-code', session: SID };

it('concludes what the log says', async () => {
  const { verdict, claims, time, turns, cost, context } = await served.get('sessionInsights', PARTS);
  expect(claims).toMatchObject([
    {
      about: 'tests',
      quote: 'All tests pass.',
      standing: 'before-last-edit',
      ref: { line: 6 },
      call: { callId: 'toolu_w' },
    },
  ]);
  expect(verdict.ended).toMatchObject({ ending: 'done', rule: 'last-record-is-answer', quote: 'The pears are wet.' });
  expect(verdict.asked.map(({ text }) => text)).toEqual(['water the beds', 'yes']);
  expect(verdict.checks).toMatchObject([{ kind: 'tests', result: 'passed', isAfterLastEdit: false }]);
  expect(verdict.changed.files.map(({ path }) => path)).toEqual(['/home/dev/orchard/bed.ts']);
  expect(time.classes).toEqual([
    { class: 'model', ms: 18_000, bound: 'exact' },
    { class: 'tool', ms: 6000, bound: 'at-most' },
    { class: 'idle', ms: 61_000, bound: 'exact' },
  ]);
  expect(turns.map(({ calls, summary }) => [calls, summary])).toEqual([
    [2, '1 file changed, 1 command'],
    [0, 'no calls'],
  ]);
  // 0.095 dollars a request; of one, a thousand tokens are kept for an hour.
  expect(cost.usd).toBeCloseTo(4 * 0.095 + 0.00375, 10);
  expect([cost.basis, context.peakTokens, context.windowTokens]).toEqual(['estimate', 35_000, 200_000]);
});

it('says the same everywhere', async () => {
  const insights = await served.get('sessionInsights', PARTS);
  const { verdict, claims, time, turns, cost } = insights;
  expect(JSON.parse(await said('summary', SID.slice(0, 6), '--json'))).toEqual({ ...PARTS, ...insights });
  const brief = {
    ending: verdict.ended.ending,
    rule: verdict.ended.rule,
    wallMs: time.wallMs,
    activeMs: time.activeMs,
    costUsd: cost.usd,
    costBasis: cost.basis,
    openFailures: verdict.failureCount,
    hiddenFailures: verdict.hidden.length,
  };
  const { sessions } = await served.get('sessions');
  expect(sessions.find(({ id }) => id === SID)?.insights).toEqual(brief);
  expect(JSON.parse(await said('ls', '--json')).insights).toEqual(brief);
  expect(await rows('select ending, wall_ms, active_ms, cost_usd, cost_basis, open_failures from sessions')).toEqual([
    {
      ending: brief.ending,
      wall_ms: brief.wallMs,
      active_ms: brief.activeMs,
      cost_usd: brief.costUsd,
      cost_basis: brief.costBasis,
      open_failures: 0,
    },
  ]);
  expect(await rows('select class, ms, exact from times')).toEqual(
    time.classes.map(({ class: name, ms, bound }) => ({ class: name, ms, exact: bound === 'exact' ? 1 : 0 })),
  );
  expect(await rows('select turn, asked, wall_ms, active_ms, calls, failures, cost_usd, summary from turns')).toEqual(
    turns.map(({ turn, asked, wallMs, activeMs, calls, failures, cost: spent, summary }) => ({
      turn,
      asked: asked?.text ?? null,
      wall_ms: wallMs,
      active_ms: activeMs,
      calls,
      failures,
      cost_usd: spent.usd,
      summary,
    })),
  );
  expect(await rows('select about, quote, standing, call, result, line from claims')).toEqual(
    claims.map(({ about, quote, standing, call, result, ref }) => {
      return { about, quote, standing, call: call?.callId ?? null, result, line: ref.line };
    }),
  );
  expect(await rows('select distinct log from claims')).toEqual([{ log: join(logs, `${SID}.jsonl`) }]);
  expect(await rows('select day, sum(requests) as n, sum(cost_usd) as usd from costs group by day')).toEqual([
    { day: '2026-03-01', n: 4, usd: expect.closeTo(cost.usd ?? 0, 9) },
  ]);
});

it('fits one screen', async () => {
  const text = await said('summary', SID);
  expect(text.split('\n').length).toBeLessThan(40);
  for (const word of [
    'with an answer',
    '1 file',
    'tests passed before the last change',
    '“All tests pass.” last run before the last change: npm test',
    '$0.38 estimated',
    '2 prompts',
    `claude --resume ${SID}`,
  ]) {
    expect(text).toContain(word);
  }
  expect(await said('ls', '--long')).toMatch(/answered +24\.0 s +~\$0\.38/);
});

it('follows own prices', async () => {
  const settings = {
    prices: { 'claude-opus-4-5*': { input: 0, output: 1000 }, odd: 'x', worse: { input: -1, output: 2 } },
  };
  const priced = folderWith({ 'settings.json': JSON.stringify(settings) });
  const { out } = await runHere(['ls', '--json', '--root', logs], { home: priced });
  expect(JSON.parse(out).insights).toMatchObject({ costUsd: 8, costBasis: 'estimate' });
});

it('concludes again when a session goes on', async () => {
  const lines = garden().text().trim().split('\n');
  const growing = folderWith({ [`${SID}.jsonl`]: `${lines.slice(0, -3).join('\n')}\n` });
  const own = folderWith({});
  const ending = async (): Promise<unknown> => {
    const { out } = await runHere(['ls', '--json', '--root', growing], { home: own });
    return JSON.parse(out).insights;
  };
  expect(await ending()).toMatchObject({ ending: 'unknown' });
  appendFileSync(join(growing, `${SID}.jsonl`), `${lines.at(-3)}\n`);
  expect(await ending()).toMatchObject({ ending: 'asked' });
  appendFileSync(join(growing, `${SID}.jsonl`), `${lines.slice(-2).join('\n')}\n`);
  const { cost, time } = await served.get('sessionInsights', PARTS);
  expect(await ending()).toMatchObject({ ending: 'done', costUsd: cost.usd, wallMs: time.wallMs });
});
