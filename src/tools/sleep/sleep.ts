// Waiting for time to pass: sleep of Codex.

import { formatMs } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber } from '../shapes.ts';

export interface SleepInput {
  readonly durationMs: number | null;
}

export interface Slept {
  readonly kind: 'slept';
  readonly elapsedMs: number | null;
  /** It ended early, because something arrived. */
  readonly interrupted: boolean;
}

export interface SleepNote {
  readonly kind: 'note';
  readonly text: string;
}

const WALL = /^Wall time: ([\d.]{1,20}) seconds(?:\n|$)/;

function readSlept(content: string): Slept | undefined {
  const seconds = WALL.exec(content)?.[1];
  if (seconds === undefined && !/^Sleep (?:completed|interrupted)/.test(content)) return undefined;
  const elapsed = Number(seconds) * 1000;
  return {
    kind: 'slept',
    elapsedMs: Number.isFinite(elapsed) ? elapsed : null,
    interrupted: /interrupted by new input/.test(content.slice(0, 500)),
  };
}

const rawInput = shape
  .object({ duration_ms: looseNumber, durationMs: looseNumber, seconds: looseNumber })
  .transform((raw): SleepInput => {
    const fromSeconds = raw.seconds === undefined ? null : raw.seconds * 1000;
    return { durationMs: raw.duration_ms ?? raw.durationMs ?? fromSeconds };
  });

const codex = defineDialect<SleepInput, Slept | SleepNote>({
  agent: 'codex',
  names: ['sleep', 'clock/sleep'],
  input: rawInput,
  structured: [
    {
      kind: 'slept',
      // The item has the requested duration, not the actual one.
      schema: rawInput
        .refine((raw) => raw.durationMs !== null)
        .transform((): Slept => ({ kind: 'slept', elapsedMs: null, interrupted: false })),
    },
  ],
  text: [
    { kind: 'slept', read: readSlept },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

export const sleep = defineTool<SleepInput, Slept | SleepNote>({
  id: 'sleep',
  title: 'Sleep',
  family: 'session',
  dialects: [codex],
  failures: [{ code: 'duration-out-of-range', blame: 'agent', pattern: /^duration_ms must be between/ }],
  facts: ({ result }) => (result?.kind === 'slept' && result.interrupted ? { note: 'ended early' } : {}),
  summary: ({ input, result }) => {
    const asked = input?.durationMs === null || input === null ? 'sleep' : formatMs(input.durationMs);
    if (result?.kind !== 'slept' || !result.interrupted) return asked;
    return `${asked} → ended early${result.elapsedMs === null ? '' : ` after ${formatMs(result.elapsedMs)}`}`;
  },
  reportedMs: (result) => (result.kind === 'slept' ? result.elapsedMs : null),
});
