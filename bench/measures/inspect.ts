// The rows of reading files to calls: by the library, and by the command line with its output discarded.

import { devNull } from 'node:os';
import { fixture, type Measure } from '../measure.ts';
import { figuresOf, meterToolscope } from '../meter/meter-process.ts';
import { doWork } from '../meter/work.ts';

export const inspect: Measure = {
  id: 'inspect',
  needs: ['library'],
  rounds: 'each',
  async run(bench) {
    const library = fixture(bench, 'library');
    const work = await doWork('inspect', library);
    const metered = await meterToolscope(bench.scratch, ['inspect', library, '--json'], { outputFile: devNull });
    return [
      { id: 'inspect', title: 'inspect, as a library: files to calls', ...work, counted: 'calls' },
      {
        id: 'inspect-json',
        title: 'toolscope inspect --json',
        ...figuresOf(metered),
        bytes: work.bytes,
      },
    ];
  },
};
