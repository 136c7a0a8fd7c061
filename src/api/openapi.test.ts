// Tests that the OpenAPI document tells all that a route of the contract takes.

import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { openApi } from './openapi.ts';

test('says what every route takes as its body', () => {
  const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(openApi('1'));
  const told = Object.values(paths).flatMap((operations) =>
    Object.values(operations).filter((operation) => JSON.stringify(operation).includes('"requestBody"')),
  );
  const taken = Object.values(contract).filter((route) => 'body' in route);
  expect(taken.length).toBeGreaterThan(2);
  expect(told).toHaveLength(taken.length);
});
