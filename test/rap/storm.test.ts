// Tests a short storm: exactly once, nothing lost after a 200, in order, while the server is killed.
import { expect, test } from 'vitest';
import { Storm } from './storm.ts';

test('callbacks over many connections, some twice, with the server killed in between', {
  timeout: 300_000,
}, async () => {
  const report = await new Storm({ calls: 600, groups: 60, connections: 64, duplicates: 0.2, kills: 2 }).run();
  expect(report).toEqual({
    ...report,
    lost: [],
    doubled: [],
    outOfOrder: [],
    wrongText: [],
    unexpected: [],
  });
  expect(report.kills).toBeGreaterThanOrEqual(1);
  expect(report.callbacks).toBeGreaterThan(report.calls + report.events);
});
