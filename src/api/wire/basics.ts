// Small values that many answers share: times, places in logs, outcomes, pages, and list queries.

import { z } from 'zod';

/** Epoch milliseconds. */
export const time = z.number();
export const timeOrNull = time.nullable();

export const status = z.enum([
  'ok',
  'error',
  'rejected',
  'denied',
  'cancelled',
  'interrupted',
  'running',
  'background',
  'lost',
  'unknown',
]);
export const blame = z.enum(['expected', 'agent', 'code', 'environment', 'tool', 'policy', 'user', 'unknown']);

/** One line of one file of a session. */
export const place = z.object({
  /** Number of the file in its session. */
  source: z.number(),
  file: z.string(),
  line: z.number(),
  offset: z.number(),
  length: z.number(),
});

export const problem = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  place: place.nullable(),
});

export const tokens = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
});

/** A call's identity everywhere. */
export const callKey = z.object({
  agent: z.string(),
  session: z.string(),
  callId: z.string(),
  occurrence: z.number(),
});

/** A whole number written as text. */
const count = z
  .string()
  .regex(/^\d{1,6}$/, 'a whole number')
  .transform(Number);

export const limit = count.optional();
/** Characters of a snippet on either side of what was found. */
export const around = count.optional();
/** The `next` of the previous answer. */
export const cursor = z.string().max(8000).optional();
/** In the filter language. */
export const filter = z.string().max(10_000).optional();

export type Place = z.output<typeof place>;
export type WireProblem = z.output<typeof problem>;
export type CallKey = z.output<typeof callKey>;
