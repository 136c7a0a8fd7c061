// Waiting until an environment has started: wait_for_environment of Codex.

import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';

export interface EnvironmentInput {
  readonly environmentId: string;
}

export interface EnvironmentState {
  readonly kind: 'state';
  readonly environmentId: string | null;
  /** ready or failed. */
  readonly status: string;
  readonly message?: string | undefined;
}

export interface EnvironmentNote {
  readonly kind: 'note';
  readonly text: string;
}

const state = shape.object({ status: text, environment_id: looseText, message: looseText }).transform(
  (raw): EnvironmentState => ({
    kind: 'state',
    environmentId: raw.environment_id ?? null,
    status: raw.status,
    message: raw.message,
  }),
);

const codex = defineDialect<EnvironmentInput, EnvironmentState | EnvironmentNote>({
  agent: 'codex',
  names: ['wait_for_environment'],
  input: shape.object({ environment_id: text }).transform((raw) => ({ environmentId: raw.environment_id })),
  structured: [],
  text: [
    { kind: 'state', read: (content) => fitted(state, jsonObjectOf(content)) },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
  errorText: [{ kind: 'state', read: (content) => fitted(state, jsonObjectOf(content)) }],
});

export const waitForEnvironment = defineTool<EnvironmentInput, EnvironmentState | EnvironmentNote>({
  id: 'wait-for-environment',
  title: 'Wait for an environment',
  family: 'session',
  dialects: [codex],
  failures: [
    { code: 'environment-not-starting', blame: 'agent', pattern: /^environment `[^`\n]{0,200}` is not starting/ },
    { code: 'environment-failed', blame: 'environment', pattern: /failed to start/ },
  ],
  facts: ({ result }) => (result?.kind === 'state' ? { note: result.status } : {}),
  summary: ({ input, result }) => {
    const id = input?.environmentId ?? (result?.kind === 'state' ? result.environmentId : null) ?? '';
    return result?.kind === 'state' ? `${id} → ${result.status}` : id;
  },
  target: (input) => input.environmentId,
  quietFailure: (result) =>
    result.kind === 'state' && result.status === 'failed'
      ? {
          code: 'environment-failed',
          blame: 'environment',
          message: result.message ?? 'The environment failed to start.',
        }
      : null,
});
