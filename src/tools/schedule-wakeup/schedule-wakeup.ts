// Scheduling the agent's own wake-up: ScheduleWakeup of Claude Code.

import { clip } from '../../base/text.ts';
import { formatMs } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText } from '../shapes.ts';

export interface ScheduleWakeupInput {
  readonly delaySeconds: number | null;
  readonly reason: string | null;
  readonly prompt: string | null;
  /** Ends the loop instead. */
  readonly stop: boolean;
  /** Nothing had changed since the last time. */
  readonly nothingNew: boolean | null;
}

export interface WakeupScheduled {
  readonly kind: 'scheduled';
  /** Epoch milliseconds; null if only the time of day is known. */
  readonly at: number | null;
  /** As in the text: "10:04:00". */
  readonly atWords: string | null;
  readonly delaySeconds: number | null;
  /** The requested time was out of bounds. */
  readonly clamped: boolean;
}

export interface WakeupStopped {
  readonly kind: 'stopped';
  readonly cancelled: number;
}

export type ScheduleWakeupResult = WakeupScheduled | WakeupStopped;

const stopped = shape
  .object({ stopped: shape.literal(true), cancelledWakeups: looseNumber })
  .transform((raw): WakeupStopped => ({ kind: 'stopped', cancelled: raw.cancelledWakeups ?? 0 }));

const scheduled = shape
  .object({ scheduledFor: shape.number(), clampedDelaySeconds: looseNumber, wasClamped: looseFlag })
  .transform(
    (raw): WakeupScheduled => ({
      kind: 'scheduled',
      at: raw.scheduledFor,
      atWords: null,
      delaySeconds: raw.clampedDelaySeconds ?? null,
      clamped: raw.wasClamped ?? false,
    }),
  );

const NEXT = /^Next wakeup scheduled for ([^\n(]{1,80}?) \(in (\d{1,9})s\b/;

function readScheduled(content: string): WakeupScheduled | undefined {
  const match = NEXT.exec(content);
  if (match === null) return undefined;
  return {
    kind: 'scheduled',
    at: null,
    atWords: match[1] ?? null,
    delaySeconds: Number(match[2]),
    clamped: /\bclamped\b/.test(content.slice(0, 400)),
  };
}

function readStopped(content: string): WakeupStopped | undefined {
  if (!/^(?:Loop (?:ended|stopped)|Stopped\b|Dynamic loop (?:ended|stopped))/.test(content)) return undefined;
  const count = /(\d{1,6}) (?:pending )?wakeups?/.exec(content.slice(0, 400));
  return { kind: 'stopped', cancelled: count === null ? 0 : Number(count[1]) };
}

const claudeCode = defineDialect<ScheduleWakeupInput, ScheduleWakeupResult>({
  agent: 'claude-code',
  names: ['ScheduleWakeup'],
  input: shape
    .object({ delaySeconds: looseNumber, reason: looseText, prompt: looseText, stop: looseFlag, noop: looseFlag })
    .transform(
      (raw): ScheduleWakeupInput => ({
        delaySeconds: raw.delaySeconds ?? null,
        reason: raw.reason ?? null,
        prompt: raw.prompt ?? null,
        stop: raw.stop ?? false,
        nothingNew: raw.noop ?? null,
      }),
    ),
  structured: [
    { kind: 'stopped', schema: stopped },
    { kind: 'scheduled', schema: scheduled },
  ],
  text: [
    { kind: 'scheduled', read: readScheduled },
    { kind: 'stopped', read: readStopped },
  ],
});

export const scheduleWakeup = defineTool<ScheduleWakeupInput, ScheduleWakeupResult>({
  id: 'schedule-wakeup',
  title: 'Schedule wake-up',
  family: 'tasks',
  dialects: [claudeCode],
  failures: [],
  facts: () => ({}),
  summary: ({ input, result }) => {
    if (result?.kind === 'stopped' || (result === null && input?.stop === true)) return 'end the loop';
    const seconds = (result?.kind === 'scheduled' ? result.delaySeconds : null) ?? input?.delaySeconds ?? null;
    const when = seconds === null ? 'wake up later' : `wake up in ${formatMs(seconds * 1000)}`;
    return input?.reason == null ? when : `${when}: ${clip(input.reason, 100)}`;
  },
  target: (input) => (input.prompt === null ? null : clip(input.prompt, 200)),
});
