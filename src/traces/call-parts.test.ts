// Tests the parts of a call: what is inside it, what is not, and what is only a point in time.

import { expect, it } from 'vitest';
import { hookRun, toolCall } from '../../test/support/tool-call.ts';
import type { Permission, ToolCall } from '../model/tool-call.ts';
import { type CallParts, partsOf } from './call-parts.ts';

const WINDOW = { from: 1000, to: 4000, time: 'known' } as const;
const REF = { source: 0, line: 1, offset: 0, length: 1 };

type Brief = Readonly<Record<'nested' | 'apart' | 'moments', readonly (readonly unknown[])[]>>;

function brief({ nested, apart, moments }: CallParts): Brief {
  return {
    nested: nested.map(({ kind, name, from, to }) => [kind, name, from, to]),
    apart: apart.map(({ kind, name, from, to }) => [kind, name, from, to]),
    moments: moments.map(({ kind, name, at }) => [kind, name, at]),
  };
}

function partsWith(fields: Partial<ToolCall>, window: Parameters<typeof partsOf>[1] = WINDOW): Brief {
  return brief(partsOf(toolCall(fields), window, true));
}

function permission(fields: Partial<Permission> = {}): Permission {
  return { decision: 'allowed', by: 'user', at: 3000, ref: REF, ...fields };
}

it('has none where nothing has a time of its own', () => {
  expect(partsWith({})).toEqual({ nested: [], apart: [], moments: [] });
});

it('puts the wait before the run, and a measured run at the end', () => {
  const duration = { ms: 400, basis: 'reported', bound: 'exact', includes: [] } as const;
  expect(partsWith({ duration, permission: permission() })).toEqual({
    nested: [
      ['wait', 'permission wait', 1000, 3000],
      ['run', 'run', 3600, 4000],
    ],
    apart: [],
    moments: [],
  });
  const heard = permission({ askedAt: 1200, waitMs: 900 });
  expect(partsWith({ permission: heard }).nested[0]).toEqual(['wait', 'permission wait', 1200, 2100]);
});

it('says of waits and runs whether they can have been shorter', () => {
  const bounds = (fields: Partial<ToolCall>): unknown =>
    partsOf(toolCall(fields), WINDOW, true).nested.map(({ kind, attributes }) => [
      kind,
      attributes['toolscope.duration.bound'],
    ]);
  const duration = { ms: 400, basis: 'hook', bound: 'exact', includes: [] } as const;
  expect(bounds({ duration, permission: permission({ askedAt: 1200, waitMs: 900 }) })).toEqual([
    ['wait', 'exact'],
    ['run', 'exact'],
  ]);
  expect(bounds({ permission: permission() })).toEqual([
    ['wait', 'at-most'],
    ['run', 'at-most'],
  ]);
});

it('has no run for calls that never ran, or still wait', () => {
  const rejected = permission({ decision: 'rejected', at: 4000 });
  expect(partsWith({ status: 'rejected', permission: rejected }).nested).toEqual([
    ['wait', 'permission wait', 1000, 4000],
  ]);
  const asked = permission({ decision: 'asked', by: 'unknown', askedAt: 1500 });
  expect(partsWith({ status: 'running', permission: asked }, { ...WINDOW, time: 'open' }).nested).toEqual([
    ['wait', 'permission wait', 1500, 4000],
  ]);
});

it('lets hooks end when they were told, side by side beside the call, and after it', () => {
  const hooks = [
    hookRun('PreToolUse', { at: 1500, durationMs: 300 }),
    hookRun('PostToolUse', { at: 4200, durationMs: 100 }),
    hookRun('PostToolUse', { at: 4100, durationMs: 300 }),
    hookRun('PostToolUse', { at: 4300 }),
    hookRun('PostToolUse', { at: null, durationMs: 5 }),
  ];
  const duration = { ms: 2000, basis: 'reported', bound: 'exact', includes: [] } as const;
  expect(partsWith({ hooks, duration })).toEqual({
    nested: [
      ['hook', 'PreToolUse', 1200, 1500],
      ['run', 'run', 2000, 4000],
    ],
    apart: [
      ['hook', 'PostToolUse', 3800, 4100],
      ['hook', 'PostToolUse', 4100, 4200],
    ],
    moments: [['hook', 'PostToolUse', 4300]],
  });
});

it('puts nothing into a call that is only a moment', () => {
  const moment = { from: 1000, to: 1000, time: 'start' } as const;
  const hooks = [hookRun('PreToolUse', { at: 1000, durationMs: 10 })];
  expect(partsWith({ hooks, permission: permission() }, moment)).toEqual({
    nested: [],
    apart: [['hook', 'PreToolUse', 990, 1000]],
    moments: [],
  });
});

it('tells the command of a hook only where words of the log are wanted', () => {
  const call = toolCall({
    hooks: [hookRun('PreToolUse', { name: 'PreToolUse:Bash', command: 'guard.sh', exitCode: 0, decision: 'allow' })],
  });
  const told = {
    'toolscope.hook.name': 'PreToolUse:Bash',
    'toolscope.hook.outcome': 'ok',
    'toolscope.hook.exit_code': 0,
    'toolscope.hook.decision': 'allow',
  };
  expect(partsOf(call, WINDOW, false).moments[0]?.attributes).toEqual(told);
  expect(partsOf(call, WINDOW, true).moments[0]?.attributes).toEqual({ ...told, 'toolscope.hook.command': 'guard.sh' });
});
