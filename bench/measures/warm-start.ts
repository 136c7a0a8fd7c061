// The row of starting with nothing new: the whole program, from nothing to "up to date".

import { fixture, type Measure } from '../measure.ts';
import { type Indexed, toolscopeIndex } from '../meter/toolscope-index.ts';
import { median, percentile } from '../outcome/numbers.ts';

export const warmStart: Measure = {
  id: 'warm-start',
  needs: ['library', 'index'],
  rounds: 'once',
  async run(bench) {
    const runs: Indexed[] = [];
    for (let run = 0; run < Math.min(bench.scale.samples, 9); run++) {
      runs.push(await toolscopeIndex(fixture(bench, 'index'), fixture(bench, 'library')));
    }
    const read = runs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (read > 0) throw new Error(`Nothing was new, and yet ${read} bytes were read.`);
    const wall = runs.map(({ wallMs }) => wallMs);
    const rss = runs.flatMap(({ rssMb }) => rssMb ?? []);
    return [
      {
        id: 'warm-start',
        title: 'warm start: toolscope index, nothing new',
        cpuMs: median(runs.flatMap(({ cpuMs }) => cpuMs ?? [])),
        p50Ms: percentile(wall, 0.5),
        p95Ms: percentile(wall, 0.95),
        ...(rss.length === 0 ? {} : { rssMb: Math.max(...rss) }),
        count: runs[0]?.calls ?? 0,
        counted: 'calls known',
      },
    ];
  },
};
