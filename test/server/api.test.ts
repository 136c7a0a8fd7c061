// Tests every route of the API against a server with made-up logs: answers are what the contract says.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract.ts';
import { entryLine } from '../../src/api/wire/session.ts';
import { HOSTILE_ID, LONG, madeUpLogs, PNG, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

const PARTS = { agent: 'claude-code', session: SESSION };

function callParts(callId: string): Record<string, string> {
  return { ...PARTS, callId, occurrence: '1' };
}

let served: Served;
let folder: string;

beforeAll(async () => {
  ({ folder } = madeUpLogs());
  served = await serve([folder]);
}, 60_000);

async function linesOf(path: string): Promise<unknown[]> {
  const { status, headers, text } = await served.ask(path);
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => entryLine.parse(JSON.parse(line)));
}

it('tells its state', async () => {
  expect(await served.get('status')).toMatchObject({
    phase: 'following',
    sessions: 2,
    calls: 9,
    demo: false,
    trouble: [],
  });
});

describe('sessions', () => {
  it('come page by page', async () => {
    const first = await served.get('sessions', {}, { limit: '1' });
    expect(first.total).toBe(2);
    const second = await served.get('sessions', {}, { limit: '1', cursor: first.next ?? '' });
    expect([first, second].flatMap(({ sessions }) => sessions.map(({ id }) => id)).sort()).toEqual([
      SESSION,
      '22222222-2222-4333-8444-555555555555',
    ]);
    expect(second.next).toBeNull();
  });

  it('fit a filter by their calls', async () => {
    const { sessions, total } = await served.get('sessions', {}, { filter: 'tool:Grep' });
    expect([total, sessions.map(({ project }) => project)]).toEqual([1, ['/home/dev/harbor']]);
    const inexact = await served.get('sessions', {}, { filter: 'ships OR ls' });
    expect(inexact.sessions.map(({ id }) => id)).toEqual([SESSION]);
  });

  it('are told whole', async () => {
    const session = await served.get('session', PARTS);
    expect(session).toMatchObject({ id: SESSION, calls: 8, failures: 1, gone: false, state: { state: 'ended' } });
    expect(session.sources.map(({ ledger }) => ledger.addsUp)).toEqual([true]);
    expect(session.resume).toBe(`cd '${session.project}' && claude --resume ${SESSION}`);
  });

  it('are not found when they are not there', async () => {
    expect(await served.trouble('/api/v1/sessions/claude-code/nobody')).toMatchObject({ status: 404 });
    expect(await served.trouble(`/api/v1/sessions/codex/${SESSION}/entries`)).toMatchObject({ status: 404 });
  });
});

describe('entries', () => {
  it('are calls and words in the order of the files', async () => {
    const [head, chunk, ...others] = await linesOf(urlOf(contract.entries.path, PARTS, {}));
    expect(head).toEqual({ total: 11, seq: expect.any(Number), whole: true });
    expect(others).toEqual([]);
    expect(chunk).toMatchObject({
      kind: ['prompt', 'answer', 'call', 'call', 'call', 'call', 'call', 'call', 'call', 'call', 'answer'],
      toolId: ['', '', 'shell', 'read', 'read', 'edit', 'read', 'shell', 'shell', 'generic', ''],
      status: ['', '', 'ok', 'error', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', ''],
    });
  });

  it('that changed are told alone', async () => {
    const { seq } = await served.get('session', PARTS);
    const [head, ...chunks] = await linesOf(
      urlOf(contract.entries.path, PARTS, { since: String(seq), after: '0:100000000' }),
    );
    expect([head, chunks]).toEqual([{ total: 11, seq, whole: false }, []]);
  });

  it('fit filters', async () => {
    const [, chunk] = await linesOf(urlOf(contract.entries.path, PARTS, {}));
    const keys = entryLine.parse(chunk);
    if (!('key' in keys)) throw new Error('There is no chunk.');
    expect(await served.get('matches', PARTS, { filter: 'tool:Edit' })).toEqual({ keys: [keys.key[5]] });
    expect(await served.get('matches', PARTS, { filter: 'gate' })).toMatchObject({
      keys: expect.arrayContaining([keys.key[5]]),
    });
    expect(await served.trouble(urlOf(contract.matches.path, PARTS, { filter: 'tool:' }))).toMatchObject({
      status: 400,
      type: 'urn:toolscope:bad-filter',
    });
  });

  it('that were said are told whole', async () => {
    const said = await served.get('message', { ...PARTS, source: '0', offset: '0' }, { pointer: '/message/content' });
    expect(said).toMatchObject({ what: 'prompt', text: 'Mend the <b>gate</b>', cut: 0, place: { line: 1 } });
    const { length } = said.place;
    const path = urlOf(contract.record.path, { ...PARTS, source: '0', offset: '0' }, { length: String(length) });
    const { headers, text } = await served.ask(path);
    expect([headers['content-type'], JSON.parse(text).type]).toEqual(['text/plain; charset=utf-8', 'user']);
  });
});

describe('calls', () => {
  it('come page by page, newest first', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { calls: { callId: string }[]; next: string | null } = await served.get(
        'calls',
        {},
        { limit: '4', cursor },
      );
      ids.push(...page.calls.map(({ callId }) => callId));
      cursor = page.next;
    }
    expect(ids).toHaveLength(9);
    expect(new Set(ids).size).toBe(9);
    expect(await served.trouble('/api/v1/calls?cursor=bm9uc2Vuc2U')).toMatchObject({ status: 400 });
  });

  it('are told with their life, bodies and recovery', async () => {
    const edit = await served.get('call', callParts('toolu_edit'));
    expect(edit).toMatchObject({ toolId: 'edit', toolTitle: 'Edit', status: 'ok', from: 'log', recovery: null });
    expect(edit.bodies?.rawInput).toEqual({ file_path: '/home/dev/orchard/gate.ts', old_string: '1', new_string: '2' });
    expect(edit.stages.map(({ name }) => name)).toEqual([
      'requested',
      'permission',
      'hooks-before',
      'running',
      'hooks-after',
      'result',
      'structured',
    ]);
    const read = await served.get('call', callParts('toolu_read'));
    expect(read.recovery).toMatchObject({ by: { callId: 'toolu_read2' }, calls: 1 });
  });

  it('with hostile names are named like any other', async () => {
    const call = await served.get('call', callParts(HOSTILE_ID));
    expect(call).toMatchObject({
      callId: HOSTILE_ID,
      tool: '<img src=x onerror=alert(1)>',
      toolId: 'generic',
      toolTitle: 'Other tool',
    });
  });

  it('have long texts cut, and tell where', async () => {
    const { bodies } = await served.get('call', callParts('toolu_long'));
    expect(bodies?.cuts).toEqual(
      expect.arrayContaining([
        { body: 'content', pointer: '', characters: LONG.length },
        { body: 'structured', pointer: '/stdout', characters: LONG.length },
      ]),
    );
    expect(JSON.stringify(bodies).length).toBeLessThan(2_000_000);
  });

  it('have their records as the log has them', async () => {
    const { records } = await served.get('callRaw', callParts('toolu_ls'));
    expect(records.map(({ role, text, cut }) => [role, JSON.parse(text ?? '').type, cut])).toEqual([
      ['request', 'assistant', 0],
      ['result', 'user', 0],
    ]);
  });
});

describe('bodies', () => {
  const body = (callId: string, query: Record<string, string>): string =>
    urlOf(contract.callBody.path, callParts(callId), query);

  it('are plain text, whatever they hold', async () => {
    const { headers, text } = await served.ask(body('toolu_html', { from: 'content' }));
    expect([headers['content-type'], headers['x-content-type-options'], text]).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
      '<script>alert(1)</script>',
    ]);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('are whole', async () => {
    const { text } = await served.ask(body('toolu_long', { from: 'structured', pointer: '/stdout' }));
    expect(text).toBe(LONG);
  });

  it('can be had whole at every place where they were cut', async () => {
    const from = {
      input: 'typed-input',
      result: 'typed-result',
      rawInput: 'input',
      content: 'content',
      structured: 'structured',
    };
    const { bodies } = await served.get('call', callParts('toolu_long'));
    expect(bodies?.cuts.map(({ body: cut, pointer }) => `${cut} ${pointer}`)).toEqual([
      'result /stdout',
      'content ',
      'structured /stdout',
    ]);
    for (const { body: cut, pointer, characters } of bodies?.cuts ?? []) {
      const { text } = await served.ask(body('toolu_long', { from: from[cut], pointer }));
      expect([cut, text.length]).toEqual([cut, characters]);
    }
  });

  it('are images when their bytes are', async () => {
    const { bodies } = await served.get('call', callParts('toolu_image'));
    const [block] = Array.isArray(bodies?.content) ? bodies.content : [];
    expect(block).toMatchObject({ type: 'image', mediaType: 'image/png' });
    const { headers, bytes } = await served.ask(body('toolu_image', { from: 'record', pointer: block.pointer }));
    expect([headers['content-type'], bytes]).toEqual(['image/png', Buffer.from(PNG, 'base64')]);
  });

  it('can be saved, under a harmless name', async () => {
    const { headers } = await served.ask(body(HOSTILE_ID, { from: 'input', download: '1' }));
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/json',
      'attachment; filename="generic-input"',
    ]);
  });

  it('that are not there are not found', async () => {
    expect(await served.trouble(body('toolu_ls', { from: 'structured', pointer: '/__proto__/x' }))).toMatchObject({
      status: 404,
    });
    expect(await served.trouble(body('toolu_ls', { from: 'spilled' }))).toMatchObject({ status: 404 });
    expect(await served.trouble(body('toolu_ls', { from: 'elsewhere' }))).toMatchObject({ status: 400 });
  });
});

it('sums up', async () => {
  const { tools, timeline } = await served.get('tools');
  expect(tools.map(({ toolId, calls, failures }) => [toolId, calls, failures])).toEqual(
    expect.arrayContaining([
      ['shell', 3, 0],
      ['read', 3, 1],
    ]),
  );
  expect(timeline.buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(9);
  const { classes } = await served.get('errors');
  expect(classes).toMatchObject([
    { toolId: 'read', count: 1, recovered: 1, example: { callId: 'toolu_read', occurrence: 1 } },
  ]);
  expect(classes[0]?.trend.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect((await served.get('timeline', {}, { filter: 'tool:Edit', buckets: '10' })).buckets).toHaveLength(1);
  expect(await served.get('control')).toMatchObject({ hooks: [], permissions: [] });
});

it('gives a line of a log by its number', async () => {
  const [log] = (await served.get('session', PARTS)).sources;
  const lineOf = (line: number) =>
    served.ask(`/api/v1/logs/line?file=${encodeURIComponent(log?.path ?? '')}&line=${line}`);
  const lines = readFileSync(log?.path ?? '', 'utf8').split('\n');
  const { status, text, headers } = await lineOf(2);
  expect([status, text, headers['content-type']]).toEqual([200, lines[1], 'text/plain; charset=utf-8']);
  expect((await lineOf(lines.length + 1)).status).toBe(404);
});

it('tells what happened to files', async () => {
  const { files } = await served.get('files');
  expect(files.find(({ path }) => path === '/home/dev/orchard/gate.ts')).toMatchObject({
    reads: 1,
    edits: 1,
    notMade: 1,
    linesAdded: 1,
    linesRemoved: 1,
  });
  const history = await served.get('fileHistory', {}, { path: '/home/dev/orchard/gate.ts' });
  expect(history.touches.map(({ touch, status }) => `${touch} ${status}`)).toEqual([
    'read error',
    'read ok',
    'edit ok',
  ]);
  expect(history.touches[2]?.diff).toMatchObject({ kind: 'diff', state: 'written' });
});

it('finds text', async () => {
  const { hits } = await served.get('search', {}, { q: 'mended' });
  expect(hits).toMatchObject([
    { session: SESSION, what: 'answer', call: null, snippet: { text: 'Done: the gate is mended.' } },
  ]);
  const inCall = await served.get('search', {}, { q: '"let gate = 1"' });
  expect(inCall.hits.some(({ call }) => call?.callId === 'toolu_read2')).toBe(true);
});

it('ranks sessions by what is found in them', async () => {
  const found = await served.get('searchSessions', {}, { q: 'gate' });
  expect(found.groups[0]).toMatchObject({ session: SESSION, role: 'prompt', isTogether: true, alike: [] });
  expect(found).toMatchObject({
    total: found.groups.length,
    next: null,
    facets: { agent: [{ key: 'claude-code', sessions: found.total }] },
    searched: { isComplete: true, lookedInto: found.searched.mayHold },
  });
  const answers = await served.get('searchSessions', {}, { q: 'gate', role: 'answer', reach: 'all' });
  expect(answers.groups.map(({ role }) => role)).toEqual(['answer']);
  expect(await served.trouble('/api/v1/search/sessions?q=gate&role=nobody')).toMatchObject({ status: 400 });
  expect(await served.trouble('/api/v1/search/sessions?q=tool:Bash')).toMatchObject({ status: 400 });
});

it('tells how well it reads', async () => {
  expect(await served.get('health')).toMatchObject({ ledger: { addsUp: true, problems: 0 }, unknownRecords: [] });
});

it('checks filters', async () => {
  expect(await served.get('filterCheck', {}, { text: 'tool:Ba' })).toMatchObject({ ok: true, errors: [] });
  expect(await served.get('filterCheck', {}, { text: 'tool:', at: '5' })).toMatchObject({ ok: false });
});

it('does not send again what the asker has', async () => {
  const { headers } = await served.ask('/api/v1/tools');
  const tag = headers['etag'] ?? '';
  expect(tag).toMatch(/^W\//);
  const again = await served.ask('/api/v1/tools', { headers: { 'if-none-match': tag } });
  expect([again.status, again.text]).toEqual([304, '']);
});
