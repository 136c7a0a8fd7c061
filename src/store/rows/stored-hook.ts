// A hook's run as stored: a short JSON array next to its call, or in its own row when it ran for a session or a turn. What runs
// repeat (event, name and command) is one word, named by its number.

import type { HookOutcome } from '../../model/observation.ts';
import type { HookRun } from '../../model/tool-call.ts';
import { hookWord } from '../questions/stats.ts';
import type { Interner } from './interned.ts';
import { oneOf } from './one-of.ts';

export const OUTCOMES = [
  'started',
  'ok',
  'blocked',
  'failed-open',
  'cancelled',
  'decided',
  'context',
  'stopped',
] as const satisfies HookOutcome[];

/** Views read its members by position. */
export type StoredHook = readonly [
  hook: number,
  outcome: string,
  exitCode: number | null,
  durationMs: number | null,
  decision: string | null,
  message: string | null,
  at: number | null,
  source: number,
  line: number,
  offset: number,
  length: number,
];

/** The number of the word of a run's hook. */
export function hookNumber({ event, name, command }: HookRun, words: Interner): number {
  return words.numberOfParts('hook', [event, name, command], () => hookWord(event, name, command));
}

/** `hook` is the number of its hook's word. */
export function storedHook(run: HookRun, hook: number): StoredHook {
  const { outcome, exitCode, durationMs, decision, message, at, ref } = run;
  return [hook, outcome, exitCode, durationMs, decision, message, at, ref.source, ref.line, ref.offset, ref.length];
}

/** What a hook's word names. */
export type HookName = Pick<HookRun, 'event' | 'name' | 'command'>;

export function parseHookName(word: string): HookName {
  // Our own data: the schema's version guarantees its shape.
  const [event, name, command]: readonly [string, string, string?] = JSON.parse(word);
  return { event, name, command: command ?? null };
}

export function hookRunOf(stored: StoredHook, { event, name, command }: HookName): HookRun {
  const [, outcome, exitCode, durationMs, decision, message, at, source, line, offset, length] = stored;
  return {
    event,
    name,
    command,
    outcome: oneOf(OUTCOMES, outcome),
    exitCode,
    durationMs,
    decision,
    message,
    at,
    ref: { source, line, offset, length },
  };
}
