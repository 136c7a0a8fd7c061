// A search by session on the wire: ranked groups, each with its best hit, and counts to narrow it down.

import { z } from 'zod';
import { time } from './basics.ts';
import { searchHit } from './library.ts';

/** Kinds of text: prompts and answers, thinking, tool inputs and results, and everything else. */
export const hitRole = z.enum(['prompt', 'answer', 'thinking', 'input', 'result', 'other']);

const sessionGroup = z.object({
  agent: z.string(),
  session: z.string(),
  title: z.string().nullable(),
  project: z.string().nullable(),
  /** When the best hit was written, and when the session was last written to. */
  at: time,
  lastAt: time,
  best: searchHit,
  role: hitRole,
  /** All words are in one record. */
  isTogether: z.boolean(),
  /** Hits that were examined; there may be more. */
  hits: z.number(),
  hasMoreHits: z.boolean(),
  /** Sessions whose best hit says the same: copies, and repeated prompts. */
  alike: z.array(z.object({ agent: z.string(), session: z.string(), title: z.string().nullable(), lastAt: time })),
});

const facet = z.array(z.object({ key: z.string(), sessions: z.number() }));

export const sessionGroups = z.object({
  groups: z.array(sessionGroup),
  total: z.number(),
  next: z.string().nullable(),
  /** How many groups have their best hit where, most first. */
  facets: z.object({ role: facet, tool: facet, agent: facet, project: facet, month: facet }),
  searched: z.object({
    bytes: z.number(),
    of: z.number(),
    ms: z.number(),
    /** Sessions that may contain the words, and how many of them were examined before ranking. */
    mayHold: z.number(),
    lookedInto: z.number(),
    /** False: it took too long and was stopped. */
    isComplete: z.boolean(),
  }),
});

export type HitRole = z.output<typeof hitRole>;
export type SessionGroup = z.output<typeof sessionGroup>;
export type SessionGroups = z.output<typeof sessionGroups>;
