// The row of the yardstick: bare JSON.parse of every line on one thread.

import { fixture, type Measure } from '../measure.ts';
import { doWork } from '../meter/work.ts';
import { YARDSTICK } from '../outcome/ratios.ts';

export const jsonParse: Measure = {
  id: YARDSTICK,
  needs: ['library'],
  rounds: 'each',
  async run(bench) {
    const work = await doWork('json-parse', fixture(bench, 'library'));
    return [{ id: YARDSTICK, title: 'bare JSON.parse of every line', ...work, counted: 'lines' }];
  },
};
