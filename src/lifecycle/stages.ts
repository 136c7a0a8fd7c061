// The stages of a call's life, each marked observed, inferred, missing, not logged or absent. Computed on demand.

import { isWaiting, sumOfKnown } from '../model/call-times.ts';
import type { LogCoverage, Logged } from '../model/log-coverage.ts';
import { didRun } from '../model/outcome.ts';
import type { HookRun, Stage, StageName, ToolCall } from '../model/tool-call.ts';
import { hookNote } from './hook-runs.ts';

function permissionStage(call: ToolCall, logged: Logged): Stage {
  const { permission, heard } = call;
  if (permission === null) {
    // Without hooks an approved prompt leaves no trace: a call that a person was asked about looks like any other.
    const wasHeard = heard !== undefined && heard.isLogged !== true && heard.before !== null && heard.ended !== null;
    if (wasHeard) {
      const note = 'nobody was asked, as far as hooks tell';
      return { name: 'permission', state: 'inferred', at: null, ms: null, note, ref: null };
    }
    const state = logged === 'always' ? 'missing' : 'not-logged';
    return { name: 'permission', state, at: null, ms: null, note: 'not on record', ref: null };
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

/** A call need not have such a stage: it has none if the agent would have logged it. */
function absent(name: StageName, logged: Logged): Stage {
  return { name, state: logged === 'never' ? 'not-logged' : 'none', at: null, ms: null, note: null, ref: null };
}

/** When the first of them began, and their time together. The record of a hook is written when it has ended. */
function hookTimes(hooks: readonly HookRun[]): Pick<Stage, 'at' | 'ms'> {
  const sum = sumOfKnown(hooks.map(({ durationMs }) => durationMs));
  let [at, end]: [number | null, number] = [null, 0];
  for (const hook of hooks) {
    if (hook.at === null) continue;
    at = Math.min(at ?? hook.at, hook.at - (hook.durationMs ?? 0));
    end = Math.max(end, hook.at);
  }
  // Those that ran in parallel took no longer than what passed.
  return { at, ms: sum === null || at === null ? sum : Math.min(sum, end - at) };
}

function hookStage(name: 'hooks-before' | 'hooks-after', hooks: readonly HookRun[], logged: Logged): Stage {
  const first = hooks[0];
  if (first === undefined) return absent(name, logged);
  return { name, state: 'observed', ...hookTimes(hooks), note: hookNote(hooks), ref: first.ref };
}

/** When it began to run: as stated, or when nothing was left to wait for. */
function beganAt({ heard, permission }: ToolCall): number | null {
  if (heard === undefined) return null;
  const { before, asked, ended, runMs } = heard;
  if (ended !== null && runMs !== null) return ended.at - runMs;
  return asked === null && permission === null ? (before?.at ?? null) : null;
}

function runningStage(call: ToolCall, logged: Logged): Stage {
  const { status, heard, duration } = call;
  if (!didRun(status)) return { name: 'running', state: 'none', at: null, ms: null, note: 'did not run', ref: null };
  if (isWaiting(call)) {
    return { name: 'running', state: 'none', at: null, ms: null, note: 'waits for approval', ref: null };
  }
  if (status === 'unknown' && logged === 'never') return absent('running', logged);
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

/** Where the result is, and when it came: the time may be known even if the result is not in the log. */
function resultStage({ bodies, endedAt, background, status }: ToolCall, logged: Logged): Stage {
  const isUnwritten = logged === 'never' || (logged === 'sometimes' && status === 'unknown');
  const missing = isUnwritten ? 'not-logged' : 'missing';
  return {
    name: 'result',
    state: bodies.content === null ? missing : 'observed',
    at: endedAt,
    ms: null,
    note: background === null ? null : 'placeholder',
    ref: bodies.content,
  };
}

function structuredStage({ bodies: { structured } }: ToolCall, logged: Logged): Stage {
  if (structured === null) return absent('structured', logged);
  return { name: 'structured', state: 'observed', at: null, ms: null, note: null, ref: structured };
}

/** `logs`: what the call's agent logs. */
export function stagesOf(call: ToolCall, logs: LogCoverage): readonly Stage[] {
  const { hooks, bodies } = call;
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
    permissionStage(call, logs.permission),
    hookStage(
      'hooks-before',
      hooks.filter(({ event }) => event === 'PreToolUse' || event.startsWith('Permission')),
      logs['hooks-before'],
    ),
    runningStage(call, logs.running),
    hookStage(
      'hooks-after',
      hooks.filter(({ event }) => event.startsWith('PostToolUse')),
      logs['hooks-after'],
    ),
    resultStage(call, logs.result),
    structuredStage(call, logs.structured),
  ];
}
