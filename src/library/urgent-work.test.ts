// Tests that background work pauses while something is urgent, and continues when that fails.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UrgentWork } from './urgent-work.ts';

it('lets everything urgent be done first, also what comes meanwhile', async () => {
  const urgent = new UrgentWork();
  const done: string[] = [];
  const first = urgent.run(async () => {
    await sleep(5);
    done.push('first');
    void urgent.run(async () => {
      await sleep(5);
      done.push('second');
    });
  });
  await urgent.giveWay();
  done.push('other');
  await first;
  expect(done).toEqual(['first', 'second', 'other']);
});

it('goes on after urgent work that failed, which its caller is told', async () => {
  const urgent = new UrgentWork();
  const failing = urgent.run(() => sleep(5).then(() => Promise.reject(new Error('gone'))));
  const [told] = await Promise.allSettled([failing, urgent.giveWay()]);
  expect(told).toMatchObject({ status: 'rejected', reason: new Error('gone') });
});
