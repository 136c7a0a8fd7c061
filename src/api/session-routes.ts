// The routes of one session: what it did and said, its insights, and ways to share it.

import { z } from 'zod';
import { get, post } from './route.ts';
import { flag, masks, whole } from './route-words.ts';
import { netChanges } from './wire/changes.ts';
import { comparison } from './wire/compare.ts';
import { insights } from './wire/insights.ts';
import { sessionSecrets } from './wire/secrets.ts';
import { entryLine, markChange, matches, message, sessionDetail, sessionMark } from './wire/session.ts';
import { bundleTaken, sharePreview } from './wire/share.ts';

export const sessionRoutes = {
  session: get('/sessions/{agent}/{session}', {
    summary: 'One session: its threads, files, ledgers and token counts.',
    answer: { kind: 'json', schema: sessionDetail },
  }),
  markSession: post('/sessions/{agent}/{session}/mark', {
    summary: 'Pins, renames or hides a session. It is kept apart from the index, and changes no log.',
    body: markChange,
    answer: { kind: 'json', schema: sessionMark },
  }),
  entries: get('/sessions/{agent}/{session}/entries', {
    summary:
      'Calls and what was said, in columns, as lines of JSON. With `since`: calls that changed after that sequence, and what was said after the places in `after` (`source:offset`, comma-separated).',
    query: z.object({ since: whole.optional(), after: z.string().max(10_000).optional() }),
    answer: { kind: 'lines', schema: entryLine },
  }),
  matches: get('/sessions/{agent}/{session}/matches', {
    summary: 'Which calls of a session match a filter.',
    query: z.object({ filter: z.string().max(10_000) }),
    answer: { kind: 'json', schema: matches },
  }),
  sessionChanges: get('/sessions/{agent}/{session}/changes', {
    summary:
      'What a session changed in the end: one diff per file, from before its first change to after its last, with the calls that made it. With `path`: one file in full.',
    query: z.object({ path: z.string().max(10_000).optional() }),
    answer: { kind: 'json', schema: netChanges },
  }),
  sessionPatch: get('/sessions/{agent}/{session}/changes/patch', {
    summary:
      'The same as one patch, to apply in the folder the session worked in; comments at its top name what it leaves out. It is as the session made it; `redact=1`, for a patch that is given to others, leaves out hunks that hold secrets or personal names.',
    query: z.object({ path: z.string().max(10_000).optional(), download: flag, mask: masks, redact: flag }),
    answer: { kind: 'bytes' },
  }),
  sessionInsights: get('/sessions/{agent}/{session}/insights', {
    summary:
      'What is concluded about the session: verdict, time ledger, turns, critical path, waits, cost and context, each with the calls and lines behind it.',
    answer: { kind: 'json', schema: insights },
  }),
  compare: get('/sessions/{agent}/{session}/compare/{otherAgent}/{otherSession}', {
    summary:
      'How two sessions differ: prompts and calls (tool and target) side by side, what only one did, where they first differ, time, cost, failures, files, and what each left in the files it changed.',
    answer: { kind: 'json', schema: comparison },
  }),
  sessionSecrets: get('/sessions/{agent}/{session}/secrets', {
    summary:
      'Keys, tokens and passwords in the log of the session, masked, each with the first place it is in. The whole log is read for it.',
    answer: { kind: 'json', schema: sessionSecrets },
  }),
  sessionShare: get('/sessions/{agent}/{session}/share', {
    summary:
      'The session as a file to give away, to save: `html` needs neither a network nor a script to be read, `md` is for issues and pull requests, `bundle` is a zip file that Toolscope opens again. `mask` holds further texts to mask, one a line; `images=0` leaves out images. `turns` is one number or `3..5`. Secrets and personal names are masked, and the header `toolscope-redaction` says how many by which rule; `redact=0` masks nothing.',
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
  sharePreview: get('/sessions/{agent}/{session}/share/preview', {
    summary:
      'What sharing the session would mask: how much by which rule, with examples. `mask` holds texts, one a line, that are to be masked besides.',
    query: z.object({ mask: masks }),
    answer: { kind: 'json', schema: sharePreview },
  }),
  bundleUpload: post('/bundles', {
    summary:
      'Takes a bundle (application/zip, up to 128 MB) that a session was shared as, and shows its session like any other.',
    answer: { kind: 'json', schema: bundleTaken },
  }),
  sessionTrace: get('/sessions/{agent}/{session}/trace', {
    summary:
      'The session as a trace, to save: `perfetto` is Chrome Trace Event JSON, `otlp` is OTLP/JSON with the OpenTelemetry conventions for generative AI. No bodies; `summaries=0` leaves out every word of the log. Secrets and personal names are masked, and the header `toolscope-redaction` says how many by which rule; `redact=0` masks nothing.',
    query: z.object({ format: z.enum(['perfetto', 'otlp']).optional(), summaries: flag, redact: flag }),
    answer: { kind: 'bytes' },
  }),
  message: get('/sessions/{agent}/{session}/messages/{source}/{offset}', {
    summary: 'One message in full.',
    query: z.object({ pointer: z.string().max(2000) }),
    answer: { kind: 'json', schema: message },
  }),
  record: get('/sessions/{agent}/{session}/records/{source}/{offset}', {
    summary: 'One line of a log, verbatim.',
    query: z.object({ length: whole }),
    answer: { kind: 'bytes' },
  }),
  logLine: get('/logs/line', {
    summary: 'One line of a log, verbatim, by file and line number.',
    query: z.object({ file: z.string().max(10_000), line: whole }),
    answer: { kind: 'bytes' },
  }),
} as const;
