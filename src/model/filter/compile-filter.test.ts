// Checks which calls a filter fits: every key, every value of is: and has:, texts, negation, budgets, and speed.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../tool-call.ts';
import { compileFilter } from './compile-filter.ts';
import type { Filter } from './filter.ts';
import { HAS_VALUES, IS_VALUES } from './flags.ts';
import { KEY_NAMES, specOf } from './keys.ts';
import { parseFilter } from './parse-filter.ts';
import { type SessionFacts, sessionFacts } from './session-facts.ts';
import { REGEX_TEXT_LIMIT, regexBudget } from './text-test.ts';

function matchesCall(filter: Filter, call: ToolCall, facts: SessionFacts): boolean {
  return compileFilter(filter).matches(call, facts);
}

const NOW = Date.parse('2026-03-08T12:30:00Z');
const REF = { source: 0, line: 1, offset: 0, length: 10 };

const PLAIN: ToolCall = {
  agent: 'claude-code',
  session: '4f1c-aa',
  callId: 'toolu_01AB',
  occurrence: 1,
  thread: 'main',
  turn: 1,
  tool: 'Other',
  toolId: 'other',
  model: null,
  status: 'ok',
  statusRule: 'result',
  failure: null,
  masked: null,
  feedback: null,
  requestedAt: null,
  endedAt: null,
  duration: null,
  result: null,
  summary: '',
  facts: {},
  target: null,
  aim: null,
  messageId: null,
  identity: 0,
  parallelGroup: null,
  parentCall: null,
  agentId: null,
  background: null,
  hooks: [],
  progressCount: 0,
  permission: null,
  flags: [],
  copies: [],
  evidence: [],
  problems: [],
  bodies: { input: { ...REF, pointer: '/input' }, content: null, structured: null },
};

const RICH: ToolCall = {
  ...PLAIN,
  thread: 'agent-7',
  turn: 4,
  tool: 'Bash',
  toolId: 'shell',
  model: 'claude-opus-4-5',
  status: 'error',
  failure: { code: 'command-failed', blame: 'environment', message: 'no space left' },
  masked: { code: 'tests-failed', blame: 'code', message: '2 failed', ref: REF },
  feedback: 'not like this',
  requestedAt: NOW - 3_600_000,
  endedAt: NOW - 3_590_000,
  duration: { ms: 10_000, basis: 'between-records', bound: 'at-most', includes: [] },
  result: { kind: 'output', via: 'structured' },
  summary: 'npm test → exit 1',
  facts: {
    path: '/home/ada/web/src/lib/app.ts',
    url: 'https://example.org/api',
    paths: '/home/ada/web/src/lib/bulb.ts\n/home/ada/web/notes/torch.md',
    command: 'npm test -- --watch=false',
    commands: 'git push origin\nsudo docker ps',
    programs: 'npm\ngit\nsudo\ndocker',
    query: 'TODO',
    exitCode: 1,
    httpStatus: 404,
    matches: 3,
    lines: 120,
    linesAdded: 4,
    linesRemoved: 2,
    bytes: 5000,
    tokens: 1200,
    taskId: 'b3f9',
    server: 'github',
    images: 1,
    truncated: true,
    userModified: true,
    note: 'tests failed',
  },
  target: 'npm test',
  parallelGroup: 'msg_1',
  parentCall: 'toolu_00',
  agentId: 'agent-9',
  background: { kind: 'shell', taskId: 'b3f9', endedVia: null, exitCode: null, pollCalls: [] },
  hooks: [
    {
      event: 'PostToolUse',
      name: 'PostToolUse:Bash',
      command: 'lint.sh',
      outcome: 'ok',
      exitCode: 0,
      durationMs: 5,
      decision: null,
      message: null,
      at: null,
      ref: REF,
    },
  ],
  progressCount: 2,
  permission: { decision: 'allowed', by: 'rule', at: null, ref: REF },
  flags: [
    'off-branch',
    'superseded',
    'pre-compaction',
    'cleared',
    'rolled-back',
    'duplicate-result',
    'implied',
    'nested',
  ],
  copies: [{ session: 'x', file: 'f', line: 1, offset: 0, length: 1 }],
  problems: [{ code: 'odd', severity: 'info', message: 'Odd.', params: {}, ref: null }],
  bodies: {
    input: { ...REF, pointer: '/input' },
    content: { ...REF, pointer: '/c' },
    structured: { ...REF, pointer: '/s' },
  },
};

const FACTS: SessionFacts = {
  ...sessionFacts(
    {
      live: true,
      fields: { cwd: '/home/ada/web', title: 'Repair the log in', gitBranch: 'feature/login', version: '2.1.92' },
      threads: [
        { id: 'agent-7', agentType: 'Explore', description: null, parentCall: null, parentThread: null, depth: 1 },
      ],
    },
    { familyOf: (toolId) => (toolId === 'shell' ? 'terminal' : undefined) },
  ),
};

const EMPTY_FACTS: SessionFacts = { live: false };

function read(text: string): Filter {
  const result = parseFilter(text, { now: NOW, offsetMinutesAt: () => 0 });
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.errors)}`);
  return result.filter;
}

const FITTING = [
  ...[
    'tool:Bash',
    'tool:bash,x',
    'tool:SHELL',
    'tool:terminal',
    'tool:b*',
    'toolid:shell',
    'status:error',
    'blame:environment',
  ],
  ...['is:masked', 'masked:tests-failed', 'masked:*', '-code:tests-failed', '-blame:code'],
  ...['code:command-failed', 'code:command-*', 'agent:claude-code', 'agent:claude', 'agent:*', 'project:web'],
  ...[
    'project:ada/web',
    'project:/home/ada',
    'project:~/web',
    'session:4f1c',
    'session:4F',
    'title:"log in"',
    'branch:feature/*',
  ],
  ...[
    'version:2.1.*',
    'thread:agent',
    'thread:explore',
    'call:toolu_01',
    'id:*AB',
    'task:b3',
    'model:opus',
    'model:claude-*',
  ],
  ...[
    'file:src/**',
    'file:app.ts',
    'file:lib/*.ts',
    'file:src',
    'file:/home/**/lib',
    'url:example.org',
    'url:https://*',
  ],
  ...['file:bulb.ts', 'file:notes', 'command:"git push"', 'command:sudo*', 'program:docker', 'program:DOCK*'],
  ...['command:"npm test"', 'command:npm*', 'query:todo', 'server:github', 'server:*', 'hook:lint', 'hook:posttooluse'],
  ...['permission:allowed', 'permission:rule', 'result:output', 'via:structured', 'since:2h', 'after:2h', 'before:30m'],
  ...[
    'until:today',
    'on:today',
    'on:2026-03-08..',
    'duration:>5s',
    'duration:10s',
    'duration:1s..10s',
    'exit:!=0',
    'exit:0,1',
  ],
  ...[
    'http:>=400',
    'turn:4',
    'turn<5',
    'tokens:>=1000',
    'lines:>100',
    'added:4',
    'removed:<=2',
    'matches:1..',
    'bytes:5kB',
  ],
  ...[
    'npm',
    '"exit 1"',
    'tes*',
    'LEFT',
    '/n[po]m/',
    '/NO SPACE/i',
    'text:"no space"',
    '-zebra',
    '-(npm zebra)',
    'zebra OR npm',
  ],
];

test.each(FITTING)('%s fits the call, and its opposite does not', (text) => {
  const filter = read(text);
  expect(matchesCall(filter, RICH, FACTS)).toBe(true);
  expect(matchesCall({ type: 'not', item: filter }, RICH, FACTS)).toBe(false);
});

test('every key is tried above, and none fits a call without the fact', () => {
  const tried = new Set(FITTING.map((text) => /^-?([a-z]+)[:<]/.exec(text)?.[1]));
  const always = ['is', 'has'];
  expect(KEY_NAMES.filter((key) => !tried.has(key) && !always.includes(key))).toEqual([]);
  const present = ['tool', 'toolid', 'status', 'agent', 'session', 'thread', 'call', 'turn', 'text', ...always];
  for (const text of FITTING) {
    const key = KEY_NAMES.find((name) => text.startsWith(`${name}:`));
    if (key !== undefined && !present.includes(key)) {
      expect([text, matchesCall(read(text), PLAIN, EMPTY_FACTS)]).toEqual([text, false]);
    }
  }
});

test.each([
  ...[
    'tool:Bas',
    'tool:term',
    'toolid:Bash',
    'toolid:terminal',
    'agent:clau',
    'agent:code',
    'status:ok',
    'project:we',
    'project:/ada',
    'file:ib/app.ts',
  ],
  ...[
    'file:src/*.ts',
    'file:/src/**',
    'session:c',
    'command:test*',
    'program:dock',
    'program:push',
    'file:notes/*.ts',
    'server:git',
    'exit:!=1',
    'exit:0',
  ],
  ...[
    'duration:>10s',
    'since:30m',
    'before:2h',
    'on:yesterday',
    'after:today',
    'zebra',
    'xit*',
    '/NPM/',
    '/^zest/',
    'est*',
  ],
])('%s does not fit the call', (text) => {
  expect(matchesCall(read(text), RICH, FACTS)).toBe(false);
});

test('each value of is: and has: tells calls apart', () => {
  const variants: ToolCall[] = [
    PLAIN,
    RICH,
    { ...RICH, failure: { code: 'no-hits', blame: 'expected', message: '' } },
    { ...PLAIN, status: 'running', permission: { decision: 'asked', by: 'user', at: 1, ref: REF } },
    ...(['rejected', 'denied', 'cancelled', 'interrupted', 'running', 'lost', 'unknown', 'background'] as const).map(
      (status) => ({
        ...PLAIN,
        status,
      }),
    ),
  ];
  const worlds = variants.flatMap((call) => [FACTS, EMPTY_FACTS].map((facts) => ({ call, facts })));
  for (const [key, values] of [['is', IS_VALUES] as const, ['has', HAS_VALUES] as const]) {
    for (const value of Object.keys(values)) {
      const answers = new Set(worlds.map(({ call, facts }) => matchesCall(read(`${key}:${value}`), call, facts)));
      expect([key, value, answers.size]).toEqual([key, value, 2]);
    }
  }
});

test('an expected failure is an error that did not fail', () => {
  const expected: ToolCall = { ...RICH, failure: { code: 'no-hits', blame: 'expected', message: '' } };
  expect(['is:error', 'is:failed', 'is:expected'].map((text) => matchesCall(read(text), expected, FACTS))).toEqual([
    true,
    false,
    true,
  ]);
});

test('texts come from the caller, once, and only when they are needed', () => {
  let asked = 0;
  const facts: SessionFacts = {
    ...FACTS,
    text: () => {
      asked++;
      return 'Größe of the STRASSE: naïve-zebra';
    },
  };
  const ask = (text: string): [boolean, number] => {
    asked = 0;
    return [matchesCall(read(text), RICH, facts), asked];
  };
  expect(ask('zebra strasse größe naïve /ZEBRA/i')).toEqual([true, 1]);
  expect(ask('zeb* strass*')).toEqual([true, 1]);
  expect(ask('ebra*')).toEqual([false, 1]);
  expect(ask('ve*')).toEqual([false, 1]);
  expect(ask('zebra status:ok')).toEqual([false, 0]);
  expect(ask('zebra OR status:error')).toEqual([true, 0]);
  expect(ask('status:error')).toEqual([true, 0]);
});

test('the first pass answers without texts where it can', () => {
  const quick = (text: string): boolean | null => compileFilter(read(text)).quick(RICH, FACTS);
  expect(quick('status:error')).toBe(true);
  expect(quick('status:ok zebra')).toBe(false);
  expect(quick('status:error OR zebra')).toBe(true);
  expect(quick('status:error zebra')).toBe(null);
  expect(quick('-zebra')).toBe(null);
  expect(compileFilter(read('status:error')).usesText).toBe(false);
  expect(compileFilter(read('status:error -/x/')).usesText).toBe(true);
});

test('a spent budget leaves a call undecided, whichever way the question is put', () => {
  const budget = regexBudget(10);
  const facts = { ...FACTS, text: () => 'a'.repeat(10_000) };
  const plain = compileFilter(read('/[b]/'));
  const opposite = compileFilter(read('-/[b]/'));
  expect(plain.decide(RICH, facts, budget)).toBe(null);
  expect(budget.stepsLeft).toBeLessThan(0);
  expect(opposite.decide(RICH, facts, budget)).toBe(null);
  expect(opposite.matches(RICH, facts, budget)).toBe(false);
  expect(compileFilter(read('/[b]/ status:ok')).decide(RICH, facts, budget)).toBe(false);
  expect(compileFilter(read('/[b]/ OR status:error')).decide(RICH, facts, budget)).toBe(true);
});

test('regular expressions look at the first million characters', () => {
  const facts = (text: string): SessionFacts => ({ ...FACTS, text: () => text });
  expect(matchesCall(read('/end/'), RICH, facts(`${'x'.repeat(REGEX_TEXT_LIMIT - 3)}end`))).toBe(true);
  expect(matchesCall(read('/end/'), RICH, facts(`${'x'.repeat(REGEX_TEXT_LIMIT)}end`))).toBe(false);
});

const pieces = fc.constantFrom(
  ...FITTING,
  ...['is:live', 'is:failed', 'has:image', 'status:ok', 'exit:0', 'since:1h', '/x+/', 'zebra', 'via:raw', '-npm'],
);
const texts = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    pieces,
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a}) ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} OR ${b})`),
    tie('text').map((inner) => `-(${inner})`),
  ),
})).text;
const calls = fc
  .record(
    {
      status: fc.constantFrom('ok', 'error', 'lost', 'unknown', 'background'),
      turn: fc.nat(9),
      requestedAt: fc.option(fc.integer({ min: NOW - 100_000_000, max: NOW })),
      facts: fc.constantFrom({}, RICH.facts),
      failure: fc.constantFrom(null, RICH.failure),
      summary: fc.constantFrom('', 'zebra', 'npm x'),
    },
    { requiredKeys: [] },
  )
  .map((part): ToolCall => ({ ...RICH, ...part }));

test('negation is the complement, for every filter and call', () => {
  fc.assert(
    fc.property(texts, calls, fc.constantFrom(FACTS, EMPTY_FACTS), (text, call, facts) => {
      const answer = matchesCall(read(text), call, facts);
      expect(matchesCall(read(`-(${text})`), call, facts)).toBe(!answer);
      const quick = compileFilter(read(text)).quick(call, facts);
      if (quick !== null) expect(quick).toBe(answer);
    }),
    { numRuns: 1000 },
  );
});

test('side by side is and, OR is or', () => {
  fc.assert(
    fc.property(texts, texts, calls, (a, b, call) => {
      const [first, second] = [a, b].map((text) => matchesCall(read(text), call, FACTS));
      expect(matchesCall(read(`(${a}) (${b})`), call, FACTS)).toBe(first && second);
      expect(matchesCall(read(`(${a}) OR (${b})`), call, FACTS)).toBe(first || second);
    }),
  );
});

test('a filter with something of everything', () => {
  const filter = compileFilter(
    read(
      'tool:mcp__*,Bash -blame:expected file:src/** duration:>5s since:7d (is:failed OR has:image) command:npm* npm',
    ),
  );
  expect(filter.matches(RICH, FACTS)).toBe(true);
});

test('what the table says about a key is kept', () => {
  for (const key of KEY_NAMES) {
    const spec = specOf(key);
    for (const example of spec.examples)
      expect([example, parseFilter(example, { now: NOW }).ok]).toEqual([example, true]);
    expect(spec.help).toMatch(/\.$/);
  }
});
