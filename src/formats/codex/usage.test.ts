import { expect, it } from 'vitest';
import { countOfEvent, countOfRecord, readUsage } from './usage.ts';

const LAST = {
  input_tokens: 100,
  cached_input_tokens: 60,
  output_tokens: 20,
  reasoning_output_tokens: 5,
  total_tokens: 120,
};

it('takes cached tokens out of the input', () => {
  expect(readUsage(LAST)).toEqual({ input: 40, output: 20, cacheRead: 60, cacheWrite: 0, reasoning: 5 });
  expect(readUsage({ ...LAST, cache_write_input_tokens: '10' })).toMatchObject({ input: 30, cacheWrite: 10 });
  expect(readUsage({ input_tokens: 5, cached_input_tokens: 9 })).toMatchObject({ input: 0, output: 0 });
  expect(readUsage({})).toBeUndefined();
  expect(readUsage(null)).toBeUndefined();
});

it('gives repeats one key, and new responses another', () => {
  const first = countOfEvent({ info: { last_token_usage: LAST, total_token_usage: LAST } });
  const second = countOfEvent({ info: { last_token_usage: LAST, total_token_usage: { ...LAST, input_tokens: 200 } } });
  expect(countOfEvent({ info: { last_token_usage: LAST, total_token_usage: LAST } })).toEqual(first);
  expect(second?.key).not.toBe(first?.key);
  expect(countOfEvent({ info: null })).toBeUndefined();
});

it('names a usage record by its response', () => {
  expect(countOfRecord({ response_id: 'resp_1', usage: LAST })?.key).toBe('resp_1');
  expect(countOfRecord({ usage: LAST })?.key).toBe('total:40:60:20:5');
  expect(countOfRecord({ response_id: 'resp_1' })).toBeUndefined();
});

it('tells how large the context window is', () => {
  const info = { last_token_usage: LAST, total_token_usage: LAST, model_context_window: 272_000 };
  expect(countOfEvent({ info })?.contextWindow).toBe(272_000);
  expect(countOfEvent({ info: { last_token_usage: LAST } })).not.toHaveProperty('contextWindow');
});
