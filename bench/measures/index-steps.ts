// The rows of where the time of a first indexing goes: its steps one after the other on one thread.

import { measureIndexSteps } from '../index.ts';
import { fixture, type Measure } from '../measure.ts';

export const indexSteps: Measure = {
  id: 'index-steps',
  needs: ['library'],
  rounds: 'once',
  async run(bench) {
    const { stepMs, bytes } = await measureIndexSteps(fixture(bench, 'library'));
    return [...stepMs].map(([step, cpuMs]) => ({
      id: `step:${step.replaceAll(' ', '-')}`,
      title: `one thread, step: ${step}`,
      cpuMs,
      bytes,
    }));
  },
};
