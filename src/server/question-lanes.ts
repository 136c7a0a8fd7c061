// Which questions run on a thread: those that may look at very many calls. Questions behind every click have another
// thread than those that sum everything up.

import type { RouteName } from './router.ts';

export type Lane = 'step' | 'sum';

const LANES: Readonly<Partial<Record<RouteName, Lane>>> = {
  sessions: 'step',
  matches: 'step',
  calls: 'step',
  call: 'step',
  filterCheck: 'step',
  sessionInsights: 'step',
  compare: 'sum',
  sessionChanges: 'sum',
  sessionSecrets: 'sum',
  sharePreview: 'sum',
  search: 'sum',
  searchSessions: 'sum',
  tools: 'sum',
  errors: 'sum',
  stats: 'sum',
  similarFailures: 'sum',
  files: 'sum',
  fileHistory: 'sum',
  timeline: 'sum',
  trends: 'sum',
  control: 'sum',
  health: 'sum',
};

export function laneOf(name: RouteName): Lane | undefined {
  return LANES[name];
}
