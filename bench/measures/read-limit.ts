// The row of the lower bound for any reader: all bytes read, all lines counted.

import { fixture, type Measure } from '../measure.ts';
import { doWork } from '../meter/work.ts';

export const readLimit: Measure = {
  id: 'read-limit',
  needs: ['library'],
  rounds: 'each',
  async run(bench) {
    const work = await doWork('read', fixture(bench, 'library'));
    return [{ id: 'read-limit', title: 'read limit: all bytes read, lines counted', ...work, counted: 'lines' }];
  },
};
