// Tests the status of a call: from its verdict, its background end, its tool's own reading, or the lack of a result.

import { describe, expect, it } from 'vitest';
import { plainReading } from '../../test/support/plain-reading.ts';
import type { Interpretation } from '../model/interpretation.ts';
import type { Failure, Verdict } from '../model/outcome.ts';
import type { EndFact, ResultFact } from './facts.ts';
import { type Decided, decide, type StatusEvidence } from './status.ts';

const ref = { source: 0, line: 1, offset: 0, length: 1 };
const interpretation = plainReading('shell');
function lost(how: 'ends' | 'goes on'): Failure {
  return { code: 'no-result', blame: 'unknown', message: `The log ${how} without a result for this call.` };
}
const broke: Failure = { code: 'error', blame: 'unknown', message: 'boom' };
const precise: Failure = { code: 'exit-code', blame: 'environment', message: 'boom' };
const PENDING: Verdict = { status: 'background', rule: 'placeholder:shell', failure: null };

function result(verdict: Verdict): ResultFact {
  return {
    ref,
    at: 1,
    thread: 'main',
    callId: 'c',
    verdict,
    record: null,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '', structured: null },
  };
}

function end(fields: Partial<EndFact>): EndFact {
  return {
    ref,
    at: 2,
    thread: 'main',
    callId: 'c',
    taskId: 't',
    status: 'completed',
    exitCode: null,
    message: null,
    reportedMs: null,
    via: 'notification',
    ...fields,
  };
}

function decided(change: Partial<StatusEvidence>): Decided {
  return decide({
    result: null,
    end: null,
    failureAtEnd: null,
    interpretation,
    refused: false,
    began: false,
    isEndLogged: true,
    live: false,
    movedOn: false,
    ...change,
  });
}

describe('a no that arrives as an error', () => {
  it('is a rejection where the tool knows it for a person’s', () => {
    const verdict = { status: 'error', rule: 'error-flag:unframed', failure: broke } as const;
    const failure: Failure = { code: 'user-rejected', blame: 'user', message: 'the plums too' };
    const evidence = { result: result(verdict), interpretation: { ...interpretation, failure } };
    expect(decided(evidence)).toEqual({ status: 'rejected', rule: 'refused-in-words', failure });
  });
});

describe('without a result', () => {
  it.each<[string, Partial<StatusEvidence>, Decided]>([
    ['in a log that still grows', { live: true }, { status: 'running', rule: 'no-result:live', failure: null }],
    ['in a log that has ended', {}, { status: 'lost', rule: 'no-result:ended', failure: lost('ends') }],
    [
      'where the model went on',
      { live: true, movedOn: true },
      { status: 'lost', rule: 'no-result:moved-on', failure: lost('goes on') },
    ],
    [
      'of an agent that never writes one',
      { isEndLogged: false, live: true },
      { status: 'unknown', rule: 'result-not-logged', failure: null },
    ],
    [
      'of an agent that never writes one, where the model went on',
      { isEndLogged: false, movedOn: true },
      { status: 'unknown', rule: 'result-not-logged', failure: null },
    ],
    [
      'but with an end',
      { end: end({}), live: true },
      { status: 'ok', rule: 'background-end:notification', failure: null },
    ],
  ])('%s', (_, change, expected) => {
    expect(decided(change)).toEqual(expected);
  });
});

describe('with a result', () => {
  it.each<[string, Verdict, Partial<Interpretation>, Decided]>([
    [
      'a record that it has ended, and no more',
      { status: 'unknown', rule: 'result-not-logged', failure: null },
      {},
      { status: 'unknown', rule: 'result-not-logged', failure: null },
    ],
    [
      'a success',
      { status: 'ok', rule: 'no-error-flag', failure: null },
      {},
      { status: 'ok', rule: 'no-error-flag', failure: null },
    ],
    [
      'a success that the tool knows to be a failure',
      { status: 'ok', rule: 'no-error-flag', failure: null },
      { failedQuietly: true, failure: precise },
      { status: 'error', rule: 'tool:shell', failure: precise },
    ],
    [
      'a failure',
      { status: 'error', rule: 'error-flag', failure: broke },
      {},
      { status: 'error', rule: 'error-flag', failure: broke },
    ],
    [
      'a failure that the tool knows better',
      { status: 'error', rule: 'error-flag', failure: broke },
      { failure: precise },
      { status: 'error', rule: 'error-flag', failure: precise },
    ],
    [
      'a rejection',
      { status: 'rejected', rule: 'text:user-rejected', failure: broke },
      {},
      { status: 'rejected', rule: 'text:user-rejected', failure: broke },
    ],
  ])('%s', (_, verdict, reading, expected) => {
    expect(decided({ result: result(verdict), interpretation: { ...interpretation, ...reading } })).toEqual(expected);
  });

  it('a rejection of a call that had begun stopped it', () => {
    const verdict: Verdict = { status: 'rejected', rule: 'text:user-rejected', failure: broke };
    expect(decided({ result: result(verdict), began: true })).toEqual({
      status: 'interrupted',
      rule: 'rejected-while-running',
      failure: { code: 'interrupted', blame: 'user', message: 'boom' },
    });
  });

  it('an end told by others does not change a settled call', () => {
    const settled: Verdict = { status: 'ok', rule: 'no-error-flag', failure: null };
    expect(decided({ result: result(settled), end: end({ status: 'failed' }) })).toEqual(settled);
  });
});

describe('in the background', () => {
  it('goes on until an end is seen, dead log or not', () => {
    expect(decided({ result: result(PENDING) })).toEqual({
      status: 'background',
      rule: 'placeholder:shell',
      failure: null,
    });
  });

  it.each<[string, Partial<EndFact>, Omit<Decided, 'rule'>]>([
    ['completed', { message: 'done' }, { status: 'ok', failure: null }],
    ['completed with exit code 0', { exitCode: 0 }, { status: 'ok', failure: null }],
    [
      'completed with another exit code',
      { exitCode: 2, message: 'exit 2' },
      { status: 'error', failure: { code: 'exit-code', blame: 'environment', message: 'exit 2' } },
    ],
    [
      'failed',
      { status: 'failed' },
      { status: 'error', failure: { code: 'background-failed', blame: 'tool', message: '' } },
    ],
    [
      'failed with an exit code',
      { status: 'failed', exitCode: 2 },
      { status: 'error', failure: { code: 'exit-code', blame: 'environment', message: '' } },
    ],
    [
      'killed, which is nobody’s fault',
      { status: 'killed', exitCode: 137 },
      { status: 'interrupted', failure: { code: 'killed', blame: 'expected', message: '' } },
    ],
  ])('%s', (_, fields, expected) => {
    expect(decided({ result: result(PENDING), end: end(fields) })).toEqual({
      rule: 'background-end:notification',
      ...expected,
    });
  });

  it.each(['poll', 'kill', 'notification'] as const)('says by whom the end was told: %s', (via) => {
    expect(decided({ result: result(PENDING), end: end({ via }) }).rule).toBe(`background-end:${via}`);
  });
});
