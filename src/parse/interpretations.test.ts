// Tests that the readings of a long session are kept packed, and are the same when they are asked for, without the log.

import { expect, it } from 'vitest';
import { claudeCode } from '../formats/claude-code/format.ts';
import { emptyFacts, FactTexts, requestFact, resultFact } from '../lifecycle/facts.ts';
import type { Paired } from '../lifecycle/pair.ts';
import { type CallRequested, type CallResulted, MAIN_THREAD } from '../model/observation.ts';
import { interpretLightly } from '../tools/interpret.ts';
import { Interpretations } from './interpretations.ts';

const MANY = 3000;

function requestOf(i: number): CallRequested {
  return {
    kind: 'call-requested',
    at: i,
    thread: MAIN_THREAD,
    ref: { source: 0, line: 2 * i + 1, offset: 200 * i, length: 100 },
    callId: `call-${i}`,
    tool: 'Read',
    input: { file_path: `/src/${i}.ts` },
    record: null,
    group: null,
    model: null,
    pointer: '/input',
  };
}

function resultOf(i: number): CallResulted {
  return {
    kind: 'call-resulted',
    at: i,
    thread: MAIN_THREAD,
    ref: { source: 0, line: 2 * i + 2, offset: 200 * i + 100, length: 100 },
    callId: `call-${i}`,
    verdict:
      i % 10 === 0
        ? { status: 'error', rule: 'error-flag', failure: null }
        : { status: 'ok', rule: 'no-error-flag', failure: null },
    content: i % 10 === 0 ? 'File does not exist.' : `     1\tline → ${i}`,
    structured: undefined,
    record: null,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '/content', structured: null },
  };
}

function readAll(): Interpretations {
  const readings = new Interpretations(claudeCode, {
    record: () => expect.unreachable('The log is read again.'),
    pathOf: () => '/log.jsonl',
  });
  for (let i = 0; i < MANY; i++) {
    readings.see(requestOf(i), false);
    readings.see(resultOf(i), false);
  }
  return readings;
}

it('keeps the readings of a long session packed', () => {
  const readings = readAll();
  expect(readings.awake).toBeLessThanOrEqual(512);
  const texts = new FactTexts();
  for (let i = 0; i < MANY; i++) {
    const [request, result] = [requestOf(i), resultOf(i)];
    const facts = emptyFacts(request.callId);
    const pair: Paired = {
      occurrence: 1,
      request: requestFact(request, texts),
      repeats: [],
      result: resultFact(result, facts, texts),
      resultRepeats: [],
      conflicting: [],
    };
    const { agent } = claudeCode;
    const { tool, input } = request;
    expect(readings.of(facts, pair, null)).toEqual(interpretLightly({ agent, tool, input, outcome: result }));
  }
  expect(readings.awake).toBeLessThanOrEqual(512);
});

it('knows a packed reading as one that more was seen of', () => {
  const readings = readAll();
  expect(readings.mayVisit('call-0')).toBe(false);
  readings.see(resultOf(0), false);
  expect(readings.mayVisit('call-0')).toBe(true);
});
