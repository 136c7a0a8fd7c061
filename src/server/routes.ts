// The list of routes: which handler answers which part of the contract.

import type { Handlers } from './handler.ts';
import { callBody, record } from './routes/body.ts';
import { call, callRaw } from './routes/call.ts';
import { calls } from './routes/calls.ts';
import { sessionChanges, sessionPatch } from './routes/changes.ts';
import { compare } from './routes/compare.ts';
import { entries, matches, message } from './routes/entries.ts';
import { fileHistory, files } from './routes/files.ts';
import { filterCheck } from './routes/filter.ts';
import { health } from './routes/health.ts';
import { control, errors, stats, timeline, tools } from './routes/insights.ts';
import { logLine } from './routes/log-line.ts';
import { search, searchSessions } from './routes/search.ts';
import { sessionSecrets } from './routes/secrets.ts';
import { sessionInsights } from './routes/session-insights.ts';
import { session, sessions } from './routes/sessions.ts';
import { sessionShare, sharePreview } from './routes/share.ts';
import { similarFailures } from './routes/similar.ts';
import { status } from './routes/status.ts';
import { sessionTrace } from './routes/trace.ts';
import { trends } from './routes/trends.ts';

export const routes: Handlers = {
  status,
  sessions,
  session,
  entries,
  matches,
  sessionChanges,
  sessionPatch,
  sessionSecrets,
  sessionShare,
  sharePreview,
  sessionTrace,
  sessionInsights,
  compare,
  message,
  record,
  logLine,
  calls,
  call,
  callRaw,
  callBody,
  search,
  searchSessions,
  tools,
  errors,
  stats,
  similarFailures,
  files,
  fileHistory,
  timeline,
  trends,
  control,
  health,
  filterCheck,
};
