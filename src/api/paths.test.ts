// Tests that the plain paths are those of the contract, and that addresses are made from them.

import { expect, it } from 'vitest';
import { urlOf } from './client.ts';
import { contract } from './contract.ts';
import { paths } from './paths.ts';

it('are the paths of the contract', () => {
  expect(paths).toEqual(Object.fromEntries(Object.entries(contract).map(([name, { path }]) => [name, path])));
});

it('carry any text in a part or a question', () => {
  expect(
    urlOf('/calls/{agent}/{callId}', { agent: 'a/b', callId: '../x?<' }, { filter: 'tool:Bash &', cursor: '' }),
  ).toBe('/api/v1/calls/a%2Fb/..%2Fx%3F%3C?filter=tool%3ABash%20%26');
});
