// Tests traces as they leave: whole values in both formats, and what holds for every session however strange.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyAt, hookRun, sessionWith, toolCall } from '../../test/support/tool-call.ts';
import { STATUSES } from '../model/outcome.ts';
import type { Message, Session, Thread } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type TraceFormat, traceText } from './export-trace.ts';
import { tracedSession } from './traced-session.ts';

async function joined(batches: AsyncIterable<readonly string[]>): Promise<string> {
  let text = '';
  for await (const pieces of batches) text += pieces.join('');
  return text;
}

function textOf(session: Session, format: TraceFormat, summaries = true): Promise<string> {
  return joined(traceText(tracedSession(session), { format, summaries }));
}

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

interface Trace {
  readonly traceEvents: readonly Event[];
  readonly otherData: Readonly<Record<string, unknown>>;
}

async function perfetto(session: Session, summaries = true): Promise<Trace> {
  return JSON.parse(await textOf(session, 'perfetto', summaries));
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events?: readonly unknown[];
  readonly status?: { readonly code: number; readonly message: string };
}

async function otlp(session: Session, summaries = true): Promise<OtlpSpan[]> {
  return JSON.parse(await textOf(session, 'otlp', summaries)).resourceSpans[0].scopeSpans[0].spans;
}

function thread(id: string, parentCall: string | null, fields: Partial<Thread> = {}): Thread {
  return { id, agentType: 'scout', description: 'Look around', parentCall, parentThread: 'main', depth: 1, ...fields };
}

function prompt(at: number | null, fields: Partial<Message> = {}): Message {
  const { pointer, ...ref } = bodyAt(1);
  return {
    what: 'prompt',
    thread: 'main',
    at,
    preview: 'Mend the gate',
    size: 13,
    model: null,
    callId: null,
    ref,
    pointer,
    ...fields,
  };
}

/** A shell call that failed, a subagent with one call, and a call that was refused meanwhile. */
function orchard(): Session {
  const failure = { code: 'tests-failed', blame: 'agent', message: 'secret words' } as const;
  return sessionWith(
    's1',
    [
      { callId: 'a', status: 'error', failure, summary: 'npm test', model: 'm', parallelGroup: 'g' },
      { callId: 'b', tool: 'Task', toolId: 'agent', summary: 'Look around', requestedAt: 5000, endedAt: 8000 },
      { callId: 'c', tool: 'Read', thread: 't1', parentCall: 'b', requestedAt: 5500, endedAt: 6000 },
      {
        callId: 'd',
        tool: 'Edit',
        status: 'rejected',
        requestedAt: 5500,
        endedAt: 7000,
        flags: ['off-branch'],
      },
    ],
    {
      fields: { title: 'The gate', cwd: '/home/dev/orchard', version: '2.1.0' },
      threads: [thread('main', null, { agentType: null, description: null, depth: 0 }), thread('t1', 'b')],
      messages: [prompt(1000), prompt(9000, { what: 'answer' })],
      compactions: [{ thread: 'main', at: 8500, trigger: 'auto', preTokens: 900, postTokens: 100, ref: bodyAt(9) }],
      usage: [{ model: 'm', messages: 2, usage: { input: 5, output: 7, cacheRead: 20, cacheWrite: 1, reasoning: 0 } }],
    },
  );
}

const CALL_A = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'Bash',
  'gen_ai.tool.call.id': 'a',
  'gen_ai.tool.type': 'function',
  'gen_ai.conversation.id': 's1',
  'gen_ai.agent.name': 'claude-code',
  'error.type': 'tests-failed',
  'toolscope.tool': 'shell',
  'toolscope.status': 'error',
  'toolscope.ran': true,
  'toolscope.failure.code': 'tests-failed',
  'toolscope.failure.blame': 'agent',
  'toolscope.duration.ms': 3000,
  'toolscope.duration.basis': 'between-records',
  'toolscope.duration.bound': 'at-most',
  'toolscope.duration.includes': ['approval', 'hooks'],
  'toolscope.turn': 1,
  'toolscope.group': 'g',
  'toolscope.model': 'm',
  'toolscope.summary': 'npm test',
  'toolscope.file': '/logs/s1.jsonl',
  'toolscope.line': 1,
};

describe('as a Chrome trace', () => {
  it('is a process with a track per thread and lanes for what overlaps', async () => {
    const { traceEvents, otherData } = await perfetto(orchard());
    const brief = traceEvents.map(({ ph, name, cat, tid, ts, dur, args }) =>
      ph === 'M' ? [name, tid, args?.['name'] ?? args?.['sort_index']] : [ph, name, cat, tid, ts, dur],
    );
    expect(brief).toEqual([
      ['process_name', 1, 'claude-code The gate'],
      ['thread_name', 1, 'main'],
      ['thread_sort_index', 1, 1],
      ['thread_name', 2, 'main (2)'],
      ['thread_sort_index', 2, 2],
      ['thread_name', 3, 'scout t1'],
      ['thread_sort_index', 3, 3],
      ['i', 'prompt', 'prompt', 1, 1_000_000, undefined],
      ['i', 'compaction', 'compaction', 1, 8_500_000, undefined],
      ['X', 'scout', 'subagent', 3, 5_500_000, 500_000],
      ['X', 'Bash (error)', 'tool', 1, 1_000_000, 3_000_000],
      ['X', 'Task', 'tool', 1, 5_000_000, 3_000_000],
      ['s', 'starts', 'subagent', 1, 5_000_000, undefined],
      ['f', 'starts', 'subagent', 3, 5_500_000, undefined],
      ['X', 'Read', 'tool', 3, 5_500_000, 500_000],
      ['X', 'Edit (rejected, never ran, off-branch)', 'tool,never-ran', 2, 5_500_000, 1_500_000],
    ]);
    expect(otherData).toEqual({
      from: 'toolscope',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'claude-code',
      'gen_ai.conversation.id': 's1',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 26,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 20,
      'gen_ai.usage.cache_creation.input_tokens': 1,
      'toolscope.agent.version': '2.1.0',
      'toolscope.title': 'The gate',
      'toolscope.project': '/home/dev/orchard',
    });
  });

  it('holds the same attributes as the other format', async () => {
    const call = (await perfetto(orchard())).traceEvents.find(({ name }) => name === 'Bash (error)');
    expect(call).toEqual({
      ph: 'X',
      name: 'Bash (error)',
      cat: 'tool',
      pid: 1,
      tid: 1,
      ts: 1_000_000,
      dur: 3_000_000,
      args: CALL_A,
    });
  });

  it('draws what has no known length as a moment, and what runs until the last known time', async () => {
    const session = sessionWith('s2', [
      { callId: 'a', requestedAt: null, endedAt: null, duration: null, status: 'lost' },
      { callId: 'b', requestedAt: 2000, endedAt: 3000 },
      { callId: 'c', requestedAt: null, endedAt: null, duration: null },
      { callId: 'd', requestedAt: 6000, endedAt: 5000, duration: null },
      { callId: 'e', requestedAt: 4000, endedAt: null, duration: null, status: 'running' },
      { callId: 'f', requestedAt: 4000, endedAt: null, duration: null, status: 'lost' },
    ]);
    const drawn = (await perfetto(session)).traceEvents.filter(({ cat }) => cat?.startsWith('tool'));
    expect(drawn.map(({ ph, ts, dur, args }) => [ph, ts, dur, args?.['toolscope.time']])).toEqual([
      ['i', 2_000_000, undefined, 'unknown'],
      ['X', 2_000_000, 1_000_000, undefined],
      ['i', 3_000_000, undefined, 'unknown'],
      ['i', 6_000_000, undefined, 'backwards'],
      ['X', 4_000_000, 5_000_000, 'open'],
      ['i', 4_000_000, undefined, 'start'],
    ]);
  });

  it('nests hooks, waits and runs, and puts hooks that cannot nest into lanes', async () => {
    const hooks = [
      hookRun('PreToolUse', { at: 1500, durationMs: 500 }),
      hookRun('PostToolUse', { at: 4200, durationMs: 300 }),
    ];
    const duration = { ms: 1000, basis: 'hook', bound: 'exact', includes: [] } as const;
    const { traceEvents } = await perfetto(sessionWith('s3', [{ hooks, duration }]));
    const slices = traceEvents.filter(({ ph }) => ph === 'X');
    expect(slices.map(({ name, tid, ts, dur }) => [name, tid, ts, dur])).toEqual([
      ['Bash', 1, 1_000_000, 3_000_000],
      ['PreToolUse', 1, 1_000_000, 500_000],
      ['run', 1, 3_000_000, 1_000_000],
      ['PostToolUse', 2, 3_900_000, 300_000],
    ]);
  });
});

it('places a subagent without times where the call that started it was placed', async () => {
  const session = sessionWith(
    's1',
    [{ callId: 'a', thread: 'late', requestedAt: null, endedAt: null, duration: null }],
    { threads: [thread('t1', 'a')], startedAt: 700, lastAt: null },
  );
  const drawn = (await perfetto(session)).traceEvents.filter(({ ph }) => ph !== 'M');
  expect(drawn.map(({ ph, cat, ts }) => [ph, cat, ts])).toEqual([
    ['i', 'subagent', 700_000],
    ['i', 'subagent', 700_000],
    ['i', 'tool', 700_000],
  ]);
});

describe('as OTLP', () => {
  it('is one request on one line, by the rules of protobuf in JSON', async () => {
    const text = await textOf(orchard(), 'otlp');
    expect(text.indexOf('\n')).toBe(text.length - 1);
    const request = JSON.parse(text);
    expect(Object.keys(request)).toEqual(['resourceSpans']);
    const [{ resource, scopeSpans }] = request.resourceSpans;
    expect(resource).toEqual({
      attributes: [
        { key: 'service.name', value: { stringValue: 'claude-code' } },
        { key: 'service.version', value: { stringValue: '2.1.0' } },
      ],
    });
    expect(scopeSpans).toEqual([{ scope: { name: 'toolscope' }, spans: expect.any(Array) }]);
    const [root, scout, call] = await otlp(orchard());
    expect(root).toMatchObject({
      name: 'invoke_agent claude-code',
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '9000000000',
      events: [
        {
          timeUnixNano: '1000000000',
          name: 'prompt',
          attributes: [
            { key: 'toolscope.summary', value: { stringValue: 'Mend the gate' } },
            { key: 'toolscope.line', value: { intValue: '1' } },
          ],
        },
        {
          timeUnixNano: '8500000000',
          name: 'compaction',
          attributes: [
            { key: 'toolscope.compaction.trigger', value: { stringValue: 'auto' } },
            { key: 'toolscope.compaction.tokens_before', value: { intValue: '900' } },
            { key: 'toolscope.compaction.tokens_after', value: { intValue: '100' } },
            { key: 'toolscope.line', value: { intValue: '9' } },
          ],
        },
      ],
    });
    expect(root?.parentSpanId).toBeUndefined();
    expect(scout?.name).toBe('invoke_agent scout');
    const { traceId = '', spanId = '' } = root ?? {};
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(call).toEqual({
      traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: spanId,
      name: 'execute_tool Bash',
      kind: 1,
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '4000000000',
      attributes: Object.entries(CALL_A).map(([key, value]) => ({
        key,
        value: Array.isArray(value)
          ? { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
          : typeof value === 'boolean'
            ? { boolValue: value }
            : typeof value === 'string'
              ? { stringValue: value }
              : key === 'toolscope.duration.ms'
                ? { doubleValue: value }
                : { intValue: String(value) },
      })),
      status: { code: 2, message: 'tests-failed' },
    });
  });

  it('puts a subagent below the call that started it, and its calls below the subagent', async () => {
    const spans = await otlp(orchard());
    const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    expect(spans.map(({ name, parentSpanId }) => [name, nameOf.get(parentSpanId ?? '')])).toEqual([
      ['invoke_agent claude-code', undefined],
      ['invoke_agent scout', 'execute_tool Task'],
      ['execute_tool Bash', 'invoke_agent claude-code'],
      ['execute_tool Task', 'invoke_agent claude-code'],
      ['execute_tool Read', 'invoke_agent scout'],
      ['execute_tool Edit', 'invoke_agent claude-code'],
    ]);
  });

  it('keeps refusals and expected failures from counting as errors', async () => {
    const failure = { code: 'no-match', blame: 'expected', message: '' } as const;
    const spans = await otlp(
      sessionWith('s1', [
        { status: 'error', failure },
        { callId: 'b', status: 'denied' },
      ]),
    );
    expect(spans.map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(spans)).not.toContain('error.type');
    expect(JSON.stringify(spans)).toContain('no-match');
  });

  it('tells of a failure that a success hides, and does not count it as an error', async () => {
    const ref = { source: 0, line: 2, offset: 20, length: 9 };
    const masked = { code: 'tests-failed', blame: 'code', message: 'secret words', ref } as const;
    const session = sessionWith('s1', [{ masked, flags: ['masks-failure'] }]);
    const spans = await otlp(session);
    expect(spans.map(({ status }) => status)).toEqual([undefined, undefined]);
    const text = JSON.stringify(spans);
    expect(text).toContain('toolscope.masked.code');
    expect(text).toContain('tests-failed');
    expect(text).not.toContain('secret words');
    expect(await textOf(session, 'perfetto')).toContain('Bash (hides a failure)');
  });

  it('puts a call that ran inside another one below it', async () => {
    const spans = await otlp(sessionWith('s1', [{ callId: 'cell' }, { callId: 'inner', parentCall: 'cell' }]));
    expect(spans[2]?.parentSpanId).toBe(spans[1]?.spanId);
  });
});

it('leaves out every word of the log when it is told to', async () => {
  const call = { hooks: [hookRun('PreToolUse', { command: 'guard.sh secret', durationMs: 5 })], summary: 'cat secret' };
  const session: Session = {
    ...orchard(),
    calls: [...orchard().calls, toolCall({ callId: 'h', ...call, feedback: 'secret', target: '/secret' })],
  };
  for (const format of ['perfetto', 'otlp'] as const) {
    const text = await textOf(session, format, false);
    expect(text).not.toMatch(/secret|npm test|Mend|The gate|orchard|Look around|\/logs/);
    expect(text).toContain('s1.jsonl');
    // Failures are reported by their code: their words are the log's own, with summaries, too.
    expect(await textOf(session, format)).not.toContain('secret words');
  }
});

it('marks copies of another session’s calls', async () => {
  const session = orchard();
  const [call = toolCall()] = session.calls;
  const copied = { ...tracedSession(session), calls: () => [[{ call, copyOf: 's0' }]] };
  const text = await joined(traceText(copied, { format: 'perfetto' }));
  expect(text).toContain('"toolscope.copy_of":"s0"');
  expect(text).toContain('"name":"Bash (error, copy)"');
});

it('leaves out calls that came while it was being written', async () => {
  const session = orchard();
  let asked = 0;
  const growing = {
    ...tracedSession(session),
    calls: () => [session.calls.slice(0, ++asked * 2).map((call) => ({ call, copyOf: null }))],
  };
  const { traceEvents }: Trace = JSON.parse(await joined(traceText(growing, { format: 'perfetto' })));
  expect(traceEvents.filter(({ cat }) => cat?.startsWith('tool')).map(({ name }) => name)).toEqual([
    'Bash (error)',
    'Task',
  ]);
});

const time = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5000) },
  { weight: 1, arbitrary: fc.constantFrom(null, -1, 8.64e15, Number.NaN, 1234.5678) },
);
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('\ud800', 'a\u0000\u001b]0;x\u0007', '__proto__', 'x'.repeat(5000), ''),
);
const length = fc.oneof(fc.nat(900), fc.constantFrom(Number.POSITIVE_INFINITY, -3, Number.NaN, 0.25));

const anyCall: fc.Arbitrary<Partial<ToolCall>> = fc
  .record({
    callId: fc.constantFrom('a', 'b', 'c', 'd', '\udc00'),
    occurrence: fc.integer({ min: 1, max: 4 }),
    thread: fc.constantFrom('main', 't1', 't2', 'unheard'),
    parentCall: fc.constantFrom(null, 'a', 'b', 'nobody'),
    tool: words,
    summary: words,
    status: fc.constantFrom(...STATUSES),
    requestedAt: time,
    endedAt: time,
    ms: fc.option(length),
    bound: fc.constantFrom('exact' as const, 'at-most' as const),
    hooks: fc.array(fc.record({ at: time, durationMs: fc.option(length), name: words }), { maxLength: 4 }),
    permission: fc.option(
      fc.record({
        decision: fc.constantFrom('allowed' as const, 'asked' as const, 'rejected' as const),
        by: fc.constant('user' as const),
        at: time,
        askedAt: fc.nat(5000),
        waitMs: fc.nat(900),
        ref: fc.constant(bodyAt(1)),
      }),
    ),
  })
  .map(({ ms, bound, hooks, ...rest }) => ({
    ...rest,
    duration: ms === null ? null : { ms, basis: 'reported', bound, includes: [] },
    hooks: hooks.map((hook) => hookRun('PreToolUse', hook)),
  }));

const anySession = fc
  .record({
    calls: fc.uniqueArray(anyCall, { maxLength: 14, selector: ({ callId, occurrence }) => `${callId} ${occurrence}` }),
    starters: fc.tuple(fc.constantFrom(null, 'a', 'b'), fc.constantFrom(null, 'c', 'd')),
    prompts: fc.array(time, { maxLength: 3 }),
    startedAt: time,
    lastAt: time,
  })
  .map(({ calls, starters: [first, second], prompts, startedAt, lastAt }) =>
    sessionWith('s\ud800', calls, {
      threads: [thread('t1', first), thread('t2', second, { agentType: '\udfff' })],
      messages: prompts.map((at) => prompt(at)),
      startedAt,
      lastAt,
    }),
  );

/** Slices of a track in the order a viewer has them: the outer one first. */
function slicesOf({ traceEvents }: Trace): Event[][] {
  const tracks = new Map<number, Event[]>();
  for (const event of traceEvents) {
    if (event.ph === 'X') tracks.set(event.tid, [...(tracks.get(event.tid) ?? []), event]);
  }
  return [...tracks.values()].map((events) =>
    events.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || (b.dur ?? 0) - (a.dur ?? 0)),
  );
}

it('nests on every track, has no negative length, and tells every call, whatever the log says', async () => {
  await fc.assert(
    fc.asyncProperty(anySession, async (session) => {
      const text = await textOf(session, 'perfetto');
      expect(text).toBe(await textOf(session, 'perfetto'));
      expect(text).not.toMatch(/\\ud[89a-f]/);
      const trace: Trace = JSON.parse(text);
      expect(trace.traceEvents.filter(({ cat }) => /^tool(,|$)/.test(cat ?? '')).length).toBe(session.calls.length);
      for (const { ph, ts } of trace.traceEvents) if (ph !== 'M') expect(Number.isSafeInteger(ts)).toBe(true);
      for (const slices of slicesOf(trace)) {
        const around: number[] = [];
        for (const { ts = -1, dur = -1 } of slices) {
          expect(ts >= 0 && dur >= 0).toBe(true);
          while ((around.at(-1) ?? Number.POSITIVE_INFINITY) <= ts) around.pop();
          expect(ts + dur).toBeLessThanOrEqual(around.at(-1) ?? Number.POSITIVE_INFINITY);
          around.push(ts + dur);
        }
      }
    }),
  );
});

const INT64 = /^-?\d{1,19}$/;

/** A value of protobuf's AnyValue: one member, of its own type. */
function isAnyValue(value: Readonly<Record<string, unknown>>): boolean {
  const [[kind, held] = [], ...others] = Object.entries(value);
  if (others.length > 0) return false;
  if (kind === 'intValue') return typeof held === 'string' && INT64.test(held);
  if (kind === 'doubleValue') return typeof held === 'number' && Number.isFinite(held);
  if (kind === 'boolValue') return typeof held === 'boolean';
  if (kind === 'stringValue') return typeof held === 'string';
  return kind === 'arrayValue';
}

const MEMBERS =
  'traceId spanId parentSpanId name kind startTimeUnixNano endTimeUnixNano attributes events status'.split(' ');

function expectSpan(span: OtlpSpan): void {
  expect(Object.keys(span).filter((key) => !MEMBERS.includes(key))).toEqual([]);
  expect(span).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    kind: 1,
    startTimeUnixNano: expect.stringMatching(INT64),
    endTimeUnixNano: expect.stringMatching(INT64),
  });
  expect(span.attributes.filter(({ value }) => !isAnyValue(value))).toEqual([]);
  expect(new Set(span.attributes.map(({ key }) => key)).size).toBe(span.attributes.length);
}

it('has one root, no loops, no two equal ids and no span that ends before it begins, whatever the log says', async () => {
  await fc.assert(
    fc.asyncProperty(anySession, async (session) => {
      const spans = await otlp(session);
      const known = new Map(spans.map((span) => [span.spanId, span]));
      expect(known.size).toBe(spans.length);
      expect(spans.filter(({ name }) => name.startsWith('execute_tool ')).length).toBe(session.calls.length);
      for (const span of spans) {
        expectSpan(span);
        expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
        const met = new Set<OtlpSpan>();
        let above: OtlpSpan | undefined = span;
        while (above?.parentSpanId !== undefined && !met.has(above)) {
          met.add(above);
          above = known.get(above.parentSpanId);
        }
        expect(above).toBe(spans[0]);
      }
    }),
  );
});
