// Insights on the wire: conclusions about a session, each with the calls and lines behind it.

import { z } from 'zod';
import { blame, time, timeOrNull } from './basics.ts';

function list<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly();
}

/** A line of one of the session's files, by the file's number. */
export const line = z.object({ source: z.number(), line: z.number(), offset: z.number(), length: z.number() });

export const call = z.object({
  callId: z.string(),
  occurrence: z.number(),
  thread: z.string(),
  tool: z.string(),
  toolId: z.string(),
  summary: z.string(),
});

const bound = z.enum(['exact', 'at-most']);
const timeClass = z.enum(['model', 'tool', 'hook', 'permission', 'answer', 'subagent', 'idle', 'unknown']);
export const classTime = z.object({ class: timeClass, ms: z.number(), bound });
const usage = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  reasoning: z.number(),
});
const basis = z.enum(['log', 'estimate', 'mixed', 'none']);
const costSum = z.object({
  /** Null when none of it has a price. */
  usd: z.number().nullable(),
  basis,
  requests: z.number(),
  tokens: usage,
  /** Requests of models without a price: `usd` leaves them out. */
  unpriced: z.number(),
});
const failure = call.extend({ code: z.string(), blame, message: z.string(), at: timeOrNull });
const checkResult = z.enum(['passed', 'failed', 'hidden-failure', 'unclear', 'not-run', 'open']);
const checkKind = z.enum(['tests', 'types', 'lint', 'build', 'checks', 'deployment']);

const verdict = z.object({
  asked: list(z.object({ text: z.string(), at: timeOrNull, ref: line })),
  ended: z.object({
    ending: z.enum(['done', 'asked', 'interrupted', 'failed', 'running', 'unknown']),
    rule: z.string(),
    at: timeOrNull,
    quote: z.string().nullable(),
    ref: line.nullable(),
    call: call.nullable(),
  }),
  changed: z.object({
    files: list(
      z.object({
        path: z.string(),
        linesAdded: z.number().nullable(),
        linesRemoved: z.number().nullable(),
        calls: z.number(),
        isTest: z.boolean(),
        last: call,
        removedBy: call.nullable(),
      }),
    ),
    isAtLeast: z.boolean(),
    linesAdded: z.number(),
    linesRemoved: z.number(),
    tests: z.number(),
    /** Calls that meant to change a file, and of which the log does not tell how they ended. */
    unsure: z.number(),
    commits: list(call),
    pullRequest: z.string().nullable(),
    commands: z.number(),
    lastAt: z.number(),
  }),
  checks: list(
    call.extend({
      kind: checkKind,
      command: z.string(),
      result: checkResult,
      at: timeOrNull,
      isAfterLastEdit: z.boolean(),
    }),
  ),
  failures: list(failure),
  failureCount: z.number(),
  hidden: list(failure),
  loops: list(z.object({ tries: z.number(), code: z.string(), first: call, last: call })),
  person: z.object({
    prompts: z.number(),
    answers: z.number(),
    approvals: z.number(),
    refusals: z.number(),
    interrupts: z.number(),
    edits: z.number(),
  }),
});

const turn = z.object({
  turn: z.number(),
  asked: z.object({ text: z.string(), ref: line }).nullable(),
  from: timeOrNull,
  to: timeOrNull,
  wallMs: z.number(),
  activeMs: z.number(),
  time: list(classTime),
  calls: z.number(),
  failures: z.number(),
  tokens: usage,
  cost: costSum.omit({ tokens: true }),
  summary: z.string(),
});

const pathStep = z.object({
  callId: z.string(),
  occurrence: z.number(),
  from: time,
  to: time,
  ms: z.number(),
  depth: z.number(),
});

export const insights = z.object({
  verdict,
  claims: list(
    z.object({
      about: checkKind,
      /** The answer's own words. */
      quote: z.string(),
      at: timeOrNull,
      ref: line,
      standing: z.enum(['shown', 'not-run', 'failed', 'hidden-failure', 'before-last-edit', 'partly', 'unclear']),
      call: call.nullable(),
      result: checkResult.nullable(),
    }),
  ),
  time: z.object({
    from: timeOrNull,
    to: timeOrNull,
    wallMs: z.number(),
    /** All but idle time. */
    activeMs: z.number(),
    classes: list(classTime),
    /** Contiguous from `from` to `to`. */
    spans: list(z.object({ from: time, to: time, class: timeClass, bound })),
  }),
  turns: list(turn),
  path: z.object({ steps: list(pathStep), callMs: z.number(), slowest: list(call.extend(pathStep.shape)) }),
  waits: z.object({
    slowest: list(call.extend({ ms: z.number(), bound, at: timeOrNull })),
    longest: list(call.extend({ what: z.enum(['permission', 'answer']), ms: z.number(), bound, from: time })),
    hooks: list(
      z.object({
        event: z.string(),
        name: z.string(),
        command: z.string().nullable(),
        runs: z.number(),
        ms: z.number(),
        longestMs: z.number(),
      }),
    ),
    rules: list(z.object({ rule: z.string(), times: z.number(), ms: z.number(), bound, calls: list(call) })),
  }),
  cost: costSum.extend({
    priceDate: z.string(),
    priceSource: z.string(),
    statedUsd: z.number().nullable(),
    agreement: z
      .object({
        requests: z.number(),
        statedUsd: z.number(),
        estimatedUsd: z.number(),
        agree: z.number(),
        halves: z.number(),
      })
      .nullable(),
    unknownModels: list(z.object({ model: z.string(), requests: z.number() })),
    models: list(costSum.extend({ model: z.string() })),
    threads: list(costSum.extend({ thread: z.string() })),
    parts: list(
      costSum.extend({ model: z.string(), thread: z.string(), turn: z.number(), day: z.string().nullable() }),
    ),
  }),
  context: z.object({
    points: list(z.object({ at: timeOrNull, tokens: z.number(), ref: line })),
    peakTokens: z.number(),
    lastTokens: z.number(),
    windowTokens: z.number().nullable(),
    windowFrom: z.enum(['log', 'table']).nullable(),
    compactions: list(
      z.object({
        at: timeOrNull,
        trigger: z.string(),
        beforeTokens: z.number().nullable(),
        afterTokens: z.number().nullable(),
        ref: line,
      }),
    ),
    filledBy: list(
      z.object({
        kind: z.enum(['start', 'prompt', 'result', 'injected', 'model', 'other']),
        toolId: z.string().nullable(),
        tokens: z.number(),
        items: z.number(),
      }),
    ),
    largest: list(call.extend({ tokens: z.number(), at: timeOrNull })),
    readTwice: list(z.object({ path: z.string(), times: z.number(), calls: list(call) })),
  }),
});

export type SessionInsights = z.output<typeof insights>;
