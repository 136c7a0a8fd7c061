// Tests pending choices: the first answer counts, and a repeated one is acknowledged.
import { expect, test } from 'vitest';
import { WaitingChoices } from './waiting-choices.ts';

test('an answer may come again, but not another one', async () => {
  const choices = new WaitingChoices((token) => token);
  const { url: token, selected, withdraw } = choices.open('call-1', 2, new AbortController().signal);
  expect(choices.answer(token, { id: 'call-1', selected: 2 }).status).toBe(400);
  expect(choices.answer(token, { id: 'call-1', selected: 1 }).status).toBe(200);
  expect(await selected).toBe(1);
  withdraw();
  expect(choices.answer(token, { id: 'call-1', selected: 1 }).status).toBe(200);
  expect(choices.answer(token, { id: 'call-1', selected: 0 }).status).toBe(404);
});
