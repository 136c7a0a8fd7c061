// The contract of the HTTP API: every route, once. The server answers by it, clients ask by it, and the OpenAPI
// document is made from it.

import { z } from 'zod';
import { route } from './route.ts';
import { around, cursor, filter, limit } from './wire/basics.ts';
import { callDetail, callPage, rawRecords } from './wire/call.ts';
import { netChanges } from './wire/changes.ts';
import { insights } from './wire/insights.ts';
import {
  callGroups,
  control,
  errorList,
  fileHistory,
  fileList,
  filterCheck,
  health,
  libraryStatus,
  searchPage,
  timeline,
  toolList,
} from './wire/library.ts';
import { rapAct, rapDone, rapOverview, rapViews } from './wire/rap.ts';
import { sessionSecrets } from './wire/secrets.ts';
import { change, entryLine, matches, message, sessionDetail, sessionPage } from './wire/session.ts';
import { bundleTaken, sharePreview } from './wire/share.ts';
import { similarFailures } from './wire/similar.ts';

/** Texts, one a line. */
const masks = z.string().max(4000).optional();

const SESSION = ['agent', 'session'] as const;
const CALL = ['agent', 'session', 'callId', 'occurrence'] as const;
const flag = z.enum(['0', '1']).optional();
const whole = z.string().regex(/^\d{1,15}$/, 'a whole number');

/** A column, ascending; with a minus before it, descending. */
function sortBy<const Names extends readonly string[]>(...names: Names) {
  return z.enum(names.flatMap((name) => [name, `-${name}`])).optional();
}

const callSort = sortBy('at', 'ms', 'bytes', 'tool', 'status', 'agent');
const fileSort = sortBy('path', 'reads', 'edits', 'writes', 'notMade', 'lines', 'sessions', 'last');

export const contract = {
  status: route({
    method: 'GET',
    path: '/status',
    summary: 'What Toolscope is doing, what it knows, and where it looks.',
    parts: [],
    answer: { kind: 'json', schema: libraryStatus },
  }),
  sessions: route({
    method: 'GET',
    path: '/sessions',
    summary: 'Sessions, most recently written first.',
    parts: [],
    query: z.object({ filter, cursor, limit }),
    answer: { kind: 'json', schema: sessionPage },
  }),
  session: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}',
    summary: 'One session: its threads, files, ledgers and token counts.',
    parts: SESSION,
    answer: { kind: 'json', schema: sessionDetail },
  }),
  entries: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/entries',
    summary:
      'Calls and what was said, in columns, as lines of JSON. With `since`: calls that changed after that sequence, and what was said after the places in `after` (`source:offset`, comma-separated).',
    parts: SESSION,
    query: z.object({ since: whole.optional(), after: z.string().max(10_000).optional() }),
    answer: { kind: 'lines', schema: entryLine },
  }),
  matches: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/matches',
    summary: 'Which calls of a session match a filter.',
    parts: SESSION,
    query: z.object({ filter: z.string().max(10_000) }),
    answer: { kind: 'json', schema: matches },
  }),
  sessionChanges: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/changes',
    summary:
      'What a session changed in the end: one diff per file, from before its first change to after its last, with the calls that made it. With `path`: one file in full.',
    parts: SESSION,
    query: z.object({ path: z.string().max(10_000).optional() }),
    answer: { kind: 'json', schema: netChanges },
  }),
  sessionPatch: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/changes/patch',
    summary:
      'The same as one patch, to apply in the folder the session worked in; comments at its top name what it leaves out. It is as the session made it; `redact=1`, for a patch that is given to others, leaves out hunks that hold secrets or personal names.',
    parts: SESSION,
    query: z.object({ path: z.string().max(10_000).optional(), download: flag, mask: masks, redact: flag }),
    answer: { kind: 'bytes' },
  }),
  sessionInsights: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/insights',
    summary:
      'What is concluded about the session: verdict, time ledger, turns, critical path, waits, cost and context, each with the calls and lines behind it.',
    parts: SESSION,
    answer: { kind: 'json', schema: insights },
  }),
  sessionSecrets: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/secrets',
    summary:
      'Keys, tokens and passwords in the log of the session, masked, each with the first place it is in. The whole log is read for it.',
    parts: SESSION,
    answer: { kind: 'json', schema: sessionSecrets },
  }),
  sessionShare: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/share',
    summary:
      'The session as a file to give away, to save: `html` needs neither a network nor a script to be read, `md` is for issues and pull requests, `bundle` is a zip file that Toolscope opens again. `mask` holds further texts to mask, one a line; `images=0` leaves out images. `turns` is one number or `3..5`. Secrets and personal names are masked, and the header `toolscope-redaction` says how many by which rule; `redact=0` masks nothing.',
    parts: SESSION,
    query: z.object({
      format: z.enum(['html', 'md', 'bundle']).optional(),
      turns: z
        .string()
        .regex(/^\d{1,9}(?:\.\.\d{1,9})?$/)
        .optional(),
      mask: masks,
      images: flag,
      redact: flag,
    }),
    answer: { kind: 'bytes' },
  }),
  sharePreview: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/share/preview',
    summary:
      'What sharing the session would mask: how much by which rule, with examples. `mask` holds texts, one a line, that are to be masked besides.',
    parts: SESSION,
    query: z.object({ mask: masks }),
    answer: { kind: 'json', schema: sharePreview },
  }),
  bundleUpload: route({
    method: 'POST',
    path: '/bundles',
    summary:
      'Takes a bundle (application/zip, up to 128 MB) that a session was shared as, and shows its session like any other.',
    parts: [],
    answer: { kind: 'json', schema: bundleTaken },
  }),
  sessionTrace: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/trace',
    summary:
      'The session as a trace, to save: `perfetto` is Chrome Trace Event JSON, `otlp` is OTLP/JSON with the OpenTelemetry conventions for generative AI. No bodies; `summaries=0` leaves out every word of the log. Secrets and personal names are masked, and the header `toolscope-redaction` says how many by which rule; `redact=0` masks nothing.',
    parts: SESSION,
    query: z.object({ format: z.enum(['perfetto', 'otlp']).optional(), summaries: flag, redact: flag }),
    answer: { kind: 'bytes' },
  }),
  message: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/messages/{source}/{offset}',
    summary: 'One message in full.',
    parts: [...SESSION, 'source', 'offset'],
    query: z.object({ pointer: z.string().max(2000) }),
    answer: { kind: 'json', schema: message },
  }),
  record: route({
    method: 'GET',
    path: '/sessions/{agent}/{session}/records/{source}/{offset}',
    summary: 'One line of a log, verbatim.',
    parts: [...SESSION, 'source', 'offset'],
    query: z.object({ length: whole }),
    answer: { kind: 'bytes' },
  }),
  logLine: route({
    method: 'GET',
    path: '/logs/line',
    summary: 'One line of a log, verbatim, by file and line number.',
    parts: [],
    query: z.object({ file: z.string().max(10_000), line: whole }),
    answer: { kind: 'bytes' },
  }),
  calls: route({
    method: 'GET',
    path: '/calls',
    summary: 'Calls of all sessions, newest first, or by a column: `sort=ms` ascending, `sort=-ms` descending.',
    parts: [],
    query: z.object({ filter, cursor, limit, sort: callSort }),
    answer: { kind: 'json', schema: callPage },
  }),
  call: route({
    method: 'GET',
    path: '/calls/{agent}/{session}/{callId}/{occurrence}',
    summary: 'Everything about one call.',
    parts: CALL,
    answer: { kind: 'json', schema: callDetail },
  }),
  callRaw: route({
    method: 'GET',
    path: '/calls/{agent}/{session}/{callId}/{occurrence}/raw',
    summary: 'The log records that a call was read from, verbatim.',
    parts: CALL,
    answer: { kind: 'json', schema: rawRecords },
  }),
  callBody: route({
    method: 'GET',
    path: '/calls/{agent}/{session}/{callId}/{occurrence}/body',
    summary:
      'A body of a call, or a part of one, in full: text as text/plain, images as images, anything else as JSON or a download.',
    parts: CALL,
    query: z.object({
      /** `record`: the pointer starts from the record that holds the result. `typed-…`: as the tool's definition reads it. */
      from: z.enum(['input', 'content', 'structured', 'record', 'spilled', 'typed-input', 'typed-result']),
      pointer: z.string().max(2000).optional(),
      download: flag,
    }),
    answer: { kind: 'bytes' },
  }),
  search: route({
    method: 'GET',
    path: '/search',
    summary:
      'Words, "phrases", prefix*, substrings and /regular expressions/ in everything said and done, newest first.',
    parts: [],
    query: z.object({ q: z.string().max(10_000), cursor, limit, around }),
    answer: { kind: 'json', schema: searchPage },
  }),
  tools: route({
    method: 'GET',
    path: '/tools',
    summary: 'How each tool is doing: calls, failures and durations.',
    parts: [],
    query: z.object({ filter }),
    answer: { kind: 'json', schema: toolList },
  }),
  stats: route({
    method: 'GET',
    path: '/stats',
    summary:
      'How calls fare by tool (`tool`, or `name` as logs spell it), model, agent, project or day: counts, failures, durations and waiting.',
    parts: [],
    query: z.object({ by: z.enum(['tool', 'name', 'model', 'agent', 'project', 'day']), filter }),
    answer: { kind: 'json', schema: callGroups },
  }),
  errors: route({
    method: 'GET',
    path: '/errors',
    summary: 'Failures by class, and whether the agents recovered.',
    parts: [],
    query: z.object({ filter, expected: flag, masked: flag }),
    answer: { kind: 'json', schema: errorList },
  }),
  similarFailures: route({
    method: 'GET',
    path: '/failures/similar',
    summary:
      'Failures like one that is asked about: by its words without paths, numbers, ids and quoted values, or by the command that failed. With what was tried after them, and what worked. Those of `project` come first.',
    parts: [],
    query: z.object({
      error: z.string().max(10_000).optional(),
      command: z.string().max(10_000).optional(),
      project: z.string().max(10_000).optional(),
      filter,
      cursor,
      limit,
    }),
    answer: { kind: 'json', schema: similarFailures },
  }),
  files: route({
    method: 'GET',
    path: '/files',
    summary: 'Files that were read and changed, the last touched first, or by a column: `sort=-edits`.',
    parts: [],
    query: z.object({ filter, cursor, limit, sort: fileSort }),
    answer: { kind: 'json', schema: fileList },
  }),
  fileHistory: route({
    method: 'GET',
    path: '/files/history',
    summary: 'What happened to one file, call by call.',
    parts: [],
    query: z.object({ path: z.string().max(10_000), filter, cursor, limit }),
    answer: { kind: 'json', schema: fileHistory },
  }),
  timeline: route({
    method: 'GET',
    path: '/timeline',
    summary: 'Calls and unexpected failures over time.',
    parts: [],
    query: z.object({ filter, buckets: limit }),
    answer: { kind: 'json', schema: timeline },
  }),
  control: route({
    method: 'GET',
    path: '/control',
    summary:
      'Hooks and permissions: what ran, what it cost, who allowed or denied what, and how long people took to decide. A filter leaves decisions about calls that fit, and hooks that ran for one.',
    parts: [],
    query: z.object({ filter }),
    answer: { kind: 'json', schema: control },
  }),
  health: route({
    method: 'GET',
    path: '/health',
    summary:
      'How well the logs were read, what is not known yet, which logs are due to be deleted, and how large everything is.',
    parts: [],
    answer: { kind: 'json', schema: health },
  }),
  filterCheck: route({
    method: 'GET',
    path: '/filter',
    summary: 'Whether a filter is valid, what it means, and completions at a position in it.',
    parts: [],
    query: z.object({ text: z.string().max(10_000), at: whole.optional() }),
    answer: { kind: 'json', schema: filterCheck },
  }),
  rap: route({
    method: 'GET',
    path: '/rap',
    summary:
      'What the RAP runtime is waiting for: pending calls, subscriptions, questions to a person, refusals, tool servers.',
    parts: [],
    answer: { kind: 'json', schema: rapOverview },
  }),
  rapViews: route({
    method: 'GET',
    path: '/rap/views',
    summary: 'What the tools of a RAP thread keep next to it: the newest state of each view.',
    parts: [],
    query: z.object({ group: z.string().max(1000) }),
    answer: { kind: 'json', schema: rapViews },
  }),
  rapAct: route({
    method: 'POST',
    path: '/rap/act',
    summary: 'Cancels a pending call or a subscription, or answers a question that a tool asked.',
    parts: [],
    body: rapAct,
    answer: { kind: 'json', schema: rapDone },
  }),
  events: route({
    method: 'GET',
    path: '/events',
    summary:
      'What changes, as server-sent events: `change` (a list of changes), `status`, and `resync` when changes were missed. The event id is the change sequence; `Last-Event-ID` or `since` continues from there.',
    parts: [],
    query: z.object({ since: whole.optional() }),
    answer: { kind: 'events', schema: z.array(change) },
  }),
} as const;

export type Contract = typeof contract;
