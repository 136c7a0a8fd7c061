// Tests what is shown of a call whose tool says itself what people should see.
import { expect, test } from 'vitest';
import { plainReading } from '../../test/support/plain-reading.ts';
import { rap } from '../formats/rap/format.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { displayParts } from './display-parts.ts';
import type { OpenedCall } from './open-call.ts';

const CALL: ToolCall = {
  ...{ agent: 'rap', session: 's', callId: 'c', occurrence: 1, thread: 'main', turn: 1, tool: 'x', toolId: 'generic' },
  ...{
    model: null,
    status: 'ok',
    statusRule: 'rap:result',
    failure: null,
    masked: null,
    feedback: null,
    requestedAt: 0,
    endedAt: 1,
  },
  ...{
    duration: null,
    result: null,
    summary: '',
    facts: {},
    target: null,
    aim: null,
    messageId: null,
    identity: 0,
    parallelGroup: null,
    parentCall: null,
  },
  ...{ agentId: null, background: null, hooks: [], progressCount: 0, permission: null, flags: [], copies: [] },
  ...{ evidence: [], problems: [] },
  bodies: { input: { source: 0, line: 1, offset: 1, length: 1, pointer: '' }, content: null, structured: null },
};

const PATCH = '@@ -1 +1 @@\n-a\n+b\n';
const PNG = Buffer.from('not really a picture').toString('base64');

function shown(display_as: unknown, call: ToolCall = CALL): unknown {
  const display = rap.displayOf?.({ body: { display_as } }) ?? [];
  const opened: OpenedCall = {
    ...{ rawInput: {}, content: 'raw', text: 'raw', structured: undefined, display, spilled: null },
    typed: {
      input: {},
      result: null,
      light: plainReading('generic'),
    },
  };
  return displayParts(call, opened);
}

test('the first segment that can be read is shown, in its own form', () => {
  const diff = { type: 'diff', content: { path: 'a.ts', patch: PATCH } };
  const image = { type: 'image', content: { data: PNG, mediaType: 'image/png' } };
  const line = { type: 'text', content: 'one line' };
  expect(shown([diff, line])).toMatchObject([
    { kind: 'diff', state: 'written', files: [{ path: 'a.ts', linesAdded: 1, linesRemoved: 1 }] },
  ]);
  expect(shown([{ type: 'hologram' }, image, line])).toEqual([
    { kind: 'image', mediaType: 'image/png', bytes: 20, pointer: '/body/display_as/1/content/data' },
  ]);
  expect(shown([line, diff])).toEqual([{ kind: 'prose', text: 'one line' }]);
});

test('where none can be read the text is shown', () => {
  for (const display_as of [undefined, null, [], 'x', [{ type: 'diff', content: 'x' }], [{ type: 'hologram' }]])
    expect(shown(display_as)).toEqual([{ kind: 'text', text: 'raw' }]);
});

test('a change of a call that failed does not look made', () => {
  const failed: ToolCall = { ...CALL, status: 'error', failure: { code: 'x', blame: 'tool', message: 'no' } };
  expect(shown([{ type: 'diff', content: { path: 'a.ts', patch: PATCH } }], failed)).toMatchObject([
    { kind: 'diff', state: 'proposed' },
  ]);
});
