// Tests that a tool's other messages follow the protocol's rules, too.
import { expect, test } from 'vitest';
import { choiceMessage, eventMessage, viewMessage } from './messages.ts';

const invocation = {
  ...{ operation: 'x', arguments: {}, groupId: 'g', id: 'c', callId: null, ancestors: [], userId: null },
  callbackUrl: 'https://agent.example/callback',
};
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

test('credentials are not sent in events, questions and views', () => {
  expect(() => eventMessage(invocation, TOKEN, {})).toThrow('credential');
  expect(() => choiceMessage(invocation, { prompt: `Use ${TOKEN}?`, choices: ['yes'] }, 'https://t.example')).toThrow(
    'credential',
  );
  expect(() => choiceMessage(invocation, { prompt: 'Which?', choices: ['no', TOKEN] }, 'https://t.example')).toThrow(
    'credential',
  );
  expect(() => viewMessage(invocation, 'env', { deep: [{ value: TOKEN }] })).toThrow('credential');
  expect(eventMessage(invocation, TOKEN, { allowSecrets: true })).toMatchObject({ text: TOKEN });
  expect(viewMessage(invocation, 'env', { a: 1 })).toMatchObject({ content: { a: 1 } });
});
