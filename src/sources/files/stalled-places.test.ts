// Tests that a place which owes an answer is refused at once, and is as before when it has answered.

import { expect, it } from 'vitest';
import { StalledPlaces } from './stalled-places.ts';

function hanging(): { readonly ask: (path: string) => Promise<unknown>; answer(): void; readonly asked: string[] } {
  let answer = (): void => {};
  const asked: string[] = [];
  const ask = (path: string): Promise<unknown> => {
    asked.push(path);
    if (!path.startsWith('/dead')) return Promise.reject(new Error('nothing there'));
    return new Promise((done) => {
      answer = () => done(undefined);
    });
  };
  return { ask, answer: () => answer(), asked };
}

it('refuses what lies below a place that does not answer, and nothing else, until it does', async () => {
  const { ask, answer } = hanging();
  const places = new StalledPlaces({ ask, deadlineMs: 5 });
  const owed = await places.check(['/well', '/dead/mount']);
  expect([...owed.keys()]).toEqual(['/dead/mount']);
  expect(() => places.refuse('/dead/mount/a/b.jsonl')).toThrow('does not answer');
  expect(() => places.refuse('/dead/mount')).toThrow('does not answer');
  for (const path of ['/well/a', '/dead/mounted', '/dead']) expect(places.isStalled(path)).toBe(false);
  const back = owed.get('/dead/mount');
  answer();
  await back;
  expect(() => places.refuse('/dead/mount/a/b.jsonl')).not.toThrow();
});

it('asks a place that owes an answer no second time, and waits for no other one', async () => {
  const { ask, asked } = hanging();
  const places = new StalledPlaces({ ask, deadlineMs: 5 });
  for (let i = 0; i < 3; i++) await places.check(['/dead/one', '/dead/two']);
  expect(asked).toEqual(['/dead/one']);
});

it('believes what another thread found', () => {
  const places = new StalledPlaces();
  places.believe(['/dead']);
  expect(() => places.refuse('/dead/x')).toThrow('does not answer');
  places.believe([]);
  expect(() => places.refuse('/dead/x')).not.toThrow();
});
