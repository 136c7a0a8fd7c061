// Owns the stages of a call's life, each marked observed, inferred, missing or not there at all. Worked out on demand.

import { isWaiting } from '../model/call-times.ts';
import { didRun } from '../model/outcome.ts';
import type { HookRun, Stage, ToolCall } from '../model/tool-call.ts';
import { hookNote } from './hook-runs.ts';

function permissionStage(call: ToolCall): Stage {
  const { permission, heard } = call;
  if (permission === null) {
    // Without hooks an approved prompt leaves no trace: a call that was asked for and one that was not look the same.
    const wasHeard = heard !== undefined && heard.before !== null && heard.ended !== null;
    const note = wasHeard ? 'nobody was asked, as far as hooks tell' : 'not on record';
    return { name: 'permission', state: wasHeard ? 'inferred' : 'missing', at: null, ms: null, note, ref: null };
  }
  const { decision, by, at, ref, askedAt, waitMs, isInferred } = permission;
  const decided = by === 'unknown' ? decision : `${decision} by ${by}`;
  const asked = askedAt === undefined || decision === 'asked' ? decided : `asked, ${decided}`;
  return {
    name: 'permission',
    state: isInferred === true ? 'inferred' : 'observed',
    at: askedAt ?? at,
    ms: waitMs ?? null,
    note: heard?.asked?.isInferred === true ? `${asked} (matched by tool and input)` : asked,
    ref,
  };
}

function hookStage(name: 'hooks-before' | 'hooks-after', hooks: readonly HookRun[]): Stage {
  const first = hooks[0];
  if (first === undefined) return { name, state: 'none', at: null, ms: null, note: null, ref: null };
  const timed = hooks.filter(({ durationMs }) => durationMs !== null);
  const ms = timed.length === 0 ? null : timed.reduce((total, { durationMs }) => total + (durationMs ?? 0), 0);
  return { name, state: 'observed', at: first.at, ms, note: hookNote(hooks), ref: first.ref };
}

/** When it began to run: as stated, or when nothing was left to wait for. */
function beganAt({ heard, permission }: ToolCall): number | null {
  if (heard === undefined) return null;
  const { before, asked, ended, runMs } = heard;
  if (ended !== null && runMs !== null) return ended.at - runMs;
  return asked === null && permission === null ? (before?.at ?? null) : null;
}

function runningStage(call: ToolCall): Stage {
  const { status, heard, duration } = call;
  if (!didRun(status)) return { name: 'running', state: 'none', at: null, ms: null, note: 'did not run', ref: null };
  if (isWaiting(call)) {
    return { name: 'running', state: 'none', at: null, ms: null, note: 'waits for approval', ref: null };
  }
  const told = heard?.ended ?? heard?.before ?? null;
  return {
    name: 'running',
    state: told === null ? 'inferred' : 'observed',
    at: beganAt(call),
    ms: duration?.ms ?? null,
    note: null,
    ref: told?.ref ?? null,
  };
}

export function stagesOf(call: ToolCall): readonly Stage[] {
  const { hooks, bodies, background } = call;
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
    permissionStage(call),
    hookStage(
      'hooks-before',
      hooks.filter(({ event }) => event === 'PreToolUse' || event.startsWith('Permission')),
    ),
    runningStage(call),
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
