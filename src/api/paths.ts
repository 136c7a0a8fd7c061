// The paths of the contract as plain values, for browsers: the contract itself brings its schemas along. A test
// holds them equal.

import type { Paths } from './client.ts';

export const paths: Paths = {
  status: '/status',
  sessions: '/sessions',
  session: '/sessions/{agent}/{session}',
  entries: '/sessions/{agent}/{session}/entries',
  matches: '/sessions/{agent}/{session}/matches',
  sessionChanges: '/sessions/{agent}/{session}/changes',
  sessionPatch: '/sessions/{agent}/{session}/changes/patch',
  sessionInsights: '/sessions/{agent}/{session}/insights',
  sessionSecrets: '/sessions/{agent}/{session}/secrets',
  sessionShare: '/sessions/{agent}/{session}/share',
  sessionTrace: '/sessions/{agent}/{session}/trace',
  message: '/sessions/{agent}/{session}/messages/{source}/{offset}',
  record: '/sessions/{agent}/{session}/records/{source}/{offset}',
  logLine: '/logs/line',
  calls: '/calls',
  call: '/calls/{agent}/{session}/{callId}/{occurrence}',
  callRaw: '/calls/{agent}/{session}/{callId}/{occurrence}/raw',
  callBody: '/calls/{agent}/{session}/{callId}/{occurrence}/body',
  search: '/search',
  tools: '/tools',
  errors: '/errors',
  files: '/files',
  fileHistory: '/files/history',
  timeline: '/timeline',
  control: '/control',
  health: '/health',
  filterCheck: '/filter',
  rap: '/rap',
  rapViews: '/rap/views',
  rapAct: '/rap/act',
  events: '/events',
};
