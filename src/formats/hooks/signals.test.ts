// Tests the words about the present: in the order they were received, with the call they are about.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { AT, BASH, claudeCode, codex } from './samples/lines.ts';
import { signalsOf } from './signals.ts';

const { tool_use_id: _, ...ASKED } = BASH;

function at(ms: number, make: (place: JsonObject) => JsonObject): JsonObject {
  return make({ id: `e${ms}`, at: AT + ms });
}

describe('signalsOf', () => {
  it('ties a question to the call it is about, and hears a notice about it once', () => {
    const lines = [
      at(30, (place) => claudeCode('Notification', { notification_type: 'permission_prompt' }, place)),
      at(20, (place) => claudeCode('PermissionRequest', ASKED, place)),
      at(10, (place) => claudeCode('PreToolUse', BASH, place)),
      at(10, (place) => claudeCode('PreToolUse', BASH, place)),
    ];
    expect(signalsOf(lines)).toEqual([
      { word: 'tool-starting', at: Math.floor(AT + 10), callId: 'toolu_1' },
      { word: 'permission-requested', at: Math.floor(AT + 20), callId: 'toolu_1' },
    ]);
  });

  it.each([
    [claudeCode('Notification', { message: 'Claude is waiting for your input' }), 'waiting-for-prompt'],
    [claudeCode('Notification', { notification_type: 'elicitation_dialog' }), 'answer-requested'],
    [claudeCode('SessionEnd'), 'session-ended'],
    [codex('Stop'), 'turn-ended'],
    [codex('UserPromptSubmit'), 'prompt-submitted'],
  ])('%j', (line, word) => {
    expect(signalsOf([line])).toMatchObject([{ word, callId: null }]);
  });

  it('passes by what says nothing of the present', () => {
    expect(signalsOf([claudeCode('FileChanged'), claudeCode('Notification', { message: 'hm' }), { odd: 1 }])).toEqual(
      [],
    );
  });
});
