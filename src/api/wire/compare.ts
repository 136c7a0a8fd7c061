// Two sessions side by side on the wire: prompts and calls in pairs, the results of each, and what each left in its files.

import { z } from 'zod';
import { blame, status, timeOrNull } from './basics.ts';
import { call, classTime, line } from './insights.ts';

const bound = z.enum(['exact', 'at-most']);

const comparedCall = call.extend({
  status,
  code: z.string().nullable(),
  blame: blame.nullable(),
  masked: z.string().nullable(),
  at: timeOrNull,
  ms: z.number().nullable(),
  bound: bound.nullable(),
});

const comparedTurn = z.object({
  turn: z.number(),
  asked: z.object({ text: z.string(), ref: line }).nullable(),
  activeMs: z.number(),
  calls: z.number(),
  failures: z.number(),
  usd: z.number().nullable(),
});

const callPair = z.object({
  /** Null: only the other session made the call, here. */
  a: comparedCall.nullable(),
  b: comparedCall.nullable(),
  /** Only one made it here, and the other made the same call at another point. */
  isElsewhere: z.boolean(),
});

const promptPair = z.object({
  a: comparedTurn.nullable(),
  b: comparedTurn.nullable(),
  isSame: z.boolean(),
  calls: z.array(callPair).readonly(),
});

const comparedSession = z.object({
  prompts: z.number(),
  calls: z.number(),
  failures: z.number(),
  expectedFailures: z.number(),
  masked: z.number(),
  refused: z.number(),
  wallMs: z.number(),
  activeMs: z.number(),
  times: z.array(classTime).readonly(),
  usd: z.number().nullable(),
  costBasis: z.enum(['log', 'estimate', 'mixed', 'none']),
  tokens: z.number(),
  ending: z.string(),
  /** Calls that the other did not make at this point, and how many of these it made at another. */
  only: z.number(),
  elsewhere: z.number(),
});

const fileUse = z.object({
  reads: z.number(),
  changes: z.number(),
  linesAdded: z.number().nullable(),
  linesRemoved: z.number().nullable(),
});

const finalChange = z.object({
  change: z.enum(['added', 'deleted', 'modified', 'same']),
  linesAdded: z.number().nullable(),
  linesRemoved: z.number().nullable(),
  path: z.string(),
  isUnsure: z.boolean(),
});

export const comparison = z.object({
  titles: z.object({ a: z.string().nullable(), b: z.string().nullable() }),
  a: comparedSession,
  b: comparedSession,
  /** Calls that both made, and how many of them had different outcomes. */
  shared: z.number(),
  otherOutcome: z.number(),
  prompts: z.array(promptPair).readonly(),
  /** Where they first differ: positions in `prompts` and its `calls`; null when both did the same, with the same outcome. */
  divergence: z
    .object({ what: z.enum(['prompt', 'call', 'outcome']), prompt: z.number(), call: z.number().nullable() })
    .nullable(),
  files: z.array(z.object({ path: z.string(), a: fileUse.nullable(), b: fileUse.nullable() })).readonly(),
  /** What each left in the files it changed, differing ones first. `isSame`: the same lines removed and added. */
  final: z
    .array(z.object({ path: z.string(), a: finalChange.nullable(), b: finalChange.nullable(), isSame: z.boolean() }))
    .readonly(),
});

export type WireComparison = z.output<typeof comparison>;
export type WireCallPair = z.output<typeof callPair>;
export type WirePromptPair = z.output<typeof promptPair>;
export type WireComparedCall = z.output<typeof comparedCall>;
