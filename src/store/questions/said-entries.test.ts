// Tests what a row shows of a message.

import { expect, it } from 'vitest';
import type { Message } from '../../model/session.ts';
import { messageEntry } from './said-entries.ts';

function rowText(what: Message['what'], preview: string): string {
  const ref = { source: 0, line: 1, offset: 0, length: 9 };
  const said = { what, thread: 'main', at: 5, size: 3, model: null, callId: null, ref, pointer: '' };
  return messageEntry({ ...said, preview }).text ?? '';
}

it('shows answers without the marks of Markdown', () => {
  expect(
    rowText('answer', '## Done **Three** files, see [the log](https://x.example/1) and `a_b.ts`. ### Next - more'),
  ).toBe('Done Three files, see the log and a_b.ts. Next - more');
  expect(rowText('answer', 'Nothing marked, 2 * 3 # 4')).toBe('Nothing marked, 2 * 3 # 4');
  expect(rowText('prompt', '`as` **it** was')).toBe('`as` **it** was');
  expect(rowText('answer', '')).toBe('');
  expect(rowText('answer', '\ud800')).toBe('\ufffd');
});
