// Sessions on the wire: the row of a list, the whole session, and its entries (calls and messages) in columns.

import { z } from 'zod';
import type { EntryColumn } from '../../base/entry-columns.ts';
import { blame, place, problem, status, time, timeOrNull, tokens } from './basics.ts';

/** What it is doing now, and how that is known. */
export const liveState = z.object({
  state: z.enum(['working', 'waiting-for-permission', 'waiting-for-answer', 'idle', 'ended']),
  via: z.enum(['hooks', 'log']),
  /** A full sentence: which record or rule says so. */
  because: z.string(),
  since: timeOrNull,
});

/** Its insights, as far as lists show them. */
const insightBrief = z.object({
  ending: z.string(),
  rule: z.string(),
  wallMs: z.number(),
  activeMs: z.number(),
  costUsd: z.number().nullable(),
  costBasis: z.string(),
  openFailures: z.number(),
  hiddenFailures: z.number(),
});

export const sessionRow = z.object({
  agent: z.string(),
  id: z.string(),
  project: z.string().nullable(),
  title: z.string().nullable(),
  branch: z.string().nullable(),
  version: z.string().nullable(),
  model: z.string().nullable(),
  startedAt: timeOrNull,
  lastAt: timeOrNull,
  live: z.boolean(),
  state: liveState,
  calls: z.number(),
  /** Unexpected ones. */
  failures: z.number(),
  /** Calls that succeeded and hide a failure. */
  masked: z.number(),
  running: z.number(),
  tokens,
  files: z.number(),
  bytes: z.number(),
  /** The machine that has its logs, in a store that several fill. */
  machine: z.string().optional(),
  /** Its log, or the first of several. */
  log: z.string().nullable(),
  /** When the agent will delete its log; null when it will not, or if unknown. */
  vanishesAt: timeOrNull,
  /** The log is gone; what is shown was kept. */
  gone: z.boolean(),
  /** Not read yet: title and times are from the head and tail of its log, counts are still missing. */
  unread: z.boolean(),
  /** Null until computed. */
  insights: insightBrief.nullable(),
  /** What the user says about it. A name replaces its title; `ownTitle` is then the one of the log. */
  pinned: z.boolean(),
  hidden: z.boolean(),
  named: z.boolean(),
  ownTitle: z.string().nullable(),
});

/** Omitted members stay unchanged; an empty name removes the name. */
export const markChange = z.object({
  pinned: z.boolean().optional(),
  hidden: z.boolean().optional(),
  name: z.string().max(2000).nullable().optional(),
});
export const sessionMark = z.object({ pinned: z.boolean(), hidden: z.boolean(), name: z.string().nullable() });

export const sessionPage = z.object({
  sessions: z.array(sessionRow),
  /** Of all matches, not only of this page. */
  total: z.number(),
  next: z.string().nullable(),
});

export const thread = z.object({
  id: z.string(),
  agentType: z.string().nullable(),
  description: z.string().nullable(),
  parentCall: z.string().nullable(),
  parentThread: z.string().nullable(),
  depth: z.number(),
});

const sourceFile = z.object({
  number: z.number(),
  path: z.string(),
  thread: z.string(),
  bytes: z.number(),
  gone: z.boolean(),
  ledger: z.object({
    lines: z.number(),
    observed: z.number(),
    ignored: z.record(z.string(), z.number()),
    problems: z.record(z.string(), z.number()),
    unknown: z.record(z.string(), z.number()),
    findings: z.record(z.string(), z.number()),
    addsUp: z.boolean(),
  }),
});

export const sessionDetail = sessionRow.extend({
  /** The main thread has the empty or the first id; parents come before children. */
  threads: z.array(thread),
  sources: z.array(sourceFile),
  usage: z.array(z.object({ model: z.string(), messages: z.number(), tokens })),
  parentSession: z.string().nullable(),
  forkedFrom: z.string().nullable(),
  permissionMode: z.string().nullable(),
  costUsd: z.number().nullable(),
  problems: z.array(problem),
  /** The shell command that resumes it in its agent; null if none is known. */
  resume: z.string().nullable(),
  /** Change sequence this answer is true for: events after it change it. */
  seq: z.number(),
});

/**
 * Entries of a session in columns: index i of every list is one entry. Calls have a key above 0. Messages have key 0 and are identified
 * by their place. In file order; `thread` separates threads.
 */
export const entryChunk = z.object({
  /** `call`, `prompt`, `answer`, `thinking`, `compaction`, `compact-summary`, `command`, `notification`, … */
  kind: z.array(z.string()),
  source: z.array(z.number()),
  offset: z.array(z.number()),
  /** With source and offset: the place of a message. */
  pointer: z.array(z.string()),
  thread: z.array(z.string()),
  at: z.array(timeOrNull),
  /** A call's summary, or the beginning of a message. */
  text: z.array(z.string()),
  /** Characters of a message; bytes of a call's result; null when unknown. */
  size: z.array(z.number().nullable()),
  model: z.array(z.string().nullable()),
  // The rest is empty, null or 0 for entries that are not calls.
  key: z.array(z.number()),
  callId: z.array(z.string()),
  occurrence: z.array(z.number()),
  tool: z.array(z.string()),
  toolId: z.array(z.string()),
  status: z.array(status.or(z.literal(''))),
  code: z.array(z.string().nullable()),
  blame: z.array(blame.nullable()),
  endedAt: z.array(timeOrNull),
  ms: z.array(z.number().nullable()),
  basis: z.array(z.string().nullable()),
  bound: z.array(z.string().nullable()),
  /** Wait for a person's permission, and time in hooks, if known. */
  waitMs: z.array(z.number().nullable()),
  hookMs: z.array(z.number().nullable()),
  turn: z.array(z.number()),
  /** Calls of one model message share it. */
  group: z.array(z.string().nullable()),
  parentCall: z.array(z.string().nullable()),
  /** The thread this call started. */
  startedThread: z.array(z.string().nullable()),
  background: z.array(z.boolean()),
  tokens: z.array(z.number().nullable()),
  path: z.array(z.string().nullable()),
  flags: z.array(z.array(z.string())),
  /** Code of a failure that the call's success hides. */
  masked: z.array(z.string().nullable()),
} satisfies Record<EntryColumn, z.ZodType>);

/**
 * First line: how many entries the session has, the sequence they are true for, and whether all of them follow. They do when all were
 * requested, and when the session was read again since: then everything known about it must be dropped.
 */
const entryHead = z.object({ total: z.number(), seq: z.number(), whole: z.boolean() });
export const entryLine = z.union([entryHead, entryChunk]);

/** Which calls of a session match a filter, by key. */
export const matches = z.object({ keys: z.array(z.number()) });

export const message = z.object({
  what: z.string(),
  thread: z.string(),
  at: timeOrNull,
  model: z.string().nullable(),
  callId: z.string().nullable(),
  text: z.string(),
  /** The text continues for this many characters; the body route has all of it. */
  cut: z.number(),
  place,
});

export const change = z.object({
  seq: time,
  agent: z.string(),
  session: z.string(),
  /** Null: the session as a whole. */
  callId: z.string().nullable(),
});

export type LiveState = z.output<typeof liveState>;
export type SessionRow = z.output<typeof sessionRow>;
export type SessionPage = z.output<typeof sessionPage>;
export type SessionDetail = z.output<typeof sessionDetail>;
export type Thread = z.output<typeof thread>;
export type EntryChunk = z.output<typeof entryChunk>;
export type EntryLine = z.output<typeof entryLine>;
export type WireChange = z.output<typeof change>;
export type SessionMarkAnswer = z.output<typeof sessionMark>;
