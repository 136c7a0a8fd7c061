// Tests the pairing rules P1 to P6 one by one, on facts: which request, which result, which repetition.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadCount } from '../../test/support/read-count.ts';
import type { Verdict } from '../model/outcome.ts';
import { type CallFacts, emptyFacts, type RequestFact, type ResultFact } from './facts.ts';
import { pair } from './pair.ts';

/** Facts are on line n; lines are ten bytes long. */
function ref(line: number, source = 0): RequestFact['ref'] {
  return { source, line, offset: line * 10, length: 9 };
}

function request(line: number, fields: Partial<RequestFact> = {}): RequestFact {
  return {
    ref: ref(line),
    at: line * 1000,
    thread: 'main',
    callId: 'call_0',
    tool: 'Bash',
    record: `record-${line}`,
    group: `message-${line}`,
    model: null,
    pointer: '/message/content/0/input',
    fingerprint: line,
    ...fields,
  };
}

const OK: Verdict = { status: 'ok', rule: 'no-error-flag', failure: null };

function result(line: number, fields: Partial<ResultFact> = {}): ResultFact {
  return {
    ref: ref(line),
    at: line * 1000,
    thread: 'main',
    callId: 'call_0',
    verdict: OK,
    record: `record-${line}`,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '/message/content/0/content', structured: null },
    ...fields,
  };
}

function facts(requests: readonly RequestFact[], results: readonly ResultFact[] = []): CallFacts {
  return { ...emptyFacts('call_0'), requests: [...requests], results: [...results] };
}

/** The pairs as lines of the file. */
function lines(of: CallFacts): unknown[] {
  return pair(of).pairs.map((paired) => ({
    request: paired.request.ref.line,
    repeats: paired.repeats.map((fact) => fact.ref.line),
    result: paired.result?.ref.line ?? null,
    again: paired.resultRepeats.map((fact) => fact.ref.line),
    conflicting: paired.conflicting.map((fact) => fact.ref.line),
  }));
}

const alone = { repeats: [], again: [], conflicting: [] };

describe('P1: a call and its result meet by id only', () => {
  it('in whatever order and file they stand', () => {
    expect(lines(facts([request(1)], [result(9)]))).toEqual([{ ...alone, request: 1, result: 9 }]);
    expect(lines(facts([request(9)], [result(1)]))).toEqual([{ ...alone, request: 9, result: 1 }]);
    expect(lines(facts([request(9, { ref: ref(9, 1) })], [result(1, { ref: ref(1, 2) })]))).toEqual([
      { ...alone, request: 9, result: 1 },
    ]);
  });

  it('a result that names another record still belongs to the only call', () => {
    expect(lines(facts([request(1)], [result(2, { requestRecord: 'elsewhere' })]))).toEqual([
      { ...alone, request: 1, result: 2 },
    ]);
  });

  it('without a result there is none', () => {
    expect(pair(facts([request(1)])).pairs).toEqual([
      { occurrence: 1, request: request(1), repeats: [], result: null, resultRepeats: [], conflicting: [] },
    ]);
  });
});

describe('P2: the same call seen again', () => {
  it.each<[string, Partial<RequestFact>]>([
    ['same record id: a copy by resume or fork', { record: 'record-1' }],
    ['same record id, even under another tool name', { record: 'record-1', tool: 'Other' }],
    ['same time: a replay after compaction', { at: 1000 }],
    ['same tool and input: a block streamed twice', { group: 'message-1', fingerprint: 1 }],
    ['same tool and input in another message: a list of open calls', { group: 'message-5', fingerprint: 1 }],
    ['same tool and input, and nothing else known', { at: null, record: null, group: null, fingerprint: 1 }],
  ])('%s', (_, fields) => {
    expect(lines(facts([request(1), request(5, fields)]))).toEqual([
      { ...alone, request: 1, repeats: [5], result: null },
    ]);
  });

  it('is recognised through a repetition in between', () => {
    const chain = [request(1), request(2, { record: 'record-1' }), request(3, { at: 2000 })];
    expect(lines(facts(chain))).toEqual([{ ...alone, request: 1, repeats: [2, 3], result: null }]);
  });

  it('a record tells more than an input: copies without their results are copies of each', () => {
    const [first, second] = [request(1, { fingerprint: 1 }), request(5, { fingerprint: 1 })];
    const copies = [first, second].map((fact, i) => ({ ...fact, ref: ref(i + 1, 1) }));
    expect(lines(facts([first, second, ...copies], [result(3), result(7)]))).toEqual([
      { ...alone, request: 1, repeats: [1], result: 3 },
      { ...alone, request: 5, repeats: [2], result: 7 },
    ]);
  });

  it('a request of its own beats one that was only implied by its end', () => {
    const both = [request(1, { implied: true, record: 'r' }), request(4, { record: 'r' })];
    expect(lines(facts(both))).toEqual([{ ...alone, request: 4, repeats: [1], result: null }]);
  });
});

describe('P3: the same id for another call', () => {
  it.each<[string, Partial<RequestFact>, Partial<RequestFact>]>([
    ['nothing in common', {}, {}],
    ['same time, other tool', { at: 7 }, { at: 7, tool: 'Read' }],
    [
      'no times, no records, no messages, other input',
      { at: null, record: null, group: null },
      { at: null, record: null, group: null },
    ],
    ['same message, other input', { group: 'm' }, { group: 'm' }],
    ['same input, other tool', { fingerprint: 1 }, { fingerprint: 1, tool: 'Read' }],
    [
      'same time, tool and message, other thread',
      { at: 7, group: 'm', fingerprint: 1 },
      { at: 7, group: 'm', fingerprint: 1, thread: 'a1' },
    ],
  ])('%s', (_, first, second) => {
    expect(lines(facts([request(1, first), request(5, second)]))).toEqual([
      { ...alone, request: 1, result: null },
      { ...alone, request: 5, result: null },
    ]);
  });

  it('same message and input, but the first was answered in between', () => {
    const again = { group: 'm', fingerprint: 1 };
    expect(lines(facts([request(1, again), request(5, again)], [result(3), result(7)]))).toEqual([
      { ...alone, request: 1, result: 3 },
      { ...alone, request: 5, result: 7 },
    ]);
  });

  it('occurrences are numbered from 1, in file order', () => {
    expect(
      pair(facts([request(9), request(1), request(5)])).pairs.map((paired) => [
        paired.occurrence,
        paired.request.ref.line,
      ]),
    ).toEqual([
      [1, 1],
      [2, 5],
      [3, 9],
    ]);
  });
});

describe('P4: which of several calls a result belongs to', () => {
  const three = [request(1), request(5), request(9)];

  it('the one whose record it names, wherever it stands', () => {
    const results = [result(10, { requestRecord: 'record-1' }), result(2, { requestRecord: 'record-9' })];
    expect(lines(facts(three, results))).toEqual([
      { ...alone, request: 1, result: 10 },
      { ...alone, request: 5, result: null },
      { ...alone, request: 9, result: 2 },
    ]);
  });

  it('a record named by a copy counts too', () => {
    const requests = [request(1), request(5), request(6, { at: 1000 })];
    expect(lines(facts(requests, [result(7, { requestRecord: 'record-6' })]))).toEqual([
      { ...alone, request: 1, repeats: [6], result: 7 },
      { ...alone, request: 5, result: null },
    ]);
  });

  it('a copy of a result belongs where the result does', () => {
    const copy = result(2, { ref: ref(2, 1) });
    expect(lines(facts([request(1), request(5)], [result(2), result(6), copy]))).toEqual([
      { ...alone, request: 1, result: 2, again: [2] },
      { ...alone, request: 5, result: 6 },
    ]);
  });

  it('else the last one asked for before it', () => {
    expect(lines(facts(three, [result(10), result(6), result(2)]))).toEqual([
      { ...alone, request: 1, result: 2 },
      { ...alone, request: 5, result: 6 },
      { ...alone, request: 9, result: 10 },
    ]);
  });

  it('else, before all of them, the first', () => {
    expect(lines(facts(three, [result(0)]))).toMatchObject([
      { request: 1, result: 0 },
      { result: null },
      { result: null },
    ]);
  });

  it('its own thread comes first: a subagent inside the call that started it counts from the same number', () => {
    const inner = { thread: 'a1' };
    const requests = [request(1), request(3, inner), request(5, inner)];
    expect(lines(facts(requests, [result(4, inner), result(6, inner), result(8)]))).toEqual([
      { ...alone, request: 1, result: 8 },
      { ...alone, request: 3, result: 4 },
      { ...alone, request: 5, result: 6 },
    ]);
  });

  it('before all of its thread it is the first of its thread, and without any of its thread the last of all', () => {
    const requests = [request(1), request(3, { thread: 'a1' }), request(5, { thread: 'a1' })];
    expect(lines(facts(requests, [result(2, { thread: 'a1' })]))).toMatchObject([
      { result: null },
      { request: 3, result: 2 },
      { result: null },
    ]);
    expect(lines(facts(requests, [result(4, { thread: 'a2' })]))).toMatchObject([
      { result: null },
      { request: 3, result: 4 },
      { result: null },
    ]);
  });

  it('a name that nobody has is no name', () => {
    expect(lines(facts(three, [result(6, { requestRecord: 'elsewhere' })]))).toMatchObject([
      { result: null },
      { request: 5, result: 6 },
      { result: null },
    ]);
  });
});

describe('P5: one result settles a call', () => {
  const failed: Verdict = {
    status: 'error',
    rule: 'error-flag',
    failure: { code: 'error', blame: 'unknown', message: 'x' },
  };
  const placeholder: Verdict = { ...OK, placeholder: true };

  it('the first by file order', () => {
    expect(lines(facts([request(1)], [result(5, { verdict: failed }), result(3)]))).toEqual([
      { ...alone, request: 1, result: 3, conflicting: [5] },
    ]);
  });

  it('a real one before one that stands in for it, which is no conflict', () => {
    const results = [
      result(2, { verdict: placeholder }),
      result(5, { verdict: failed }),
      result(7, { verdict: placeholder }),
    ];
    expect(lines(facts([request(1)], results))).toEqual([{ ...alone, request: 1, result: 5 }]);
  });

  it('a placeholder where there is nothing else', () => {
    expect(lines(facts([request(1)], [result(2, { verdict: placeholder })]))).toEqual([
      { ...alone, request: 1, result: 2 },
    ]);
  });

  it.each<[string, Partial<ResultFact>]>([
    ['same record', { record: 'record-2' }],
    ['same time and status', { at: 2000 }],
  ])('seen again is a copy: %s', (_, fields) => {
    expect(lines(facts([request(1)], [result(2), result(5, fields)]))).toEqual([
      { ...alone, request: 1, result: 2, again: [5] },
    ]);
  });

  it('read again from its own line is a copy, though it has neither record nor time', () => {
    const bare = result(2, { record: null, at: null });
    expect(lines(facts([request(1)], [bare, { ...bare }]))).toEqual([{ ...alone, request: 1, result: 2, again: [2] }]);
  });

  it.each<[string, Partial<ResultFact>]>([
    ['same time, other status', { at: 2000, verdict: failed }],
    ['nothing in common', {}],
  ])('otherwise it is a conflict: %s', (_, fields) => {
    expect(lines(facts([request(1)], [result(2), result(5, fields)]))).toEqual([
      { ...alone, request: 1, result: 2, conflicting: [5] },
    ]);
  });
});

describe('P6: a result without a call', () => {
  it('is left over, never a call', () => {
    expect(pair(facts([], [result(5), result(2)]))).toEqual({ pairs: [], orphans: [result(2), result(5)] });
    expect(pair(facts([]))).toEqual({ pairs: [], orphans: [] });
  });
});

describe('any facts', () => {
  const small = fc.integer({ min: 0, max: 3 });
  const maybe = <Value>(of: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(of, { nil: null });
  const requests = fc.array(
    fc.record({
      at: maybe(small),
      record: maybe(small.map(String)),
      group: maybe(small.map(String)),
      fingerprint: small,
      tool: fc.constantFrom('A', 'B'),
      thread: fc.constantFrom('main', 'a1'),
    }),
    { maxLength: 8 },
  );
  const results = fc.array(
    fc.record({
      at: maybe(small),
      record: maybe(small.map(String)),
      requestRecord: maybe(small.map(String)),
      thread: fc.constantFrom('main', 'a1', 'a2'),
    }),
    { maxLength: 8 },
  );

  it('each request and each result is somewhere, once', () => {
    fc.assert(
      fc.property(requests, results, (asked, answered) => {
        const given = facts(
          asked.map((fields, i) => request(i * 2, fields)),
          answered.map((fields, i) => result(i * 2 + 1, fields)),
        );
        const { pairs, orphans } = pair(given);
        const placed = pairs.flatMap((paired) => [paired.request, ...paired.repeats]).map(({ ref: { line } }) => line);
        const settled = [
          ...orphans,
          ...pairs.flatMap(({ result: settling, resultRepeats, conflicting }) => [
            ...(settling === null ? [] : [settling]),
            ...resultRepeats,
            ...conflicting,
          ]),
        ];
        expect(placed.toSorted((a, b) => a - b)).toEqual(given.requests.map(({ ref: { line } }) => line));
        expect(settled.map(({ ref: { line } }) => line).toSorted((a, b) => a - b)).toEqual(
          given.results.map(({ ref: { line } }) => line),
        );
      }),
    );
  });

  it('come out the same in whatever order they were noted', () => {
    fc.assert(
      fc.property(requests, results, fc.nat(), (asked, answered, seed) => {
        const turn = <Item>(items: readonly Item[]): Item[] =>
          items.map((_, i) => items[(i + seed) % items.length]).filter((item) => item !== undefined);
        const noted = asked.map((fields, i) => request(i * 2, fields));
        const told = answered.map((fields, i) => result(i * 2 + 1, fields));
        expect(pair(facts(turn(noted), turn(told)))).toEqual(pair(facts(noted, told)));
      }),
    );
  });

  it('thousands of calls under one id are paired without comparing each with each', () => {
    const [few = 0, many = 0] = [500, 5000].map((length) => {
      const count = new ReadCount();
      const { pairs } = pair(
        facts(
          Array.from({ length }, (_, i) => count.of(request(i * 2))),
          Array.from({ length }, (_, i) => count.of(result(i * 2 + 1))),
        ),
      );
      const { reads } = count;
      expect(pairs).toHaveLength(length);
      expect(pairs.every(({ request: asked, result: answer }) => answer?.ref.line === asked.ref.line + 1)).toBe(true);
      return reads;
    });
    expect(few).toBeGreaterThan(1000);
    expect(many).toBeLessThan(15 * few);
  });
});
