// Tests the desk for answers: the first one counts, and a runtime that sends it again hears that it is here.
import { expect, test } from 'vitest';
import { WaitingChoices } from './waiting-choices.ts';

test('an answer may come again, but not another one', async () => {
  const desk = new WaitingChoices((token) => token);
  const { url: token, selected, withdraw } = desk.open('call-1', 2, new AbortController().signal);
  expect(desk.answer(token, { id: 'call-1', selected: 2 }).status).toBe(400);
  expect(desk.answer(token, { id: 'call-1', selected: 1 }).status).toBe(200);
  expect(await selected).toBe(1);
  withdraw();
  expect(desk.answer(token, { id: 'call-1', selected: 1 }).status).toBe(200);
  expect(desk.answer(token, { id: 'call-1', selected: 0 }).status).toBe(404);
});
