// Made-up sessions for tests of insights: short notes of what was said and done, in seconds from the start.

import { PRICE_TABLE } from '../../src/insights/price-table.ts';
import { Prices } from '../../src/insights/prices.ts';
import type { InsightOptions, SeenMessage, SessionView } from '../../src/insights/session-view.ts';
import type { ModelRequest } from '../../src/model/model-request.ts';
import type { SpokenKind } from '../../src/model/observation.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { TOOL_TRAITS } from '../../src/tools/tool-traits.ts';
import { toolCall } from './tool-call.ts';

/** Noon of a day on which every price of the table is valid. */
export const T0 = Date.parse('2026-06-01T12:00:00Z');

export const OPTIONS: InsightOptions = {
  traits: new Map(TOOL_TRAITS.map((traits) => [traits.id, traits])),
  prices: new Prices(PRICE_TABLE),
};

export function at(seconds: number): number {
  return T0 + seconds * 1000;
}

export function refAt(line: number): { source: number; line: number; offset: number; length: number } {
  return { source: 0, line, offset: line * 10, length: 9 };
}

export function said(
  what: SpokenKind,
  seconds: number,
  preview = what as string,
  fields: Partial<SeenMessage> = {},
): SeenMessage {
  return { what, thread: 'main', at: at(seconds), preview, size: preview.length, ref: refAt(seconds * 10), ...fields };
}

let made = 0;

/** A call between two moments; its lines are placed by them. */
export function call(toolId: string, from: number, to: number, fields: Partial<ToolCall> = {}): ToolCall {
  const ms = (to - from) * 1000;
  made++;
  return toolCall({
    callId: `call-${made}`,
    tool: toolId === 'shell' ? 'Bash' : toolId,
    toolId,
    requestedAt: at(from),
    endedAt: at(to),
    duration: { ms, basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] },
    summary: `${toolId} ${made}`,
    bodies: {
      input: { ...refAt(from * 10 + 1), pointer: '/input' },
      content: { ...refAt(to * 10 + 2), pointer: '/content' },
      structured: null,
    },
    ...fields,
  });
}

export function request(seconds: number, fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    thread: 'main',
    model: 'claude-opus-4-5-20251101',
    at: at(seconds),
    usage: { input: 10, output: 100, cacheRead: 1000, cacheWrite: 200, reasoning: 0 },
    cacheWriteLong: 0,
    costUsd: null,
    contextWindow: null,
    ref: refAt(seconds * 10 + 3),
    ...fields,
  };
}

/** From the first to the last moment of what it holds, unless said otherwise. */
export function sessionView(fields: Partial<SessionView> = {}): SessionView {
  const times = [
    ...(fields.messages ?? []).map((message) => message.at),
    ...(fields.calls ?? []).flatMap(({ requestedAt, endedAt }) => [requestedAt, endedAt]),
  ].filter((time) => time !== null);
  return {
    fields: {},
    startedAt: times.length === 0 ? null : Math.min(...times),
    lastAt: times.length === 0 ? null : Math.max(...times),
    live: false,
    threads: [],
    calls: [],
    messages: [],
    requests: [],
    compactions: [],
    hooks: [],
    lastWords: null,
    textOf: ({ preview }) => preview,
    ...fields,
  };
}
