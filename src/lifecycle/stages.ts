// Owns the stages of a call's life, each marked observed, inferred, missing or not there at all. Worked out on demand.

import { plural } from '../base/units.ts';
import { didRun } from '../model/outcome.ts';
import type { HookRun, Permission, Stage, ToolCall } from '../model/tool-call.ts';

function permissionStage(permission: Permission | null): Stage {
  if (permission === null) {
    // An approved prompt leaves no trace: a call that was asked for and one that was not look the same.
    return { name: 'permission', state: 'missing', at: null, ms: null, note: 'not on record', ref: null };
  }
  const { decision, by, at, ref } = permission;
  return {
    name: 'permission',
    state: 'observed',
    at,
    ms: null,
    note: by === 'unknown' ? decision : `${decision} by ${by}`,
    ref,
  };
}

function hookStage(name: 'hooks-before' | 'hooks-after', hooks: readonly HookRun[]): Stage {
  const first = hooks[0];
  if (first === undefined) return { name, state: 'none', at: null, ms: null, note: null, ref: null };
  const timed = hooks.filter(({ durationMs }) => durationMs !== null);
  const ms = timed.length === 0 ? null : timed.reduce((total, { durationMs }) => total + (durationMs ?? 0), 0);
  return { name, state: 'observed', at: first.at, ms, note: plural(hooks.length, 'hook'), ref: first.ref };
}

export function stagesOf(call: ToolCall): readonly Stage[] {
  const { status, hooks, bodies, background } = call;
  const ran = didRun(status);
  const implied = call.flags.includes('implied');
  return [
    {
      name: 'requested',
      state: implied ? 'inferred' : 'observed',
      at: call.requestedAt,
      ms: null,
      note: null,
      ref: bodies.input,
    },
    permissionStage(call.permission),
    hookStage(
      'hooks-before',
      hooks.filter(({ event }) => event === 'PreToolUse' || event.startsWith('Permission')),
    ),
    {
      name: 'running',
      state: ran ? 'inferred' : 'none',
      at: null,
      ms: ran ? (call.duration?.ms ?? null) : null,
      note: ran ? null : 'did not run',
      ref: null,
    },
    hookStage(
      'hooks-after',
      hooks.filter(({ event }) => event.startsWith('PostToolUse')),
    ),
    {
      name: 'result',
      state: bodies.content === null ? 'missing' : 'observed',
      at: call.endedAt,
      ms: null,
      note: background === null ? null : 'placeholder',
      ref: bodies.content,
    },
    {
      name: 'structured',
      state: bodies.structured === null ? 'none' : 'observed',
      at: null,
      ms: null,
      note: null,
      ref: bodies.structured,
    },
  ];
}
