// Tests that calls handed out some at a time are the calls of the whole projection, in its order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainContext } from '../../test/support/plain-reading.ts';
import type { Observation } from '../model/observation.ts';
import { project } from './project.ts';
import { projectParts } from './project-parts.ts';
import { SessionFold } from './reduce.ts';

const context = plainContext('shell');

interface Drawn {
  readonly kind: 'call' | 'result' | 'hook' | 'heard';
  readonly id: number;
  /** Several calls can be on one line; read in any order. */
  readonly line: number;
  readonly block: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('call', 'call', 'call', 'result', 'hook', 'heard'),
  id: fc.nat(20),
  line: fc.nat(30),
  block: fc.nat(12),
});

function observation({ kind, id, line, block }: Drawn): Observation {
  const seen = { ref: { source: 0, line, offset: line * 10, length: 9 }, at: line, thread: 'main' };
  const callId = `call-${id}`;
  const verdict = { status: 'ok', rule: '', failure: null } as const;
  switch (kind) {
    case 'call':
      return {
        kind: 'call-requested',
        ...seen,
        callId,
        tool: 'Bash',
        input: block,
        record: `record-${line}`,
        group: null,
        model: null,
        pointer: `/${block}/${id}`,
      };
    case 'result':
      return {
        kind: 'call-resulted',
        ...seen,
        callId,
        verdict,
        content: '',
        structured: undefined,
        record: `record-${line}`,
        requestRecord: null,
        background: null,
        agentId: null,
        runId: null,
        pointers: { content: '', structured: null },
      };
    case 'hook':
      return {
        kind: 'hook-ran',
        ...seen,
        callId,
        event: 'PreToolUse',
        name: 'x',
        command: null,
        outcome: 'ok',
        exitCode: 0,
        durationMs: null,
        decision: null,
        message: null,
      };
    case 'heard':
      return {
        kind: 'call-heard',
        ...seen,
        id: `word-${line}-${block}`,
        callId,
        stage: 'before',
        doneAt: line,
        tool: 'Bash',
        fingerprint: null,
        pointers: { input: `/input/${id}`, result: null },
        runMs: null,
        verdict: null,
        background: null,
      };
  }
}

function foldOf(words: readonly Observation[]): SessionFold {
  const fold = new SessionFold({ messages: false, tracking: false });
  for (const word of words) fold.apply(word);
  return fold;
}

function check(words: readonly Observation[], callsInPart: number): void {
  const fold = foldOf(words);
  const parts = [...projectParts(fold, context, callsInPart)];
  expect(parts.flat()).toEqual(project(foldOf(words), context).calls);
  expect(parts.every((part) => part.length > 0)).toBe(true);
  expect(fold.calls.size).toBe(0);
}

describe('calls some at a time', () => {
  it('are all calls in file order, however they were read', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (events, callsInPart) => {
        check(events.map(observation), callsInPart);
      }),
      { numRuns: 500 },
    );
  });

  it('are all calls in file order, read as logs are', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (events, callsInPart) => {
        check(events.toSorted((a, b) => a.line - b.line).map(observation), callsInPart);
      }),
      { numRuns: 500 },
    );
  });

  it('come before the last of them is made', () => {
    const made: string[] = [];
    const words = Array.from({ length: 10 }, (_, i) => observation({ kind: 'call', id: i, line: i, block: 0 }));
    const fold = foldOf(words);
    const parts = projectParts(
      fold,
      {
        ...context,
        mayVisit: () => false,
        letGo: (callId) => void made.push(callId),
      },
      2,
    );
    parts.next();
    expect([made.length, fold.calls.size]).toEqual([3, 7]);
    expect(fold.order.strays.size).toBe(0);
    parts.return(undefined);
  });
});
