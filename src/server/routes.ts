// The list of routes: which handler answers which part of the contract.

import type { Route } from '../api/route.ts';
import type { Handler, Handlers } from './handler.ts';
import { entries, matches } from './routes/entries.ts';
import { session, sessions } from './routes/sessions.ts';
import { status } from './routes/status.ts';

/** Loaded on first use. What the first page needs is loaded up front, and waits for nothing else. */
function later<Wanted extends Route>(load: () => Promise<Handler<Wanted>>): Handler<Wanted> {
  let loading: Promise<Handler<Wanted>> | undefined;
  return async (asked) => {
    loading ??= load();
    return (await loading)(asked);
  };
}

const body = () => import('./routes/body.ts');
const call = () => import('./routes/call.ts');
const changes = () => import('./routes/changes.ts');
const files = () => import('./routes/files.ts');
const insights = () => import('./routes/insights.ts');
const search = () => import('./routes/search.ts');
const share = () => import('./routes/share.ts');

export const routes: Handlers = {
  status,
  sessions,
  session,
  entries,
  matches,
  sessionChanges: later(async () => (await changes()).sessionChanges),
  sessionPatch: later(async () => (await changes()).sessionPatch),
  sessionSecrets: later(async () => (await import('./routes/secrets.ts')).sessionSecrets),
  sessionShare: later(async () => (await share()).sessionShare),
  sharePreview: later(async () => (await share()).sharePreview),
  sessionTrace: later(async () => (await import('./routes/trace.ts')).sessionTrace),
  sessionInsights: later(async () => (await import('./routes/session-insights.ts')).sessionInsights),
  compare: later(async () => (await import('./routes/compare.ts')).compare),
  message: later(async () => (await import('./routes/message.ts')).message),
  record: later(async () => (await body()).record),
  logLine: later(async () => (await import('./routes/log-line.ts')).logLine),
  calls: later(async () => (await import('./routes/calls.ts')).calls),
  call: later(async () => (await call()).call),
  callRaw: later(async () => (await call()).callRaw),
  callBody: later(async () => (await body()).callBody),
  search: later(async () => (await search()).search),
  searchSessions: later(async () => (await search()).searchSessions),
  tools: later(async () => (await insights()).tools),
  errors: later(async () => (await insights()).errors),
  stats: later(async () => (await insights()).stats),
  similarFailures: later(async () => (await import('./routes/similar.ts')).similarFailures),
  files: later(async () => (await files()).files),
  fileHistory: later(async () => (await files()).fileHistory),
  timeline: later(async () => (await insights()).timeline),
  trends: later(async () => (await import('./routes/trends.ts')).trends),
  control: later(async () => (await insights()).control),
  health: later(async () => (await import('./routes/health.ts')).health),
  filterCheck: later(async () => (await import('./routes/filter.ts')).filterCheck),
};
