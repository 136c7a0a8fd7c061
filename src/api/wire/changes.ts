// A session's changes on the wire: for each file the difference between its first and last state, and the calls that made it.

import { z } from 'zod';
import { place, status, timeOrNull } from './basics.ts';

/** Calls are named by their position in the list of calls. */
const callNumber = z.number();

const netHunk = z.object({
  /** Null if the log does not say where in the file it is. */
  oldStart: z.number().nullable(),
  oldLines: z.number(),
  newStart: z.number().nullable(),
  newLines: z.number(),
  lines: z.array(z.string()),
  /** The calls whose lines it contains. */
  calls: z.array(callNumber),
  /** Something other than the session's calls changed lines of it too. */
  elsewhere: z.boolean(),
});

const netRemark = z.object({
  code: z.enum(['changed-elsewhere', 'perhaps-more', 'before-unknown', 'places-unknown', 'removed']),
  message: z.string(),
  call: callNumber,
});

export const netFile = z.object({
  path: z.string(),
  movedTo: z.string().nullable(),
  /** `same`: changed, and in the end as before, or created and deleted. */
  change: z.enum(['added', 'deleted', 'modified', 'same']),
  hunks: z.array(netHunk),
  linesAdded: z.number().nullable(),
  linesRemoved: z.number().nullable(),
  /** How many of these are in hunks that no call of the session contributed to. */
  elsewhere: z.object({ linesAdded: z.number(), linesRemoved: z.number() }),
  /** All calls that changed it, in order. */
  calls: z.array(callNumber),
  notes: z.array(netRemark),
  /** Why the diff cannot be rebuilt from the log, and at which call; null when it can. */
  doubt: z
    .object({ code: z.enum(['lines-missing', 'other-lines', 'place-unknown']), message: z.string(), call: callNumber })
    .nullable(),
  /** Lines left out of this answer: a request for this file returns them. */
  linesLeftOut: z.number(),
});

export const netChanges = z.object({
  agent: z.string(),
  session: z.string(),
  title: z.string().nullable(),
  calls: z.array(
    z.object({
      callId: z.string(),
      occurrence: z.number(),
      tool: z.string(),
      toolId: z.string(),
      summary: z.string(),
      status,
      at: timeOrNull,
      /** The line of its request. */
      place,
    }),
  ),
  /** In the order in which they were first changed. */
  files: z.array(netFile),
});

export type NetChanges = z.output<typeof netChanges>;
export type NetFileOnWire = z.output<typeof netFile>;
export type NetHunkOnWire = z.output<typeof netHunk>;
