// `<session>.settings.json`, next to a log: the model, what the agent may do without asking, and the tokens of the whole session.

import { asCount, asName, asObject } from '../../base/json.ts';
import { MAIN_THREAD, type Observation } from '../../model/observation.ts';
import type { OpenFile } from '../format.ts';

export function readSettings(file: OpenFile, _what: string, value: unknown): Observation[] {
  const settings = asObject(value) ?? {};
  const seen = { ref: { source: file.source, line: 1, offset: 0, length: 0 }, at: null, thread: MAIN_THREAD };
  const made: Observation[] = [];
  const permissionMode = asName(settings['autonomyMode']);
  if (permissionMode !== undefined) made.push({ kind: 'session-described', ...seen, fields: { permissionMode } });
  const used = asObject(settings['tokenUsage']);
  if (used !== undefined) {
    const count = (name: string): number => asCount(used[name]) ?? 0;
    const usage = {
      input: count('inputTokens'),
      output: count('outputTokens'),
      cacheRead: count('cacheReadTokens'),
      cacheWrite: count('cacheCreationTokens'),
      reasoning: count('thinkingTokens'),
    };
    made.push({ kind: 'usage-counted', ...seen, key: 'session', model: asName(settings['model']) ?? null, usage });
  }
  return made;
}
