// One call on the wire: everything known about it, with its bodies typed by its tool and cut where they are large.

import { z } from 'zod';
import { blame, callKey, place, problem, status, timeOrNull } from './basics.ts';

export const duration = z.object({
  ms: z.number(),
  basis: z.enum(['reported', 'hook', 'between-records', 'notification']),
  bound: z.enum(['exact', 'at-most']),
  includes: z.array(z.enum(['approval', 'hooks', 'queue'])),
});

export const failure = z.object({ code: z.string(), blame, message: z.string() });

export const stage = z.object({
  name: z.enum(['requested', 'permission', 'hooks-before', 'running', 'hooks-after', 'result', 'structured']),
  state: z.enum(['observed', 'inferred', 'missing', 'not-logged', 'none']),
  at: timeOrNull,
  ms: z.number().nullable(),
  note: z.string().nullable(),
  place: place.nullable(),
});

export const hookRun = z.object({
  event: z.string(),
  name: z.string(),
  command: z.string().nullable(),
  outcome: z.string(),
  exitCode: z.number().nullable(),
  durationMs: z.number().nullable(),
  decision: z.string().nullable(),
  message: z.string().nullable(),
  at: timeOrNull,
  place,
});

const factValue = z.union([z.string(), z.number(), z.boolean()]);

/** A call without its bodies. */
export const wireCall = callKey.extend({
  thread: z.string(),
  turn: z.number(),
  tool: z.string(),
  toolId: z.string(),
  toolTitle: z.string(),
  model: z.string().nullable(),
  status,
  statusRule: z.string(),
  failure: failure.nullable(),
  /** A failure that the call's success hides, and the line that says so. */
  masked: failure.extend({ place }).nullable(),
  feedback: z.string().nullable(),
  requestedAt: timeOrNull,
  endedAt: timeOrNull,
  duration: duration.nullable(),
  result: z.object({ kind: z.string(), via: z.enum(['structured', 'text', 'raw']) }).nullable(),
  summary: z.string(),
  facts: z.record(z.string(), factValue),
  target: z.string().nullable(),
  /** The program it ran and what that should do, without operands. */
  aim: z.string().nullable(),
  messageId: z.string().nullable(),
  parallelGroup: z.string().nullable(),
  parentCall: z.string().nullable(),
  agentId: z.string().nullable(),
  background: z
    .object({
      kind: z.string(),
      taskId: z.string().nullable(),
      endedVia: z.string().nullable(),
      exitCode: z.number().nullable(),
      pollCalls: z.array(z.string()),
    })
    .nullable(),
  progressCount: z.number(),
  flags: z.array(z.string()),
  problems: z.array(problem),
  /** The line of its request. */
  place,
});

const threadCall = z.object({
  callId: z.string(),
  occurrence: z.number(),
  tool: z.string(),
  toolId: z.string(),
  summary: z.string(),
  status,
  at: timeOrNull,
});

/** Background work, from its launch to its end: the same for every call involved in it. */
export const backgroundThread = z.object({
  launch: threadCall,
  taskId: z.string().nullable(),
  kind: z.string(),
  /** Those that looked at it, sent something to it, or ended it. */
  calls: z.array(threadCall),
  /** How many more there were. */
  more: z.number(),
  /** Null when no end is logged. `callId`: the call that saw or caused it. */
  end: z
    .object({ via: z.string(), exitCode: z.number().nullable(), at: timeOrNull, callId: z.string().nullable() })
    .nullable(),
});

/** Where text was left out: a JSON pointer into its value, and the length of the whole. */
export const cut = z.object({
  body: z.enum(['input', 'result', 'rawInput', 'content', 'structured']),
  pointer: z.string(),
  characters: z.number(),
});

export const shownFile = z.object({
  path: z.string(),
  movedTo: z.string().optional(),
  change: z.enum(['added', 'deleted', 'modified']),
  basis: z.enum(['hunks', 'content', 'input']),
  hunks: z.array(
    z.object({
      oldStart: z.number().nullable(),
      oldLines: z.number(),
      newStart: z.number().nullable(),
      newLines: z.number(),
      lines: z.array(z.string()),
      section: z.string().optional(),
    }),
  ),
  linesAdded: z.number().nullable(),
  linesRemoved: z.number().nullable(),
});

/** What the tool itself wants people to see instead of its text. An image is fetched as part of the result's record. */
export const shown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('image'), mediaType: z.string(), bytes: z.number(), pointer: z.string() }),
  z.object({
    kind: z.literal('diff'),
    state: z.enum(['written', 'proposed', 'staged', 'unknown']),
    files: z.array(shownFile),
  }),
]);

const openedBodies = z.object({
  /** Typed by the tool's definition: what its view draws. */
  input: z.unknown(),
  result: z.unknown(),
  /** As the log has them. Images and documents are left out by reference. */
  rawInput: z.unknown(),
  /** What the model saw: a text, or blocks. */
  content: z.unknown(),
  structured: z.unknown(),
  /** Null when the tool does not say. */
  shown: shown.nullable(),
  /** Output too large for the log, kept in a separate file. */
  spilled: z.object({ recordedPath: z.string(), found: z.boolean(), bytes: z.number().nullable() }).nullable(),
  cuts: z.array(cut),
});

export const callDetail = wireCall.extend({
  stages: z.array(stage),
  permission: z.object({ decision: z.string(), by: z.string(), at: timeOrNull, place }).nullable(),
  hooks: z.array(hookRun),
  /** `where`: the place in words, in the agent's own file or database. */
  evidence: z.array(place.extend({ role: z.string(), where: z.string() })),
  copies: z.array(
    z.object({
      session: z.string(),
      file: z.string(),
      line: z.number(),
      offset: z.number(),
      length: z.number(),
    }),
  ),
  /**
   * What followed a failure, hidden or not: the call that worked in the end, how many calls and how long that took. `rule`: whether it
   * tried the same thing, or ran the same program on something else soon after.
   */
  recovery: z
    .object({
      by: callKey.nullable(),
      rule: z.enum(['same-target', 'same-program']).nullable(),
      calls: z.number().nullable(),
      ms: z.number().nullable(),
    })
    .nullable(),
  /** Other attempts at the same thing, including this one. */
  loop: z.array(callKey).nullable(),
  /** Null when it is not about background work. */
  work: backgroundThread.nullable(),
  /** Null when the log is gone and was not kept. */
  bodies: openedBodies.nullable(),
  /** Whether the bodies were read from the log or from the archive. */
  from: z.enum(['log', 'archive', 'gone']),
});

export const callPage = z.object({ calls: z.array(wireCall), next: z.string().nullable() });

const rawRecord = z.object({
  place,
  role: z.string().nullable(),
  /** The place in words, in the agent's own file or database. */
  where: z.string(),
  /** The line as it is in the file; null when it is gone. */
  text: z.string().nullable(),
  /** Characters left out at its end. */
  cut: z.number(),
});

export const rawRecords = z.object({ records: z.array(rawRecord) });

export type Duration = z.output<typeof duration>;
export type Failure = z.output<typeof failure>;
export type Stage = z.output<typeof stage>;
export type HookRun = z.output<typeof hookRun>;
export type WireCall = z.output<typeof wireCall>;
export type Cut = z.output<typeof cut>;
export type OpenedBodies = z.output<typeof openedBodies>;
export type ThreadCall = z.output<typeof threadCall>;
export type BackgroundThread = z.output<typeof backgroundThread>;
export type CallDetail = z.output<typeof callDetail>;
export type RawRecord = z.output<typeof rawRecord>;
