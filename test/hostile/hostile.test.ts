// Tests hostile and broken logs: at most a row with a problem, and no other effect.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { fuzz } from '../support/fuzz.ts';
import { readFiles, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const FILE = `${SID}.jsonl`;

function ledgerOf(session: Session): {
  lines: number;
  observed: number;
  problems: unknown;
  ignored: unknown;
  sound: boolean;
} {
  const ledger = session.sources[0]?.ledger;
  if (ledger === undefined) throw new Error('no source');
  return {
    lines: ledger.lines,
    observed: ledger.observed,
    problems: Object.fromEntries(ledger.problems),
    ignored: Object.fromEntries(ledger.ignored),
    sound: addsUp(ledger),
  };
}

function good(id: string): string {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call(id, 'Bash', { command: 'x' });
  return log.text();
}

describe('broken lines', () => {
  it('are problems with their place, and the lines around them are read', async () => {
    const text = `${good('toolu_a')}{"type":"user", oops}\n\u0000\u0000\n[1,2]\n"text"\n\n   \n{"no":"type"}\n{"type":"user","message":null}\n{"type":"assistant","message":"x"}\n{"type":7}\n`;
    const session = await readOne({ [FILE]: text });
    expect(ledgerOf(session)).toEqual({
      lines: 12,
      observed: 2,
      problems: { 'invalid-json': 1, 'nul-bytes': 1, 'not-an-object': 2, 'no-record-type': 2, 'no-message': 2 },
      ignored: { 'blank line': 2 },
      sound: true,
    });
    const broken = session.problems.find(({ code }) => code === 'invalid-json');
    const at = Buffer.byteLength(good('toolu_a'));
    expect(broken?.ref).toEqual({ source: 0, line: 3, offset: at, length: 21 });
    expect(broken?.message).toContain(`at byte ${at + 16}`);
    expect(session.calls).toHaveLength(1);
  });

  it('with bytes that are no UTF-8 are reported and still read', async () => {
    const [first, second] = good('toolu_a').split('\n');
    const bad = Buffer.from(`${second}\n`);
    bad[bad.indexOf('command') + 2] = 0xff;
    const session = await readOne({ [FILE]: Buffer.concat([Buffer.from(`${first}\n`), bad]) });
    expect(ledgerOf(session)).toMatchObject({ lines: 2, observed: 1, problems: { 'invalid-utf8': 1 }, sound: true });
    expect(session.calls).toHaveLength(1);
  });

  it('holding two objects are read twice; whole objects before a broken rest are read too', async () => {
    const [first, second] = good('toolu_a').trimEnd().split('\n');
    const both = await readOne({ [FILE]: `${first}${second}\n` });
    expect([both.calls.length, both.sources[0]?.ledger.findings.get('several-objects-on-one-line')]).toEqual([1, 1]);
    expect(both.calls[0]?.evidence[0]?.offset).toBe(Buffer.byteLength(first ?? ''));
    const half = await readOne({ [FILE]: `${first}\n${second}{"type":"us\n` });
    expect([half.calls.length, ledgerOf(half).problems]).toEqual([1, { 'invalid-json': 1 }]);
  });
});

describe('strange records', () => {
  it('never throw, whatever JSON they are', async () => {
    const types = fc.constantFrom(
      'user',
      'assistant',
      'system',
      'attachment',
      'progress',
      'summary',
      'queue-operation',
      'cost-state',
      'ai-title',
      'pr-link',
      'nonsense',
    );
    const keys = fc.constantFrom(
      'message',
      'uuid',
      'parentUuid',
      'toolUseResult',
      'attachment',
      'data',
      'content',
      'subtype',
      'timestamp',
      'isSidechain',
      'agentId',
      'hookInfos',
      'compactMetadata',
      'wireToolInputs',
      'supersedesUuids',
      'origin',
      'toolDenialKind',
      'parentToolUseID',
      'operation',
      '__proto__',
      'constructor',
    );
    const blocks = fc.array(
      fc.record(
        {
          type: fc.constantFrom('text', 'tool_use', 'tool_result', 'image', 'thinking', 'web_search_tool_result', 'x'),
          id: fc.jsonValue(),
          name: fc.jsonValue(),
          input: fc.jsonValue(),
          tool_use_id: fc.jsonValue(),
          content: fc.jsonValue(),
          text: fc.jsonValue(),
          source: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.jsonValue(),
          content: fc.oneof(blocks, fc.jsonValue()),
          model: fc.jsonValue(),
          usage: fc.jsonValue(),
          type: fc.string(),
        },
        { requiredKeys: [] },
      ),
    );
    const record = fc
      .tuple(types, fc.dictionary(keys, value))
      .map(([type, fields]) => JSON.stringify({ sessionId: SID, ...fields, type }));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), async (records) => {
        for (const session of await readFiles({ [FILE]: `${records.join('\n')}\n` }))
          expect(ledgerOf(session).sound).toBe(true);
      }),
      fuzz(300),
    );
  }, 120_000);

  it('with names that are special in JavaScript are ordinary names', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '<script>alert(1)</script>']) {
      log.call(`id_${name}`, name, JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
      log.result(`id_${name}`, 'fine', { structured: JSON.parse('{"__proto__":{"polluted":true}}') });
    }
    log.call('__proto__', 'Bash', { command: 'x' });
    log.result('__proto__', 'fine');
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ tool, status }) => [tool, status])).toEqual([
      ['__proto__', 'ok'],
      ['constructor', 'ok'],
      ['toString', 'ok'],
      ['hasOwnProperty', 'ok'],
      ['<script>alert(1)</script>', 'ok'],
      ['Bash', 'ok'],
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('nested a hundred thousand deep are read', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const line = `{"type":"assistant","uuid":"u1","sessionId":"${SID}","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"x","deep":${deep}}}]}}\n`;
    const session = await readOne({ [FILE]: line });
    expect(session.calls).toHaveLength(1);
  });

  it('with numbers as strings and strings as numbers keep what can be kept', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Read', { file_path: '/x', offset: '10', limit: '5' });
    log.result('toolu_a', 12, { structured: 7 });
    log.raw({ type: 'assistant', uuid: 7, timestamp: 1234, sessionId: SID, message: { id: 9, content: 'words' } });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ callId, status, result }) => [callId, status, result?.via])).toEqual([
      ['toolu_a', 'ok', 'text'],
    ]);
  });
});

describe('big inputs', () => {
  it('100,000 calls in one file', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (let i = 0; i < 100_000; i++) log.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` }, `msg_${i}`);
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls).toHaveLength(100_000);
    expect(session.calls.at(-1)).toMatchObject({ callId: 'toolu_99999', status: 'lost', summary: 'echo 99999' });
  }, 120_000);

  it('a line of 30 MB is read', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'cat big' });
    log.result('toolu_a', 'x'.repeat(30 * 1024 * 1024));
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls[0]).toMatchObject({ status: 'ok', facts: { bytes: 30 * 1024 * 1024 } });
  }, 120_000);

  it('a longer line than may be is a problem of that line, and the rest is read', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'cat big' });
    log.result('toolu_a', 'x'.repeat(40 * 1024 * 1024));
    log.call('toolu_b', 'Bash', { command: 'ls' });
    log.result('toolu_b', 'y');
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([
      ['toolu_a', 'lost'],
      ['toolu_b', 'ok'],
    ]);
    const [source] = session.sources;
    expect(source?.ledger.problems).toEqual(new Map([['line-too-long', 1]]));
    expect(source !== undefined && addsUp(source.ledger)).toBe(true);
  }, 120_000);
});
