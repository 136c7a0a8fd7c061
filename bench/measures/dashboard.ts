// The rows of the dashboard in a browser: a very long session opened, scrolled through, and followed. Skipped without
// Chromium.

import { browserPath } from '../../test/gallery/open-browser.ts';
import { measureDashboard } from '../dashboard.ts';
import type { Measure } from '../measure.ts';

/** The share of all calls that are in the one session. */
const SHARE = 0.1;

export const dashboard: Measure = {
  id: 'dashboard',
  needs: [],
  rounds: 'once',
  async run({ scale }) {
    if (browserPath() === null) return [];
    const told = await measureDashboard({ calls: Math.round(scale.calls * SHARE), appends: scale.samples });
    const session = `${told.calls.toLocaleString('en-US')} calls`;
    return [
      { id: 'dashboard-open', title: `browser: first rows of ${session}`, p50Ms: told.firstRowsMs },
      { id: 'dashboard-all', title: `browser: all rows of ${session}`, p50Ms: told.allRowsMs },
      {
        id: 'dashboard-scroll',
        title: 'browser: longest task while scrolling',
        cpuMs: told.longestTaskCpuMs,
        p95Ms: told.longestTaskMs,
      },
      {
        id: 'dashboard-append',
        title: 'browser: line in the log to row on the screen',
        p50Ms: told.appendP50Ms,
        p95Ms: told.appendP95Ms,
      },
    ];
  },
};
