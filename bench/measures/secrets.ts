// The row of looking for secrets in all logs, as `toolscope secrets` does.

import { fixture, type Measure } from '../measure.ts';
import { doWork } from '../meter/work.ts';

export const secrets: Measure = {
  id: 'secrets',
  needs: ['library'],
  rounds: 'once',
  async run(bench) {
    const work = await doWork('secrets', fixture(bench, 'library'));
    return [{ id: 'secrets', title: 'secrets: every line through all rules', ...work, counted: 'secrets' }];
  },
};
