// Reading and changing the agent's own settings: Config of Claude Code.

import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, looseText, text } from '../shapes.ts';

export interface ConfigInput {
  readonly setting: string;
  /** Undefined: only read it. */
  readonly value?: unknown;
}

export interface ConfigResult {
  readonly kind: 'setting';
  readonly success: boolean;
  readonly operation: string;
  readonly setting: string | null;
  readonly value?: unknown;
  readonly previousValue?: unknown;
  readonly newValue?: unknown;
  readonly error?: string | undefined;
}

export interface ConfigNote {
  readonly kind: 'note';
  readonly text: string;
}

const structuredSetting = shape
  .object({
    success: shape.boolean(),
    operation: looseText,
    setting: looseText,
    value: anything.optional(),
    previousValue: anything.optional(),
    newValue: anything.optional(),
    error: looseText,
  })
  .transform(
    (raw): ConfigResult => ({
      kind: 'setting',
      success: raw.success,
      operation: raw.operation ?? (raw.newValue === undefined ? 'get' : 'set'),
      setting: raw.setting ?? null,
      value: raw.value,
      previousValue: raw.previousValue,
      newValue: raw.newValue,
      error: raw.error,
    }),
  );

const claudeCode = defineDialect<ConfigInput, ConfigResult | ConfigNote>({
  agent: 'claude-code',
  names: ['Config'],
  input: shape.object({ setting: text, value: anything.optional() }),
  structured: [{ kind: 'setting', schema: structuredSetting }],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

function shown(value: unknown): string {
  if (typeof value === 'string') return clip(value, 60);
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}

export const config = defineTool<ConfigInput, ConfigResult | ConfigNote>({
  id: 'config',
  title: 'Settings',
  family: 'session',
  dialects: [claudeCode],
  failures: [{ code: 'unknown-setting', blame: 'agent', pattern: /^Unknown setting/ }],
  facts: ({ result }) =>
    result?.kind === 'setting' && result.operation === 'set' && result.success ? { note: 'changed' } : {},
  summary: ({ input, result }) => {
    const setting = (result?.kind === 'setting' ? result.setting : null) ?? input?.setting ?? '';
    if (result?.kind === 'setting' && result.operation === 'set' && result.success) {
      return `${setting}: ${shown(result.previousValue)} → ${shown(result.newValue)}`;
    }
    if (result?.kind === 'setting' && result.success) return `${setting} = ${shown(result.value)}`;
    return input?.value === undefined ? setting : `${setting} = ${shown(input.value)}`;
  },
  target: (input) => input.setting,
  quietFailure: (result) =>
    result.kind === 'setting' && !result.success
      ? { code: 'setting-not-changed', blame: 'agent', message: result.error ?? 'The setting was not changed.' }
      : null,
});
