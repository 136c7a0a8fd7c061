// Watching for events in the background: Monitor of Claude Code.

import { clip } from '../../base/text.ts';
import { formatMs } from '../../base/units.ts';
import { commandFacts } from '../command-facts.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { idText, looseFlag, looseNumber, looseText, looseTexts, orJsonText, text } from '../shapes.ts';

export interface MonitorInput {
  readonly description: string | null;
  /** Each line it writes is an event. */
  readonly command: string | null;
  /** Each message of the socket is an event. */
  readonly socket: { readonly url: string; readonly protocols: readonly string[] } | null;
  readonly timeoutMs: number | null;
  readonly persistent: boolean;
}

export interface MonitorStarted {
  readonly kind: 'started';
  readonly taskId: string;
  /** Null when it runs until it is stopped. */
  readonly timeoutMs: number | null;
  readonly persistent: boolean;
}

const started = shape
  .object({ taskId: idText, timeoutMs: looseNumber, persistent: looseFlag })
  .transform((raw): MonitorStarted => {
    const persistent = raw.persistent ?? raw.timeoutMs === 0;
    return { kind: 'started', taskId: raw.taskId, timeoutMs: persistent ? null : (raw.timeoutMs ?? null), persistent };
  });

const STARTED =
  /^Monitor started \(task ([\w-]{1,200})(?:, (?:timeout (\d{1,15})ms|(persistent)|expires in ((?:\d{1,9}[hms] ?){1,3})))?/;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

/** "30m", "1h 30m". */
function deadlineMs(words: string): number {
  let ms = 0;
  for (const [, count, unit] of words.matchAll(/(\d{1,9})([hms])/g)) ms += Number(count) * (UNIT_MS[unit ?? ''] ?? 0);
  return ms;
}

function read(content: string): MonitorStarted | undefined {
  const match = STARTED.exec(content);
  const taskId = match?.[1];
  if (match === null || taskId === undefined) return undefined;
  const [, , timeout, , deadline] = match;
  return {
    kind: 'started',
    taskId,
    timeoutMs: timeout !== undefined ? Number(timeout) : deadline === undefined ? null : deadlineMs(deadline),
    persistent: match[3] !== undefined,
  };
}

const claudeCode = defineDialect<MonitorInput, MonitorStarted>({
  agent: 'claude-code',
  names: ['Monitor'],
  input: shape
    .object({
      description: looseText,
      command: looseText,
      ws: orJsonText(shape.object({ url: text, protocols: looseTexts }).optional().catch(undefined)),
      timeout_ms: looseNumber,
      persistent: looseFlag,
    })
    .refine((raw) => raw.command !== undefined || raw.ws !== undefined)
    .transform(
      (raw): MonitorInput => ({
        description: raw.description ?? null,
        command: raw.command ?? null,
        socket: raw.ws ?? null,
        timeoutMs: raw.timeout_ms ?? null,
        persistent: raw.persistent ?? false,
      }),
    ),
  structured: [{ kind: 'started', schema: started }],
  text: [{ kind: 'started', read }],
});

export const monitor = defineTool<MonitorInput, MonitorStarted>({
  id: 'monitor',
  title: 'Monitor',
  family: 'tasks',
  dialects: [claudeCode],
  failures: [],
  facts: ({ input, result }) => ({
    ...(result === null ? {} : { taskId: result.taskId }),
    ...(input?.command == null ? {} : commandFacts([input.command])),
    ...(input?.socket == null ? {} : { url: clip(input.socket.url, 400) }),
  }),
  summary: ({ input, result }) => {
    const what = input?.description ?? input?.command ?? input?.socket?.url ?? '';
    const persistent = result?.persistent ?? input?.persistent ?? false;
    const timeoutMs = result === null ? (input?.timeoutMs ?? null) : result.timeoutMs;
    const until = persistent ? ' (until stopped)' : timeoutMs === null ? '' : ` (for ${formatMs(timeoutMs)})`;
    return `${clip(what, 120)}${until}`;
  },
  target: (input) => clip(input.command ?? input.socket?.url ?? '', 400),
});
