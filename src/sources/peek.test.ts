// Tests that peeking at the beginning gives the same answer as reading more, or none.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../../test/support/claude-log.ts';
import { peekFurther, peekStart } from './peek.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const AT = '2026-03-01T09:00:00.000Z';

const LINES: readonly unknown[] = [
  { type: 'mode', mode: 'normal', sessionId: SID },
  { type: 'summary', summary: 'so far', leafUuid: 'x' },
  { type: 'user', uuid: 'u1', sessionId: SID, timestamp: AT, message: { role: 'user', content: 'go' } },
  { type: 'user', message: { role: 'user', content: 'by hand' } },
  { timestamp: AT, type: 'session_meta', payload: { id: '019c0000-0000-7000-8000-000000000001' } },
  { timestamp: AT, type: 'event_msg', payload: { type: 'token_count' } },
  { toolscope: 'hook', agent: 'claude-code', at: 1, session: SID, input: {} },
  { long: 'x'.repeat(40_000) },
  { moon: 'full' },
];
const line = fc.oneof(
  fc.constantFrom(...LINES.map((value) => JSON.stringify(value))),
  fc.constantFrom('', '\r', 'no json', '\u0000\u0000', '{"type":"user"} {"type":"user"}', '[1]'),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n', '{"ty'))
  .map(([lines, end, tail]) => lines.map((each) => each + end).join('') + tail);
const name = fc.constantFrom(`${SID}.jsonl`, 'x.jsonl', 'agent-a9.jsonl', 'x.hooks.jsonl', 'rollout-1.jsonl');

it('says the same by the beginning as by more, or nothing', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(name, text, async (file, content) => {
      const path = join(folderWith({ [file]: content }), file);
      const start = peekStart(path);
      if (start === undefined) return;
      told++;
      expect(start).toEqual(await peekFurther(path));
    }),
    { numRuns: 200 },
  );
  expect(told).toBeGreaterThan(0);
});

it('needs no more than the beginning of a usual log', () => {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  const path = join(folderWith({ 'x.jsonl': log.text() }), 'x.jsonl');
  expect(peekStart(path)).toMatchObject({
    owner: { agent: 'claude-code' },
    identity: { session: SID },
    isBlank: false,
  });
});
