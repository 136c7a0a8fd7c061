// The cost of interpreting the calls of each tool family, in processor time.

import { type Cost, familyCosts } from '../interpret.ts';
import { fixture, type Measure, type Row } from '../measure.ts';

/** Microseconds of one call are milliseconds of a thousand. */
export function familyRow({ name, calls, micros }: Cost): Row {
  return {
    id: `family:${name}`,
    title: `interpret 1,000 calls of the family: ${name}`,
    cpuMs: micros / calls,
    count: calls,
    counted: 'calls',
  };
}

export const families: Measure = {
  id: 'families',
  needs: ['library'],
  rounds: 'once',
  async run(bench) {
    return (await familyCosts(fixture(bench, 'library'))).map(familyRow);
  },
};
