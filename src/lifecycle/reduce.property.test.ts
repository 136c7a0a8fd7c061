// Tests that the threads of a growing session, projected where something changed, end as if projected at once.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainContext } from '../../test/support/plain-reading.ts';
import type { Observation } from '../model/observation.ts';
import { project } from './project.ts';
import { SessionFold } from './reduce.ts';

const context = plainContext('agent');

interface Drawn {
  readonly kind: 'call' | 'result' | 'link';
  readonly id: number;
  readonly thread: number;
  readonly hasId: boolean;
  readonly run: number | null;
  readonly prompt: number | null;
}

const maybe = fc.option(fc.nat(1), { nil: null });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('call', 'result', 'link'),
  id: fc.nat(4),
  thread: fc.nat(2),
  hasId: fc.boolean(),
  run: maybe,
  prompt: maybe,
});

/** Calls by agents, results that name agents and runs, and agents that name calls, runs and prompts. */
function observation({ kind, id, thread, hasId, run, prompt }: Drawn, i: number): Observation {
  const seen = { ref: { source: 0, line: i, offset: i * 10, length: 9 }, at: i, thread: 'main' };
  const callId = `call-${id}`;
  const agentId = `agent-${thread}`;
  const runId = run === null ? null : `run-${run}`;
  switch (kind) {
    case 'call':
      return {
        kind: 'call-requested',
        ...seen,
        thread: thread === 0 ? 'main' : agentId,
        callId,
        tool: 'Agent',
        input: id,
        record: `record-${i}`,
        group: `message-${id}`,
        model: null,
        pointer: '',
        ...(prompt === null ? {} : { promptHash: prompt }),
      };
    case 'result':
      return {
        kind: 'call-resulted',
        ...seen,
        callId,
        verdict: { status: 'ok', rule: '', failure: null },
        content: '',
        structured: undefined,
        record: `record-${i}`,
        requestRecord: null,
        background: null,
        agentId: hasId ? agentId : null,
        runId,
        pointers: { content: '', structured: null },
      };
    case 'link':
      return {
        kind: 'subagent-linked',
        ...seen,
        agentId,
        callId: hasId ? callId : null,
        runId,
        parentAgentId: null,
        agentType: null,
        description: null,
        promptHash: prompt,
      };
  }
}

function tiesOf(fold: SessionFold, selection: ReadonlySet<string> | 'all' = 'all'): [string, unknown][] {
  return project(fold, context, selection).calls.map(({ callId, occurrence, parentCall, agentId, status }) => [
    `${callId} ${occurrence}`,
    { parentCall, agentId, status },
  ]);
}

describe('a growing session with agents', () => {
  it('ties calls and agents as if it had been read at once', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 16 }), fc.nat(16), (events, restartAt) => {
        const words = events.map(observation);
        let growing = new SessionFold();
        const known = new Map<string, unknown>();
        for (const [i, word] of words.entries()) {
          growing.apply(word);
          for (const [key, call] of tiesOf(growing, growing.takeChanged())) known.set(key, call);
          if (i === restartAt) growing = new SessionFold(undefined, structuredClone(growing.save()));
        }
        const whole = new SessionFold();
        for (const word of words) whole.apply(word);
        expect(Object.fromEntries(known)).toEqual(Object.fromEntries(tiesOf(whole)));
      }),
      { numRuns: 500 },
    );
  });
});
