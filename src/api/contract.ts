// The contract of the HTTP API: every route, once. The server and clients follow it, and the OpenAPI document is made from it.

import { z } from 'zod';
import { get, post } from './route.ts';
import { flag, whole } from './route-words.ts';
import { sessionRoutes } from './session-routes.ts';
import { around, cursor, filter, limit } from './wire/basics.ts';
import { callDetail, callPage, rawRecords } from './wire/call.ts';
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
import { hitRole, sessionGroups } from './wire/search.ts';
import { change, sessionPage } from './wire/session.ts';
import { settings, settingsChange } from './wire/settings.ts';
import { similarFailures } from './wire/similar.ts';
import { trendDimension, trends } from './wire/trends.ts';

/** A column, ascending; with a minus prefix, descending. */
function sortBy<const Names extends readonly string[]>(...names: Names) {
  return z.enum(names.flatMap((name) => [name, `-${name}`])).optional();
}

const callSort = sortBy('at', 'ms', 'bytes', 'tool', 'status', 'agent');
const trendsBy = z
  .string()
  .max(100)
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(trendDimension).max(4));
const fileSort = sortBy('path', 'reads', 'edits', 'writes', 'notMade', 'lines', 'sessions', 'last');

export const contract = {
  status: get('/status', {
    summary: 'What Toolscope is doing, what it knows, and where it looks.',
    answer: { kind: 'json', schema: libraryStatus },
  }),
  sessions: get('/sessions', {
    summary:
      'Sessions, most recently written first. `pinned`, `hidden` and `named` are what the person says about them: lists show pinned ones first, and hidden ones only when asked.',
    query: z.object({ filter, cursor, limit }),
    answer: { kind: 'json', schema: sessionPage },
  }),
  ...sessionRoutes,
  calls: get('/calls', {
    summary: 'Calls of all sessions, newest first, or by a column: `sort=ms` ascending, `sort=-ms` descending.',
    query: z.object({ filter, cursor, limit, sort: callSort }),
    answer: { kind: 'json', schema: callPage },
  }),
  call: get('/calls/{agent}/{session}/{callId}/{occurrence}', {
    summary: 'Everything about one call.',
    answer: { kind: 'json', schema: callDetail },
  }),
  callRaw: get('/calls/{agent}/{session}/{callId}/{occurrence}/raw', {
    summary: 'The log records that a call was read from, verbatim.',
    answer: { kind: 'json', schema: rawRecords },
  }),
  callBody: get('/calls/{agent}/{session}/{callId}/{occurrence}/body', {
    summary:
      'A body of a call, or a part of one, in full: text as text/plain, images as images, anything else as JSON or a download.',
    query: z.object({
      /** `record`: the pointer starts from the record that holds the result. `typed-…`: as the tool's definition reads it. */
      from: z.enum(['input', 'content', 'structured', 'record', 'spilled', 'typed-input', 'typed-result']),
      pointer: z.string().max(2000).optional(),
      download: flag,
    }),
    answer: { kind: 'bytes' },
  }),
  search: get('/search', {
    summary:
      'Words, "phrases", prefix*, substrings and /regular expressions/ in everything said and done, newest first. The first page of a regular expression stops after some work and says what it covered; `next` goes on.',
    query: z.object({ q: z.string().max(10_000), cursor, limit, around }),
    answer: { kind: 'json', schema: searchPage },
  }),
  searchSessions: get('/search/sessions', {
    summary:
      'Sessions ranked by the best of what was found in each: prompts and answers before tools before everything else, words in one record before words that stand apart, the newest first of equals. `role` counts only texts of one kind; `reach=all` looks into every session that may hold the words, where the usual answer stops after some work and says so.',
    query: z.object({
      q: z.string().max(10_000),
      role: hitRole.optional(),
      reach: z.enum(['quick', 'all']).optional(),
      cursor,
      limit,
      around,
    }),
    answer: { kind: 'json', schema: sessionGroups },
  }),
  tools: get('/tools', {
    summary: 'How each tool is doing: calls, failures and durations.',
    query: z.object({ filter }),
    answer: { kind: 'json', schema: toolList },
  }),
  stats: get('/stats', {
    summary:
      'How calls fare by tool (`tool`, or `name` as logs spell it), model, agent, project or day: counts, failures, durations and waiting.',
    query: z.object({ by: z.enum(['tool', 'name', 'model', 'agent', 'project', 'day']), filter }),
    answer: { kind: 'json', schema: callGroups },
  }),
  errors: get('/errors', {
    summary: 'Failures by class, and whether the agents recovered.',
    query: z.object({ filter, expected: flag, masked: flag }),
    answer: { kind: 'json', schema: errorList },
  }),
  similarFailures: get('/failures/similar', {
    summary:
      'Failures like one that is asked about: by its words without paths, numbers, ids and quoted values, or by the command that failed. With what was tried after them, and what worked. Those of `project` come first.',
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
  files: get('/files', {
    summary: 'Files that were read and changed, the last touched first, or by a column: `sort=-edits`.',
    query: z.object({ filter, cursor, limit, sort: fileSort }),
    answer: { kind: 'json', schema: fileList },
  }),
  fileHistory: get('/files/history', {
    summary: 'What happened to one file, call by call.',
    query: z.object({ path: z.string().max(10_000), filter, cursor, limit }),
    answer: { kind: 'json', schema: fileHistory },
  }),
  timeline: get('/timeline', {
    summary: 'Calls and unexpected failures over time.',
    query: z.object({ filter, buckets: limit }),
    answer: { kind: 'json', schema: timeline },
  }),
  trends: get('/trends', {
    summary:
      'Whether it got worse: calls, failures by class and blame, recovery, masked failures, waiting and cost by week and by `by` (any of agent, version, model and project, comma-separated), shares with 95 % intervals, and the last `weeks` weeks (default 4) compared with as many before them. Cost is of the sessions that fit.',
    query: z.object({ filter, by: trendsBy.optional(), weeks: limit }),
    answer: { kind: 'json', schema: trends },
  }),
  control: get('/control', {
    summary:
      'Hooks and permissions: what ran, what it cost, who allowed or denied what, and how long people took to decide. A filter leaves decisions about calls that fit, and hooks that ran for one.',
    query: z.object({ filter }),
    answer: { kind: 'json', schema: control },
  }),
  health: get('/health', {
    summary:
      'How well the logs were read, what is not known yet, which logs are due to be deleted, and how large everything is.',
    answer: { kind: 'json', schema: health },
  }),
  filterCheck: get('/filter', {
    summary: 'Whether a filter is valid, what it means, and completions at a position in it.',
    query: z.object({ text: z.string().max(10_000), at: whole.optional() }),
    answer: { kind: 'json', schema: filterCheck },
  }),
  settings: get('/settings', {
    summary:
      'Settings in settings.json in the data folder, which the command line reads as well, and what is wrong with them.',
    answer: { kind: 'json', schema: settings },
  }),
  changeSettings: post('/settings/change', {
    summary: 'Changes settings. The file is replaced as a whole; keys that are not known here stay in it.',
    body: settingsChange,
    answer: { kind: 'json', schema: settings },
  }),
  rap: get('/rap', {
    summary:
      'What the RAP runtime is waiting for: pending calls, subscriptions, questions to a person, refusals, tool servers.',
    answer: { kind: 'json', schema: rapOverview },
  }),
  rapViews: get('/rap/views', {
    summary: 'What the tools of a RAP thread keep next to it: the newest state of each view.',
    query: z.object({ group: z.string().max(1000) }),
    answer: { kind: 'json', schema: rapViews },
  }),
  rapAct: post('/rap/act', {
    summary: 'Cancels a pending call or a subscription, or answers a question that a tool asked.',
    body: rapAct,
    answer: { kind: 'json', schema: rapDone },
  }),
  events: get('/events', {
    summary:
      'What changes, as server-sent events: `change` (a list of changes), `status`, and `resync` when changes were missed. The event id is the change sequence; `Last-Event-ID` or `since` continues from there.',
    query: z.object({ since: whole.optional() }),
    answer: { kind: 'events', schema: z.array(change) },
  }),
} as const;

export type Contract = typeof contract;
