// Tests the question "has this failed before, and what helped?" over HTTP, and grouped statistics.

import { beforeAll, expect, it } from 'vitest';
import { ORCHARD, OTHER, orchardPlaces } from '../mcp/support.ts';
import { type Served, serve } from './support.ts';

const { logs, project } = orchardPlaces();
let served: Served;

beforeAll(async () => {
  served = await serve([logs]);
});

const ERROR = 'Exit code 2\nlib/apple.ts(1,22): error TS2304: Cannot find name "seed".';

it('finds the same failure in both projects, that of the asked one first, with what worked', async () => {
  const { groups, ...rest } = await served.get('similarFailures', {}, { error: ERROR, project });
  expect(rest).toEqual({ class: { code: 'checks-failed', blame: 'code' }, next: null, compared: 2, isComplete: true });
  expect(groups).toMatchObject([
    {
      likeness: 'same-failure',
      text: '<path>(<n>): error TS2304: Cannot find name <value>',
      count: 2,
      sessions: 2,
      recovered: 1,
      cases: [
        {
          failed: { session: ORCHARD },
          after: [{ callId: 'toolu_edit' }],
          worked: { callId: 'toolu_types2' },
          calls: 2,
          ms: 4000,
        },
        { failed: { session: OTHER }, after: [], worked: null, calls: null, ms: null },
      ],
    },
  ]);
});

it('takes a filter and goes on by a cursor', async () => {
  const inOther = await served.get('similarFailures', {}, { error: ERROR, filter: 'project:cellar' });
  expect(inOther.groups).toMatchObject([{ count: 1, cases: [{ failed: { session: OTHER } }] }]);
  const { groups, next } = await served.get('similarFailures', {}, { command: 'npx tsc --noEmit', limit: '1' });
  expect({ groups: groups.length, next }).toEqual({ groups: 1, next: null });
});

it('wants an error or a command', async () => {
  expect(await served.trouble('/api/v1/failures/similar')).toMatchObject({
    status: 400,
    detail: expect.stringContaining('Give'),
  });
});

it('counts by model, agent, project and day', async () => {
  for (const by of ['tool', 'model', 'agent', 'project', 'day']) {
    const { groups } = await served.get('stats', {}, { by });
    expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(6);
  }
  const { groups } = await served.get('stats', {}, { by: 'project', filter: 'is:failed' });
  expect(groups.map(({ key }) => key).sort()).toEqual(['/home/dev/cellar', project].sort());
});
