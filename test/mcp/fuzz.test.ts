// Fuzzes what a client sends over standard input: lines that are not messages, and questions with arguments of every kind. Each
// question is answered or refused, and the server continues.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../support/fuzz.ts';
import { buildProgram, PROGRAM } from '../support/program.ts';
import { orchardPlaces } from './support.ts';

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly isError?: boolean; readonly tools?: readonly { readonly name: string }[] };
  readonly error?: { readonly message: string };
}

let child: ChildProcessWithoutNullStreams;
let notes = '';
const waiting = new Map<unknown, (answer: Answer) => void>();
const unasked: Answer[] = [];

function say(line: string): void {
  child.stdin.write(`${line}\n`);
}

let count = 0;
function ask(method: string, params: unknown): Promise<Answer> {
  const id = ++count;
  return new Promise((done) => {
    waiting.set(id, done);
    say(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  });
}

beforeAll(async () => {
  await buildProgram();
  const { logs, home, project } = orchardPlaces();
  child = spawn(process.execPath, [PROGRAM, 'mcp', '--root', logs, '--no-archive'], {
    cwd: project,
    env: { ...process.env, TOOLSCOPE_HOME: home },
  });
  child.stderr.on('data', (part: Buffer) => {
    notes += part.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: Answer = JSON.parse(line);
    const done = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (done === undefined) unasked.push(answer);
    else done(answer);
  });
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  });
  say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
}, 240_000);

afterAll(() => {
  child.kill('SIGKILL');
});

async function isWell(): Promise<void> {
  expect(child.exitCode).toBeNull();
  const { result } = await ask('tools/call', { name: 'sessions', arguments: {} });
  expect(result?.isError ?? false).toBe(false);
}

const odd = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '../..',
    '%00',
    '%',
    '__proto__',
    'constructor',
    'a'.repeat(5000),
    '-1',
    '(',
    '"',
  ),
  fc.constantFrom(-1, 1e308, Number.MAX_SAFE_INTEGER + 2, 0.5, null, true, [], {}),
  fc.string(),
  fc.jsonValue(),
);
const NAMES = [
  'sessions',
  'calls',
  'call',
  'search',
  'similar_failures',
  'session_summary',
  'session_changes',
  'file_history',
  'stats',
  'sql',
];
const KEYS = ['id', 'filter', 'cursor', 'limit', 'text', 'error', 'path', 'by', 'query', 'regex', '__proto__'];
const SENSIBLE = [
  'tool:Bash',
  'status:error OR',
  'select * from calls',
  'select 1; drop table calls',
  'claude-code/5111/toolu_x',
  'page-1',
  'tool',
  'pear.ts',
];
const argument = fc.oneof(odd, fc.constantFrom(...SENSIBLE));
const argumentsOf = fc.array(fc.tuple(fc.constantFrom(...KEYS), argument), { maxLength: 5 }).map(Object.fromEntries);

it('questions with any arguments are answered or refused', fuzzTimeout(240_000), async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...NAMES), argumentsOf, async (name, args) => {
      const { result, error } = await ask('tools/call', { name, arguments: args });
      expect(result !== undefined || error !== undefined).toBe(true);
      const told = JSON.stringify(result ?? error);
      expect(told).not.toContain('Something went wrong inside');
      expect(told).not.toMatch(/\.(?:ts|js):\d+:\d+/);
    }),
    fuzz(150),
  );
  await isWell();
});

it('lines that are no messages change nothing', fuzzTimeout(240_000), async () => {
  const message = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), odd),
      id: odd,
      method: fc.oneof(fc.constantFrom('tools/list', 'ping', 'resources/read', 'notifications/cancelled'), odd),
      params: odd,
    },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    message.map((value) => JSON.stringify(value)),
    fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)),
    message.map((value) => JSON.stringify(value).slice(0, -1)),
    fc.string(),
    fc.constantFrom('', '[]', '{}', 'null', '['.repeat(20_000), `{"a":"${'x'.repeat(1_000_000)}"}`, '\u0000'),
  );
  for (const given of fc.sample(line, fuzz(300))) say(given.replaceAll(/[\r\n]/g, ' '));
  await isWell();
});

it('cancelling what was never asked, or over and over, changes nothing', fuzzTimeout(240_000), async () => {
  for (let i = 0; i < 5000; i++) {
    say(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: i % 7 === 0 ? `${i}` : i + 1e6 },
      }),
    );
  }
  // Asked and cancelled at once: no one waits for these.
  for (let i = 0; i < 200; i++) {
    const id = `gone-${i}`;
    say(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'calls', arguments: {} } }));
    say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }));
  }
  await isWell();
});

it('what was not understood is said in one line each, and not for ever', () => {
  expect(notes).toContain('Something that the client sent was not understood');
  expect(notes.split('\n').length).toBeLessThan(20);
  expect(notes).not.toMatch(/^\s+at /m);
});

it('a message longer than any should be ends it, in words', fuzzTimeout(240_000), async () => {
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin.on('error', () => {});
  say(`{"a":"${'x'.repeat(12_000_000)}"}`);
  expect(await ended).toBe(0);
});
