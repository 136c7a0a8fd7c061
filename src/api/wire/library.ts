// The library as a whole on the wire: tools, errors, files, hooks, permissions, timelines, search, health, status.

import { z } from 'zod';
import { blame, callKey, place, problem, status, time, timeOrNull } from './basics.ts';
import { wireCall } from './call.ts';

export const bucket = z.object({ from: time, calls: z.number(), failures: z.number() });
export const timeline = z.object({
  bucketMs: z.number(),
  buckets: z.array(bucket),
  undated: z.number(),
});

export const toolStats = z.object({
  agent: z.string(),
  toolId: z.string(),
  title: z.string(),
  family: z.string(),
  calls: z.number(),
  /** Unexpected ones. */
  failures: z.number(),
  failureRate: z.number().nullable(),
  expectedFailures: z.number(),
  /** Calls that succeeded and hide a failure: not among the failures. */
  masked: z.number(),
  refused: z.number(),
  durations: z.object({
    known: z.number(),
    exact: z.number(),
    /** `at-most`: some are upper bounds, and so are the percentiles. */
    bound: z.enum(['exact', 'at-most']).nullable(),
    p50Ms: z.number().nullable(),
    p95Ms: z.number().nullable(),
    totalMs: z.number(),
    basis: z.record(z.string(), z.number()),
  }),
  bytes: z.number(),
  tokens: z.number(),
  /** Calls that waited for a person's decision, as far as known, and their total wait. */
  waits: z.number(),
  waitMs: z.number(),
});
/** Calls of one agent, model, project, tool or day. Days have no durations and no waits. */
const callGroup = toolStats
  .pick({ calls: true, failures: true, expectedFailures: true, masked: true, refused: true })
  .extend({
    agent: z.string().nullable(),
    /** Null if unknown. */
    key: z.string().nullable(),
    durations: toolStats.shape.durations
      .pick({ known: true, bound: true, p50Ms: true, p95Ms: true, totalMs: true })
      .nullable(),
    waits: z.number().nullable(),
    waitMs: z.number().nullable(),
    /** For a name: server and tool, parsed from the name of an MCP tool. Null for other groups. */
    mcp: z.object({ server: z.string(), tool: z.string() }).nullable(),
  });
export const callGroups = z.object({ groups: z.array(callGroup) });
export const toolList = z.object({ tools: z.array(toolStats), timeline });

const errorClass = z.object({
  code: z.string(),
  blame,
  toolId: z.string(),
  title: z.string(),
  /** The calls succeeded, and something in them failed. */
  masked: z.boolean(),
  count: z.number(),
  sessions: z.number(),
  firstAt: timeOrNull,
  lastAt: timeOrNull,
  /** Examined failures: the latest, if there are very many. */
  examined: z.number(),
  recovered: z.number(),
  /** How many of these because the same program worked soon after, on something else. */
  recoveredBySameProgram: z.number(),
  callsToRecover: z.number().nullable(),
  example: callKey.extend({ summary: z.string(), message: z.string() }),
  /** Failures per span of the timeline. */
  trend: z.array(z.number()),
});
export const errorList = z.object({ classes: z.array(errorClass), timeline });

const touchedFile = z.object({
  path: z.string(),
  reads: z.number(),
  edits: z.number(),
  writes: z.number(),
  /** Calls about it that failed unexpectedly or were refused. */
  notMade: z.number(),
  /** Null if no change of known size was made. */
  linesAdded: z.number().nullable(),
  linesRemoved: z.number().nullable(),
  sessions: z.number(),
  lastAt: timeOrNull,
});
export const fileList = z.object({ files: z.array(touchedFile), next: z.string().nullable() });

/** One call's change to one file, oldest first. */
const fileTouch = wireCall
  .pick({ agent: true, session: true, callId: true, occurrence: true, tool: true, toolId: true, summary: true })
  .extend({
    at: timeOrNull,
    touch: z.enum(['read', 'edit', 'write']),
    status,
    linesAdded: z.number().nullable(),
    linesRemoved: z.number().nullable(),
    sessionTitle: z.string().nullable(),
    /** The line of its request. */
    place,
    /** The hunks of the change, if the log has them. */
    diff: z.unknown(),
  });
export const fileHistory = z.object({ path: z.string(), touches: z.array(fileTouch), next: z.string().nullable() });

export const hookStats = z.object({
  event: z.string(),
  name: z.string(),
  command: z.string().nullable(),
  /** It ran for calls; others ran for a session or a turn. */
  ofCalls: z.boolean(),
  runs: z.number(),
  blocked: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  timed: z.number(),
  totalMs: z.number(),
  maxMs: z.number().nullable(),
  firstAt: timeOrNull,
  lastAt: timeOrNull,
});
export const permissionStats = z.object({
  agent: z.string(),
  toolId: z.string(),
  title: z.string(),
  decision: z.string(),
  by: z.string(),
  calls: z.number(),
  /** When the first and the last of them were requested. */
  firstAt: timeOrNull,
  lastAt: timeOrNull,
  waits: z.number(),
  waitMs: z.number(),
});
export const control = z.object({ hooks: z.array(hookStats), permissions: z.array(permissionStats) });

/** A text with its matching parts marked: [from, to) in UTF-16 units. */
export const snippet = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) });
export const searchHit = z.object({
  agent: z.string(),
  session: z.string(),
  sessionTitle: z.string().nullable(),
  project: z.string().nullable(),
  at: timeOrNull,
  /** `call` for a hit in a call's input or result; else what was said. */
  what: z.string(),
  /** Which part of it: input, result, text … */
  part: z.string(),
  call: callKey
    .extend({
      toolId: z.string(),
      tool: z.string(),
      summary: z.string(),
      status,
      /** Code of a failure that the call's success hides. */
      masked: z.string().nullable(),
    })
    .nullable(),
  source: z.number(),
  file: z.string(),
  offset: z.number(),
  line: z.number(),
  pointer: z.string(),
  snippet,
  /** Sessions that hold a copy of the record: forked and resumed ones, and its own if its log exists twice. */
  copies: z.array(z.object({ session: z.string(), title: z.string().nullable() })),
});
export const searchPage = z.object({
  hits: z.array(searchHit),
  next: z.string().nullable(),
  /** Bytes of logs searched, and of all logs. */
  searched: z.object({
    bytes: z.number(),
    of: z.number(),
    ms: z.number(),
    /** False: it was stopped, older hits may be missing. */
    isComplete: z.boolean(),
    /** Then: how many of the logs were looked through, the newest first. `next`, where there is one, goes on. */
    covered: z.object({ logs: z.number(), of: z.number() }).nullable(),
  }),
});

const placeInFile = z.object({ file: z.string(), line: z.number() });
export const health = z.object({
  roots: z.array(z.object({ agent: z.string().nullable(), path: z.string(), present: z.boolean(), files: z.number() })),
  /** Folders and files below the roots, or roots, that cannot be read, and the system's word for why. */
  unreadable: z.array(z.object({ path: z.string(), reason: z.string() })),
  ledger: z.object({
    lines: z.number(),
    observed: z.number(),
    ignored: z.number(),
    problems: z.number(),
    addsUp: z.boolean(),
    wrong: z.array(z.string()),
  }),
  problems: z.array(
    z.object({
      code: z.string(),
      count: z.number(),
      severity: z.string(),
      message: z.string(),
      example: placeInFile.nullable(),
    }),
  ),
  remarks: z.record(z.string(), z.number()),
  unknownRecords: z.array(
    z.object({
      agent: z.string(),
      what: z.string(),
      count: z.number(),
      files: z.number(),
      example: placeInFile.nullable(),
    }),
  ),
  undefinedTools: z.array(z.object({ agent: z.string(), tool: z.string(), calls: z.number(), example: placeInFile })),
  versions: z.array(z.object({ agent: z.string(), version: z.string(), sessions: z.number(), lastAt: timeOrNull })),
  retention: z.array(
    z.object({
      agent: z.string(),
      days: z.number(),
      settings: z.string(),
      key: z.string(),
      isSet: z.boolean(),
      trouble: z.string().nullable(),
    }),
  ),
  /** Sessions whose logs the agent will delete, soonest first. */
  vanishing: z.array(
    z.object({ agent: z.string(), session: z.string(), title: z.string().nullable(), at: time, inDays: z.number() }),
  ),
  /** Below the roots, including deleted logs. */
  logs: z.object({ files: z.number(), bytes: z.number() }),
  sizes: z.object({
    /** Of all indexed logs, which may be more than those of these roots. */
    logBytes: z.number(),
    indexBytes: z.number(),
    archiveBytes: z.number().nullable(),
    archivedBytes: z.number().nullable(),
  }),
  sources: z.array(
    z.object({ path: z.string(), agent: z.string(), session: z.string(), bytes: z.number(), gone: z.boolean() }),
  ),
});

export const libraryStatus = z.object({
  version: z.string(),
  /** How it was started, for hints that can be typed as they are. */
  command: z.string(),
  /** `indexing`: the first full sweep of the logs; `following`: up to date; `reading-only`: another process writes. */
  phase: z.enum(['indexing', 'following', 'reading-only']),
  progress: z.object({ files: z.number(), ofFiles: z.number(), bytes: z.number(), ofBytes: z.number() }).nullable(),
  sessions: z.number(),
  calls: z.number(),
  files: z.number(),
  logBytes: z.number(),
  /** Where agents keep the logs that are read. */
  places: z.array(z.string()),
  demo: z.boolean(),
  seq: z.number(),
  agents: z.array(z.object({ id: z.string(), title: z.string() })),
  tools: z.array(z.object({ id: z.string(), title: z.string(), family: z.string() })),
  trouble: z.array(z.string()),
});

export const filterCheck = z.object({
  ok: z.boolean(),
  errors: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      message: z.string(),
      hint: z.string().nullable(),
      /** Only something at the end is missing: it may still be typed. */
      unfinished: z.boolean(),
    }),
  ),
  completions: z.object({
    from: z.number(),
    to: z.number(),
    items: z.array(
      z.object({ insert: z.string(), label: z.string(), help: z.string(), what: z.enum(['key', 'value', 'operator']) }),
    ),
  }),
  /** The filter in words. */
  meaning: z.string(),
});

/** Errors in the format of RFC 9457. */
export const wireError = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  /** What can be done about it. */
  hint: z.string().optional(),
  problems: z.array(problem).optional(),
});

export type CallGroup = z.output<typeof callGroup>;
export type Timeline = z.output<typeof timeline>;
export type ToolStats = z.output<typeof toolStats>;
export type ErrorClass = z.output<typeof errorClass>;
export type TouchedFile = z.output<typeof touchedFile>;
export type FileTouch = z.output<typeof fileTouch>;
export type FileHistory = z.output<typeof fileHistory>;
export type HookStats = z.output<typeof hookStats>;
export type PermissionStats = z.output<typeof permissionStats>;
export type SearchHit = z.output<typeof searchHit>;
export type SearchPage = z.output<typeof searchPage>;
export type Health = z.output<typeof health>;
export type Status = z.output<typeof libraryStatus>;
export type FilterCheck = z.output<typeof filterCheck>;
export type WireError = z.output<typeof wireError>;
