// Similar failures on the wire: failures like a given one, what was tried after them, and what worked.

import { z } from 'zod';
import { blame, callKey, place, status, timeOrNull } from './basics.ts';

/** A call in brief, with the line of its request. */
const briefCall = callKey.extend({
  tool: z.string(),
  toolId: z.string(),
  summary: z.string(),
  status,
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  at: timeOrNull,
  place,
});

const failureCase = z.object({
  failed: briefCall,
  project: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  /** Calls of the same thread after it: up to the one that worked, or the next few when none did. Only the last ones. */
  after: z.array(briefCall),
  /** How many more there were before these. */
  leftOut: z.number(),
  /** The call that worked in the end; null when none did. */
  worked: briefCall.nullable(),
  rule: z.enum(['same-target', 'same-program']).nullable(),
  calls: z.number().nullable(),
  ms: z.number().nullable(),
});

const failureGroup = z.object({
  likeness: z.enum(['same-text', 'same-failure', 'similar-text', 'same-command', 'same-program']),
  code: z.string(),
  blame,
  toolId: z.string(),
  /** The calls succeeded, and something in them failed. */
  masked: z.boolean(),
  /** The words that the failures share: without paths, numbers, ids and quoted values. */
  text: z.string(),
  count: z.number(),
  sessions: z.number(),
  /** Of how many it is known what followed. */
  examined: z.number(),
  recovered: z.number(),
  /** At the median. */
  callsToRecover: z.number().nullable(),
  lastAt: timeOrNull,
  /** Recovered ones first, the newest first. */
  cases: z.array(failureCase),
});

export const similarFailures = z.object({
  /** The class of the error, if its words name one. */
  class: z.object({ code: z.string(), blame }).nullable(),
  /** Most similar first. */
  groups: z.array(failureGroup),
  next: z.string().nullable(),
  /** How many failures were compared, and whether these were all that match. */
  compared: z.number(),
  isComplete: z.boolean(),
});

export type BriefCall = z.output<typeof briefCall>;
export type FailureCase = z.output<typeof failureCase>;
export type FailureGroup = z.output<typeof failureGroup>;
