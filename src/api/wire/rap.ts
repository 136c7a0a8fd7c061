// Owns the RAP runtime on the wire: what is pending, who is asked, what keeps sending, who was turned away, and acting on it.

import { z } from 'zod';
import { time, timeOrNull } from './basics.ts';

const openCall = z.object({
  groupId: z.string(),
  id: z.string(),
  operation: z.string(),
  endpoint: z.string().nullable(),
  registeredAt: time,
  deadlineAt: timeOrNull,
  arguments: z.unknown(),
});

export const rapOverview = z.object({
  /** `here`: calls can be cancelled and questions answered; `elsewhere`: another process does that; `none`: there is no data. */
  runtime: z.enum(['here', 'elsewhere', 'none']),
  totals: z.object({ threads: z.number(), pending: z.number(), subscriptions: z.number(), asks: z.number() }),
  pending: z.array(openCall.extend({ waitsFor: z.enum(['tool', 'person']) })),
  subscriptions: z.array(openCall),
  asks: z.array(
    z.object({
      kind: z.enum(['oauth', 'user_choice']),
      groupId: z.string(),
      id: z.string(),
      operation: z.string(),
      askedAt: time,
      /** For a sign-in: to be opened in a browser. */
      authUrl: z.string().nullable(),
      prompt: z.string(),
      choices: z.array(z.string()),
      /** Number of the choice that is taken when the question is dismissed. */
      default: z.number(),
    }),
  ),
  rejections: z.array(
    z.object({
      at: time,
      reason: z.string(),
      status: z.number(),
      groupId: z.string().nullable(),
      id: z.string().nullable(),
      type: z.string().nullable(),
      bytes: z.number(),
    }),
  ),
  servers: z.array(
    z.object({
      base: z.string(),
      name: z.string().nullable(),
      state: z.enum(['ok', 'bad-manifest', 'troubled']),
      tools: z.array(z.string()),
      calls: z.number(),
      pending: z.number(),
    }),
  ),
});

/** Cancels a call or a subscription, or answers a question; a choice of null dismisses it. */
export const rapAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('cancel'), groupId: z.string().max(1000), id: z.string().max(1000) }),
  z.object({
    act: z.literal('answer'),
    groupId: z.string().max(1000),
    id: z.string().max(1000),
    choice: z.number().int().min(0).nullable(),
  }),
]);
export const rapDone = z.object({ done: z.boolean() });

export type RapOverviewAnswer = z.output<typeof rapOverview>;
export type RapAct = z.output<typeof rapAct>;
