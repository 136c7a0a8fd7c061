// Owns the stages of a call's life, each marked observed, inferred, missing or not there at all.

import { plural } from '../base/units.ts';
import { type CallStatus, didRun } from '../model/outcome.ts';
import type { HookRun, Stage } from '../model/tool-call.ts';
import type { PermissionFact, RequestFact, ResultFact, SupplementFact } from './facts.ts';

export interface StageEvidence {
  readonly request: RequestFact;
  readonly result: ResultFact | null;
  readonly supplement: SupplementFact | null;
  readonly hooks: readonly HookRun[];
  readonly permissions: readonly PermissionFact[];
  readonly status: CallStatus;
  readonly endedAt: number | null;
}

function permissionStage(permissions: readonly PermissionFact[]): Stage {
  const last = permissions.at(-1);
  if (last === undefined) {
    // An approved prompt leaves no trace: a call that was asked for and one that was not look the same.
    return { name: 'permission', state: 'missing', at: null, ms: null, note: 'not on record', ref: null };
  }
  const note = last.by === 'unknown' ? last.decision : `${last.decision} by ${last.by}`;
  return { name: 'permission', state: 'observed', at: last.at, ms: null, note, ref: last.ref };
}

function hookStage(name: 'hooks-before' | 'hooks-after', hooks: readonly HookRun[]): Stage {
  const first = hooks[0];
  if (first === undefined) return { name, state: 'none', at: null, ms: null, note: null, ref: null };
  const timed = hooks.filter(({ durationMs }) => durationMs !== null);
  const ms = timed.length === 0 ? null : timed.reduce((total, { durationMs }) => total + (durationMs ?? 0), 0);
  return { name, state: 'observed', at: first.at, ms, note: plural(hooks.length, 'hook'), ref: first.ref };
}

export function stagesOf({
  request,
  result,
  supplement,
  hooks,
  permissions,
  status,
  endedAt,
}: StageEvidence): readonly Stage[] {
  const ran = didRun(status);
  const structuredRef = supplement?.ref ?? (result !== null && result.pointers.structured !== null ? result.ref : null);
  return [
    {
      name: 'requested',
      state: request.implied === true ? 'inferred' : 'observed',
      at: request.at,
      ms: null,
      note: null,
      ref: request.ref,
    },
    permissionStage(permissions),
    hookStage(
      'hooks-before',
      hooks.filter(({ event }) => event === 'PreToolUse' || event === 'PermissionRequest'),
    ),
    {
      name: 'running',
      state: ran ? 'inferred' : 'none',
      at: null,
      ms: null,
      note: ran ? null : 'did not run',
      ref: null,
    },
    hookStage(
      'hooks-after',
      hooks.filter(({ event }) => event.startsWith('PostToolUse')),
    ),
    {
      name: 'result',
      state: result === null ? 'missing' : 'observed',
      at: result?.at ?? endedAt,
      ms: null,
      note: result?.background === null || result === null ? null : 'placeholder',
      ref: result?.ref ?? null,
    },
    {
      name: 'structured',
      state: structuredRef === null ? 'none' : 'observed',
      at: null,
      ms: null,
      note: null,
      ref: structuredRef,
    },
  ];
}
