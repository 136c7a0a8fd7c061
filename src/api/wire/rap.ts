// The RAP runtime on the wire: pending calls, open questions, subscriptions, rejected callbacks, views, and actions.

import { z } from 'zod';
import { time, timeOrNull } from './basics.ts';
import { shownFile } from './call.ts';

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
  /** `here`: in this process; `elsewhere`: in another one on this data folder, or in none now; `none`: there is no data. */
  runtime: z.enum(['here', 'elsewhere', 'none']),
  /** Whether calls can be cancelled and questions answered: the runtime is here, or can be reached. */
  canAct: z.boolean(),
  totals: z.object({ threads: z.number(), pending: z.number(), subscriptions: z.number(), asks: z.number() }),
  pending: z.array(openCall.extend({ waitsFor: z.enum(['tool', 'person']) })),
  subscriptions: z.array(openCall),
  asks: z.array(
    z.object({
      /** `confirm`: the runtime asks before it sends a destructive call. */
      kind: z.enum(['oauth', 'user_choice', 'confirm']),
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
      /** What a person chose, if the tool does not have the answer yet. It is retried until it has. */
      selected: z.number().nullable(),
      /** Why the tool does not have it yet. */
      problem: z.string().nullable(),
    }),
  ),
  views: z.array(z.object({ groupId: z.string(), viewType: z.string(), at: time, bytes: z.number() })),
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
      /** Why its manifest cannot be used. */
      problem: z.string().nullable(),
      tools: z.array(z.string()),
      toolList: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          annotations: z.unknown(),
          /** A script of the tool that describes a call for people. Shown as text; it is not run. */
          displayScript: z.string().nullable(),
        }),
      ),
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
export const rapDone = z.object({
  done: z.boolean(),
  /** For an answer: whether the tool has it. If not, it is kept and retried. */
  arrived: z.boolean().nullable(),
  problem: z.string().nullable(),
});

/** What the tools of a thread keep next to it. */
export const rapViews = z.object({
  views: z.array(
    z.object({
      viewType: z.string(),
      at: time,
      drawn: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('diff'), files: z.array(shownFile) }),
        z.object({ kind: z.literal('text'), text: z.string() }),
        z.object({ kind: z.literal('value'), value: z.unknown() }),
        z.object({ kind: z.literal('empty') }),
        z.object({ kind: z.literal('too-long'), bytes: z.number() }),
      ]),
    }),
  ),
});

export type RapOverviewAnswer = z.output<typeof rapOverview>;
export type RapViewsAnswer = z.output<typeof rapViews>;
export type RapDoneAnswer = z.output<typeof rapDone>;
export type RapAct = z.output<typeof rapAct>;
