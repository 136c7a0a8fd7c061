// Trends on the wire: counts and shares by week and group, each share with its interval, and two periods compared.

import { z } from 'zod';
import { blame } from './basics.ts';

/** A Monday, as `2026-01-26`, in UTC. */
const monday = z.string();

/** A share with its 95 % interval (Wilson); null if the total is zero. */
const share = z.object({
  count: z.number(),
  of: z.number(),
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const sums = z.object({
  calls: z.number(),
  /** Unexpected failures, among the calls that finished by themselves. */
  failures: share,
  blames: z.partialRecord(blame, z.number()),
  expectedFailures: z.number(),
  /** Failures that a later call recovered from, among those in finished sessions. */
  recovered: share,
  /** Successful calls that hide a failure. */
  masked: share,
  refused: share,
  waits: z.number(),
  waitMs: z.number(),
  /** Null if nothing has a price. */
  usd: z.number().nullable(),
  requests: z.number(),
  unpriced: z.number(),
});

/** `no-difference`: none that the numbers show. `too-few`: fewer than 30 on one side. `change`: the difference, with its interval. */
const change = z.object({
  direction: z.enum(['more', 'less', 'no-difference', 'too-few']),
  change: z.object({ by: z.number(), low: z.number(), high: z.number() }).nullable(),
});

const span = z.object({ from: monday, to: monday }).nullable();

export const trendDimension = z.enum(['agent', 'version', 'model', 'project']);

const trend = z.object({
  key: z.partialRecord(trendDimension, z.string().nullable()),
  all: sums,
  /** In order; calls without a time come last. */
  weeks: z.array(z.object({ week: monday.nullable(), sums })).readonly(),
  before: sums,
  recent: sums,
  changes: z.object({ failures: change, recovered: change, masked: change, refused: change }),
});

export const trends = z.object({
  recent: span,
  before: span,
  groups: z.array(trend).readonly(),
  classes: z
    .array(z.object({ code: z.string(), blame, all: z.number(), before: share, recent: share, change }))
    .readonly(),
});

export type WireTrends = z.output<typeof trends>;
export type WireTrend = z.output<typeof trend>;
export type WireTrendSums = z.output<typeof sums>;
export type WireTrendChange = z.output<typeof change>;
