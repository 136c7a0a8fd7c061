import { expect, it } from 'vitest';
import { readMessage, readReasoning } from './messages.ts';

function user(...texts: string[]) {
  return { type: 'message', role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) };
}

it.each([
  ['Please fix it', 'prompt'],
  ['<question>Is this typed?</question>', 'prompt'],
  ['# AGENTS.md instructions for /srv\n<INSTRUCTIONS>', 'injected'],
  ['<environment_context>\n</environment_context>', 'injected'],
  ['<user_instructions>x', 'injected'],
  ['<codex_internal_context source="a">', 'injected'],
  ['<skill>\nx', 'injected'],
  ['<turn_aborted>\nx', 'interrupt'],
  ['<subagent_notification>{}', 'notification'],
  ['<user_shell_command>\nx', 'shell'],
])('%j is a %s', (text, what) => {
  expect(readMessage(user(text))).toEqual({ what, text });
});

it('takes the typed parts of a message that also carries context', () => {
  expect(readMessage(user('<environment_context>\nx', 'Do it'))).toEqual({ what: 'prompt', text: 'Do it' });
  expect(readMessage(user('# AGENTS.md instructions', '<environment_context>\nx'))?.what).toBe('injected');
});

it('takes the request out of what an editor puts around it', () => {
  expect(
    readMessage(user('# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nDo it\n')),
  ).toEqual({
    what: 'prompt',
    text: 'Do it\n',
  });
});

it('believes the notes on a message’s parts', () => {
  const noted = (kind: string, text: string) =>
    readMessage({ ...user(text), internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] } })?.what;
  expect(noted('user.text', '<skill>typed by a person</skill>')).toBe('prompt');
  expect(noted('hooks.context', 'looks typed')).toBe('injected');
  expect(noted('turn.aborted', '<turn_aborted>')).toBe('interrupt');
  expect(noted('unknown', 'typed')).toBe('prompt');
});

it('reads other roles and odd contents', () => {
  expect(readMessage({ role: 'assistant', content: [{ type: 'output_text', text: 'a' }] })).toEqual({
    what: 'answer',
    text: 'a',
  });
  expect(readMessage({ role: 'developer', content: 'rules' })).toEqual({ what: 'injected', text: 'rules' });
  expect(
    readMessage({ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }] }),
  ).toEqual({
    what: 'prompt',
    text: '[image]',
  });
  expect(readMessage({ role: 'user', content: 7 })).toBeUndefined();
});

it('reads thoughts once, summary first', () => {
  const text = (value: string) => ({ type: 'summary_text', text: value });
  expect(readReasoning({ summary: [text('a'), text('b')], content: [{ type: 'reasoning_text', text: 'a' }] })).toEqual({
    text: 'a\n\nb',
    hasContent: true,
  });
  expect(readReasoning({ summary: [], encrypted_content: 'x' })).toEqual({ text: '', hasContent: false });
});
