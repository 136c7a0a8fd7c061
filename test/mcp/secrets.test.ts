// Tests that no planted secret and no name of a person is in anything that the MCP server answers.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';
import { leftOf, PLACES, plantedSecrets } from '../support/planted-secrets.ts';
import { ask, type Started, start } from './support.ts';

const SID = '61111111-2222-4333-8444-555555555555';
const SECRETS = plantedSecrets();

function plantedLog(cwd: string): ClaudeLog {
  const log = new ClaudeLog(SID, { cwd });
  log.prompt('water the trees');
  for (const [kind, planted] of SECRETS.entries()) {
    for (const [place, records] of Object.values(PLACES).entries()) {
      for (const { type, ...fields } of records(planted.phrase, `toolu_${kind}_${place}`)) {
        if (type === 'summary' || type === 'custom-title') log.raw({ type, ...fields, sessionId: SID });
        else log.add(String(type), fields);
      }
    }
  }
  return log;
}

const cwd = '/home/clementine/orchard';
const secrets = SECRETS.flatMap(({ phrase }) => [phrase]).join('\n');
const long = new ClaudeLog('62222222-2222-4333-8444-555555555555', { cwd });
long.prompt('show me');
long.call('toolu_long', 'Bash', { command: 'env' });
// Wherever a part of the output ends, it ends inside of some secret.
long.result('toolu_long', Array.from({ length: 20 }, (_, i) => `${'.'.repeat(i * 7)}${secrets}`).join('\n'));

/** A word to find, with every secret so near to it that a snippet begins, or ends, in the middle of the secret. */
const near = new ClaudeLog('63333333-2222-4333-8444-555555555555', { cwd });
near.prompt('pick');
for (const [kind, { phrase }] of SECRETS.entries()) {
  const half = Math.floor(phrase.length / 2);
  const apart = (distance: number): string => ' pear'.repeat(20).slice(0, Math.max(1, distance));
  near.say(`${phrase}${apart(50 - half)} quince ${apart(150)}${apart(100)}`, `m${kind}a`);
  near.say(`${apart(80)} quince${apart(102 - half)} ${phrase} ${apart(100)}`, `m${kind}b`);
}

/** Outputs that are cut in the middle of a secret before anyone looks through them. */
const CUT_AT = 200_000;
const cut = new ClaudeLog('64444444-2222-4333-8444-555555555555', { cwd });
cut.prompt('count');
for (const [kind, { phrase, secret }] of SECRETS.entries()) {
  const before = phrase.indexOf(secret) + Math.min(40, Math.floor(secret.length / 2));
  const filling = 'pear tree\n'.repeat(CUT_AT / 10).slice(0, CUT_AT - before - 1);
  cut.call(`toolu_cut_${kind}_`, 'Bash', { command: 'env' });
  cut.result(`toolu_cut_${kind}_`, `${filling}\n${phrase}\nend`);
}

const logs = folderWith({
  [`${SID}.jsonl`]: plantedLog(cwd).text(),
  'long.jsonl': long.text(),
  'near.jsonl': near.text(),
  'cut.jsonl': cut.text(),
});
let mcp: Started;

beforeAll(async () => {
  mcp = await start({ args: ['--root', logs, '--no-archive', '--all-projects'], cwd: logs, home: folderWith({}) });
});

afterAll(() => mcp.close());

function survivors(text: string): string[] {
  return SECRETS.flatMap((planted) => leftOf(planted, text).map((part) => `${planted.kind}: ${part}`));
}

async function pages(name: string, args: Json): Promise<string> {
  let text = '';
  let cursor: unknown;
  do {
    const page = await ask(mcp.client, name, { ...args, ...(typeof cursor === 'string' ? { cursor } : {}) });
    text += JSON.stringify(page);
    cursor = page['next'];
  } while (typeof cursor === 'string');
  return text;
}

it.each([
  ['sessions', {}],
  ['calls', { limit: 50 }],
  ['search', { text: 'a*', limit: 30 }],
  ['search', { text: 'quince', limit: 30 }],
  ['session_summary', { id: SID }],
  ['session_changes', { id: SID }],
  ['similar_failures', { command: 'env' }],
  ['stats', { by: 'error' }],
  ['sql', { query: 'select * from calls', limit: 200 }],
  ['sql', { query: 'select * from turns', limit: 200 }],
] as const)('%s %j', async (name, args) => {
  const text = await pages(name, args);
  expect(text.length).toBeGreaterThan(150);
  expect(survivors(text)).toEqual([]);
  expect(text).not.toContain('clementine');
});

it('call, of an output whose cut is in the middle of a secret', async () => {
  const left = await Promise.all(
    SECRETS.map(async (planted, kind) => {
      const id = `toolu_cut_${kind}_`;
      const part = await ask(mcp.client, 'call', { id, from: CUT_AT - 16_000 });
      expect(part).toMatchObject({ is_cut: true });
      let text = JSON.stringify(part);
      for (let from = part['next_from']; typeof from === 'number'; ) {
        const next: Json = await ask(mcp.client, 'call', { id, from });
        text += JSON.stringify(next);
        from = next['next_from'];
      }
      expect(text).toContain('pear tree');
      return leftOf(planted, text);
    }),
  );
  expect(left.flat()).toEqual([]);
});

it('call, of every call, and of a long output in all its parts', async () => {
  const { calls } = await ask(mcp.client, 'calls', { limit: 50 });
  for (const { id } of Array.isArray(calls) ? calls : []) {
    expect(survivors(JSON.stringify(await ask(mcp.client, 'call', { id })))).toEqual([]);
  }
  let whole = '';
  for (let from: unknown = 0; typeof from === 'number'; ) {
    const part: Json = await ask(mcp.client, 'call', { id: 'toolu_long', from });
    const { untrusted, next_from: next } = part;
    whole +=
      untrusted !== null && typeof untrusted === 'object' && 'output' in untrusted ? String(untrusted.output) : '';
    from = next;
  }
  expect(mcp.notes()).toBe('');
  expect(whole.length).toBeGreaterThan(40_000);
  expect(survivors(whole)).toEqual([]);
});
