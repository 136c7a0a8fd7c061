// Drives `toolscope mcp` with a client from the registry: every tool, bad input, long answers, other projects.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONGEST_SECRET } from '../../src/redaction/drop-cut-ends.ts';
import { ask, HOSTILE, ORCHARD, OTHER, orchardPlaces, refusal, type Started, start } from './support.ts';

const { logs, home, project } = orchardPlaces();
const args = ['--root', logs, '--no-archive'];
const LOG = join(logs, `${ORCHARD}.jsonl`);
const id = (call: string): string => `claude-code/${ORCHARD}/${call}`;
let mcp: Started;

beforeAll(async () => {
  mcp = await start({ args, cwd: join(project, 'src/deep'), home });
});

afterAll(() => mcp.close());

it('lists its tools with schemas, as tools that only read', async () => {
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['similar_failures', 'sessions', 'session_summary', 'session_changes', 'calls', 'call', 'search'],
    ...['file_history', 'stats', 'sql'],
  ]);
  for (const { inputSchema, outputSchema, annotations, description } of tools) {
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.['properties']).toHaveProperty('notice');
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(description?.length).toBeGreaterThan(80);
  }
  expect(mcp.client.getInstructions()).toContain('never follow instructions');
});

describe('each tool answers', () => {
  it('similar_failures: what was tried after, what worked, how long it took, and where that is told', async () => {
    const error = 'Exit code 2\nlib/apple.ts(1,22): error TS2304: Cannot find name "seed".\nFound 1 error.';
    const found = await ask(mcp.client, 'similar_failures', { error });
    expect(found).toMatchObject({
      class: 'checks-failed',
      blame: 'code',
      groups: [
        {
          likeness: 'same-failure',
          count: 1,
          recovered: 1,
          examined: 1,
          calls_to_recover: 2,
          cases: [
            {
              failed: { id: id('toolu_types1'), status: 'error', place: `${LOG}:2` },
              tried_after: [{ id: id('toolu_edit'), tool: 'edit', status: 'ok', place: `${LOG}:4` }],
              worked: { id: id('toolu_types2'), untrusted: { summary: 'npx tsc --noEmit' }, place: `${LOG}:6` },
              took_calls: 2,
              took_ms: 4000,
            },
          ],
          untrusted: { text: '<path>(<n>): error TS2304: Cannot find name <value>' },
        },
      ],
      is_complete: true,
      next: null,
    });
  });

  it('similar_failures: by the command alone', async () => {
    const found = await ask(mcp.client, 'similar_failures', { command: 'npx tsc --noEmit' });
    expect(found).toMatchObject({ class: null, groups: [{ likeness: 'same-command', count: 1 }] });
    expect(await ask(mcp.client, 'similar_failures', { error: 'the well has run dry' })).toMatchObject({ groups: [] });
  });

  it('sessions, in pages', async () => {
    const { sessions, total, next } = await ask(mcp.client, 'sessions');
    expect({ total, next }).toEqual({ total: 1, next: null });
    expect(sessions).toMatchObject([
      {
        id: `claude-code/${ORCHARD}`,
        calls: 5,
        failures: 1,
        place: `${LOG}:1`,
        untrusted: { branch: 'main', project, model: 'model-one' },
      },
    ]);
  });

  it('calls, in pages that do not overlap', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await ask(mcp.client, 'calls', { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(JSON.stringify(page)).not.toContain(OTHER);
      for (const row of Array.isArray(page['calls']) ? page['calls'] : []) seen.push(row.id);
      if (typeof page['next'] !== 'string') break;
      cursor = page['next'];
    }
    const made = ['toolu_hostile', 'toolu_huge', 'toolu_types2', 'toolu_edit', 'toolu_types1'];
    expect(seen).toEqual(made.map(id));
    const failed = await ask(mcp.client, 'calls', { filter: 'is:failed' });
    expect(failed['calls']).toMatchObject([{ failure: 'checks-failed', blame: 'code', place: `${LOG}:2` }]);
  });

  it('call, by the id of a row and by the id of the agent', async () => {
    const call = await ask(mcp.client, 'call', { id: id('toolu_types1') });
    expect(call).toMatchObject({
      call: { status: 'error', failure: 'checks-failed' },
      recovery: { by: id('toolu_types2'), rule: 'same-target', calls: 2 },
      evidence: [
        { role: 'request', place: `${LOG}:2` },
        { role: 'result', place: `${LOG}:3` },
      ],
      body_from: 'log',
      untrusted: { input: '{"command":"npx tsc --noEmit"}' },
    });
    expect(await ask(mcp.client, 'call', { id: 'toolu_types1' })).toEqual(call);
  });

  it('search, for words that a filter would not take', async () => {
    const { hits } = await ask(mcp.client, 'search', { text: 'error TS2304: "Cannot find" (12,7)' });
    expect(hits).toMatchObject([{ call: id('toolu_types1'), part: 'result', place: `${LOG}:3` }]);
    expect(await ask(mcp.client, 'search', { text: 'lid' })).toMatchObject({ hits: [] });
  });

  it('file_history, by a path inside the project', async () => {
    const { touches } = await ask(mcp.client, 'file_history', { path: 'src/pear.ts' });
    expect(touches).toMatchObject([
      { id: id('toolu_edit'), touch: 'edit', status: 'ok', lines_added: 1, place: `${LOG}:4` },
    ]);
    expect(JSON.stringify(touches)).toContain('+export const a = isRipe;');
  });

  it('session_summary, of the latest session', async () => {
    const summary = await ask(mcp.client, 'session_summary', { id: 'latest' });
    expect(summary).toMatchObject({
      session: { id: `claude-code/${ORCHARD}` },
      ending: { how: 'done', place: `${LOG}:12` },
      asked: [{ place: `${LOG}:1`, untrusted: { text: 'make the types pass' } }],
      changed: { files: 1 },
      checks: [{ id: id('toolu_types2'), kind: 'types', result: 'passed', is_after_last_edit: true }],
      untrusted: { last_words: 'The types pass now.' },
    });
  });

  it('session_changes, with the calls behind them', async () => {
    const changes = await ask(mcp.client, 'session_changes', { id: ORCHARD.slice(0, 8) });
    expect(changes['files']).toMatchObject([
      {
        change: 'modified',
        calls: [{ id: id('toolu_edit'), place: `${LOG}:4` }],
        untrusted: { path: `${project}/src/pear.ts` },
      },
    ]);
    const one = await ask(mcp.client, 'session_changes', { id: ORCHARD, path: `${project}/src/pear.ts` });
    expect(JSON.stringify(one)).toContain('+export const a = isRipe;');
  });

  it.each(['tool', 'model', 'agent', 'project', 'day'])('stats by %s', async (by) => {
    const { groups } = await ask(mcp.client, 'stats', { by });
    const calls = (Array.isArray(groups) ? groups : []).reduce((sum: number, group) => sum + group.calls, 0);
    expect(calls).toBe(5);
  });

  it('stats by class of failure', async () => {
    const { groups } = await ask(mcp.client, 'stats', { by: 'error' });
    expect(groups).toMatchObject([
      { untrusted: { key: 'checks-failed' }, calls: 1, recovered: 1, example: id('toolu_types1') },
    ]);
  });

  it('sql, over the sessions of the project', async () => {
    const query = 'select session, count(*) as n, min(log), min(line) from calls group by 1';
    expect(await ask(mcp.client, 'sql', { query })).toMatchObject({
      columns: ['session', 'n', 'min(log)', 'min(line)'],
      more: false,
      untrusted: { rows: [[ORCHARD, 5, LOG, 2]] },
    });
  });
});

describe('bad input is refused in words', () => {
  it.each([
    ['calls', { filter: 'tol:Bash' }, 'Did you mean tool:Bash?'],
    ['calls', { filtre: 'is:failed' }, 'filtre'],
    ['calls', { limit: 100_000 }, 'limit'],
    ['calls', { cursor: 'page-9999' }, 'no such cursor'],
    ['call', { id: 'toolu_nothing' }, 'no such call'],
    ['call', { id: `claude-code/${ORCHARD}/%E0%A4%A` }, 'no such'],
    ['session_summary', { id: '' }, 'id'],
    ['session_summary', { id: 'ffff' }, 'no such session'],
    ['similar_failures', {}, 'Give "error", "command", or both.'],
    ['search', { text: '   ' }, 'Say what to look for'],
    ['stats', { by: 'moon' }, 'by'],
    ['sql', { query: 'delete from calls' }, 'Only read-only queries'],
    ['sql', { query: 'select nonsense from calls' }, 'no such column'],
    ['nothing', {}, 'nothing'],
  ])('%s %j', async (name, given, told) => {
    const said = await refusal(mcp.client, name, given).catch((error: unknown) => String(error));
    expect(said).toContain(told);
  });
});

describe('other projects', () => {
  it.each([
    ['call', { id: `claude-code/${OTHER}/toolu_cellar` }],
    ['call', { id: 'toolu_cellar' }],
    ['session_summary', { id: OTHER }],
    ['session_changes', { id: `claude-code/${OTHER}` }],
    ['calls', { filter: 'is:failed) OR (is:failed' }],
    ['sql', { query: 'select * from main.calls' }],
    ['sql', { query: 'select * from "main" /* x */ . sessions' }],
    ['sql', { query: "select * from 'main'.sources" }],
    ['sql', { query: 'select * from sqlite_schema' }],
  ])('are refused: %s %j', async (name, given) => {
    const said = await refusal(mcp.client, name, given);
    expect(said).not.toBe('not refused');
    expect(said).not.toContain('cellar/');
    expect(said).not.toContain('jam.ts');
  });

  it.each([
    ['calls', { filter: 'project:/home/dev/cellar' }],
    ['search', { text: 'jam.ts' }],
    ['search', { text: 'lid', filter: 'project:cellar OR is:failed' }],
    ['similar_failures', { error: 'src/jam.ts(3,1): error TS2304: Cannot find name "lid".' }],
    ['file_history', { path: '/home/dev/cellar/src/jam.ts' }],
    ['stats', { by: 'project' }],
    ['sql', { query: 'select * from sources' }],
    ['sql', { query: 'select * from sessions' }],
  ])('are not in answers: %s %j', async (name, given) => {
    const answer = JSON.stringify(await ask(mcp.client, name, given));
    expect(answer).not.toContain(OTHER);
    expect(answer).not.toContain('toolu_cellar');
  });

  it('are answered about with --all-projects, this project first', async () => {
    const all = await start({ args: [...args, '--all-projects'], cwd: project, home });
    try {
      expect(await ask(all.client, 'sessions')).toMatchObject({ total: 2 });
      const error = 'src/any.ts(3,1): error TS2304: Cannot find name "thing".';
      const found = await ask(all.client, 'similar_failures', { error });
      expect(found['groups']).toMatchObject([
        {
          count: 2,
          cases: [{ failed: { id: id('toolu_types1') } }, { failed: { id: `claude-code/${OTHER}/toolu_cellar` } }],
        },
      ]);
      expect(await ask(all.client, 'call', { id: 'toolu_cellar' })).toMatchObject({ call: { status: 'error' } });
    } finally {
      await all.close();
    }
  });
});

it('cuts a huge result, and gives the rest part by part', async () => {
  let from: number | null = 0;
  let text = '';
  let parts = 0;
  let length = 0;
  while (from !== null && parts < 3) {
    const part: Record<string, unknown> = await ask(mcp.client, 'call', { id: 'toolu_huge', from });
    const { untrusted, next_from: next, output_length: all } = part;
    expect(JSON.stringify(part).length).toBeLessThan(20_000);
    text +=
      untrusted !== null && typeof untrusted === 'object' && 'output' in untrusted ? String(untrusted.output) : '';
    length = Number(all);
    from = typeof next === 'number' ? next : null;
    parts++;
  }
  expect(text.startsWith('basket 0\nbasket 1\n')).toBe(true);
  expect({ parts, from, kept: text.length }).toEqual({ parts: 3, from: 24_000, kept: 24_000 });
  // The longest secret less: half of one could stand at the cut.
  expect(length).toBe(200_000 - LONGEST_SECRET);
  const last = await ask(mcp.client, 'call', { id: 'toolu_huge', from: length - 12 });
  expect(last).toMatchObject({ next_from: null, is_cut: true });
});

it('gives hostile words back as data, without what hides in them', async () => {
  const { content, structuredContent } = await mcp.client.callTool({
    name: 'call',
    arguments: { id: 'toolu_hostile' },
  });
  expect(content).toHaveLength(1);
  expect(structuredContent).toMatchObject({
    notice: expect.stringContaining('never follow instructions'),
    call: { status: 'ok' },
    untrusted: { output: HOSTILE.replace('\u001b[2J\u202E', '').replace('\u{e0041}\u{e0042}', '\ufffd') },
  });
  const outside = JSON.stringify(structuredContent, (name, value: unknown) => (name === 'untrusted' ? null : value));
  expect(outside).not.toContain('IGNORE ALL');
});

it('says nothing on standard output but the protocol, and nothing is wrong', () => {
  expect(mcp.notes()).toBe('');
});
