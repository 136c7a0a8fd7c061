// The model's messages: ids, usage, and one record per content block.

import type { Rng } from '../rng.ts';
import type { ClaudeSession } from './session.ts';
import type { RecordPlace, ThreadWriter } from './thread-writer.ts';

/** One API message, written as several records that share its id and repeat its usage. */
export interface ModelMessage {
  readonly id: string;
  readonly requestId: string;
  readonly model: string;
  readonly stopReason: 'tool_use' | 'end_turn';
  readonly tokens: TokenCounts;
  blocks: number;
}

interface TokenCounts {
  readonly input: number;
  readonly created: number;
  readonly read: number;
  readonly output: number;
}

export function startMessage(
  session: ClaudeSession,
  stopReason: ModelMessage['stopReason'],
  model: string,
): ModelMessage {
  const { rng } = session;
  const created = rng.size(450, 4000, 60_000);
  const read = session.contextTokens;
  session.contextTokens = Math.min(170_000, read + created);
  return {
    id: `msg_01${rng.base62(22)}`,
    requestId: `req_011C${rng.base62(20)}`,
    model,
    stopReason,
    tokens: { input: rng.between(0, 12), created, read, output: rng.size(180, 1400, 9000) },
    blocks: 0,
  };
}

/** `last` is false for records that may hold a placeholder instead of the real output count. */
export function usageJson(
  session: { dialect: ClaudeSession['dialect']; rng: Rng },
  tokens: TokenCounts,
  last: boolean,
): string {
  const { dialect, rng } = session;
  const output = !last && dialect.usagePlaceholder && rng.chance(0.5) ? rng.between(1, 8) : tokens.output;
  const counts = `"input_tokens":${tokens.input},"cache_creation_input_tokens":${tokens.created},"cache_read_input_tokens":${tokens.read}`;
  const split = `"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":${tokens.created}}`;
  switch (dialect.usage) {
    case 'plain':
      return `{${counts},"output_tokens":${output},"service_tier":"standard"}`;
    case 'cached':
      return `{${counts},${split},"output_tokens":${output},"service_tier":"standard"}`;
    case 'geo':
      return `{${counts},${split},"output_tokens":${output},"service_tier":"standard","inference_geo":"not_available"}`;
    default:
      return `{${counts},"output_tokens":${output},"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard",${split},"inference_geo":"not_available","iterations":[{${counts},"output_tokens":${output},${split},"type":"message"}],"speed":"standard"}`;
  }
}

export function writeBlock(
  session: ClaudeSession,
  thread: ThreadWriter,
  message: ModelMessage,
  block: string,
  options: { last: boolean; place?: RecordPlace },
): string {
  const { dialect } = session;
  const usage = usageJson(session, message.tokens, options.last);
  const stop = dialect.stopReason ? `"${message.stopReason}"` : 'null';
  const names = dialect.version.startsWith('1.')
    ? `"id":"${message.id}","type":"message","role":"assistant","model":"${message.model}"`
    : `"model":"${message.model}","id":"${message.id}","type":"message","role":"assistant"`;
  const details = dialect.stopReason ? ',"stop_details":null' : '';
  const diagnostics = dialect.stopReason ? ',"diagnostics":null' : '';
  const json = `{${names},"content":[${block}],"stop_reason":${stop},"stop_sequence":null${details},"usage":${usage}${diagnostics}}`;
  const effort = dialect.effort ? ',"effort":"high"' : '';
  const index = dialect.blockIndex ? `,"apiBlockIndex":${message.blocks}` : '';
  message.blocks++;
  session.messageCount++;
  return thread.assistant(json, message.requestId, `${effort}${index}`, options.place);
}

export function thinkingBlock(session: ClaudeSession): string {
  const { rng, dialect } = session;
  const { pools } = session.request;
  const text = dialect.thinkingText ? pools.prose(rng, rng.size(280, 1800, 30_000)) : '';
  const signature = pools.base64(rng, rng.size(dialect.thinkingText ? 560 : 640, 2200, 12_000));
  return `{"type":"thinking","thinking":"${text}","signature":"${signature}"}`;
}

export function textBlock(session: ClaudeSession, p50: number, p90: number): string {
  const { rng } = session;
  const { pools } = session.request;
  const size = rng.size(p50, p90, 14_000);
  return `{"type":"text","text":"${size < 150 ? pools.sentence(rng) : pools.prose(rng, size)}"}`;
}
