// Hooks that ran for a call: one entry per record about a run, the number of runs, and which of them are worth showing.

import { plural } from '../base/units.ts';
import { compareRefs, type LineRef, sameRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';

/** Outcomes worth showing. */
const TELLING: Readonly<Partial<Record<HookRun['outcome'], string>>> = {
  blocked: 'said no',
  'failed-open': 'failed, and the call went on',
  cancelled: 'timed out or was stopped',
  stopped: 'stopped the turn',
};

const ENDED: ReadonlySet<HookRun['outcome']> = new Set(['ok', 'blocked', 'failed-open', 'cancelled', 'stopped']);

function isSaidTwice(run: HookRun, others: readonly HookRun[]): boolean {
  return others.some(
    (other) =>
      other !== run &&
      other.event === run.event &&
      other.outcome === run.outcome &&
      (other.command === run.command || other.command === null || run.command === null),
  );
}

/** In file order. A refusal that only a result's text repeats is left out if the log has a separate record for it. */
export function hookRunsOf(hooks: readonly HookRun[], result: LineRef | null): readonly HookRun[] {
  if (hooks.length < 2) return hooks;
  const own = result === null ? hooks : hooks.filter((run) => !sameRef(run.ref, result) || !isSaidTwice(run, hooks));
  return own.toSorted((a, b) => compareRefs(a.ref, b.ref));
}

/** A run can be logged several times: when it starts, when it ends, and what it decided. */
function countRuns(hooks: readonly HookRun[]): number {
  const names = new Map<string, { started: number; ended: number }>();
  for (const { name, outcome } of hooks) {
    const known = names.get(name) ?? { started: 0, ended: 0 };
    names.set(name, known);
    if (outcome === 'started') known.started++;
    else if (ENDED.has(outcome)) known.ended++;
  }
  let runs = 0;
  for (const { started, ended } of names.values()) runs += Math.max(1, started, ended);
  return runs;
}

function tellingWords({ outcome, command, name, exitCode, durationMs, decision, message }: HookRun): string[] {
  const words = TELLING[outcome] ?? (decision === 'deny' || decision === 'block' ? 'said no' : undefined);
  if (words === undefined) return [];
  const facts = [
    exitCode === null || exitCode === 0 ? null : `exit ${exitCode}`,
    durationMs === null ? null : `${durationMs} ms`,
  ].filter((fact) => fact !== null);
  const how = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return [`${command ?? name} ${words}${how}${message === null ? '' : `: ${message}`}`];
}

/** "2 hooks; guard.sh said no (exit 2): not here". */
export function hookNote(hooks: readonly HookRun[]): string {
  return [plural(countRuns(hooks), 'hook'), ...hooks.flatMap(tellingWords)].join('; ');
}
