// A request to a model as a row.

import { integer, integerOrNull, type Row, text } from '../../base/row.ts';
import type { ModelRequest, NumberedRequest } from '../../model/model-request.ts';

/** The columns a request writes, in order. */
export const REQUEST_COLUMNS = [
  'num',
  'thread',
  'model',
  'at',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'reasoning',
  'cache_write_long',
  'cost_usd',
  'context_window',
  'source',
  'line',
  'offset',
  'length',
] as const;

/** The values of REQUEST_COLUMNS. */
export function requestValues(request: NumberedRequest): (string | number | null)[] {
  const { num, thread, model, at, usage, cacheWriteLong, costUsd, contextWindow, ref } = request;
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  const { source, line, offset, length } = ref;
  return [
    num,
    thread,
    model,
    at,
    input,
    output,
    cacheRead,
    cacheWrite,
    reasoning,
    cacheWriteLong,
    costUsd,
    contextWindow,
    source,
    line,
    offset,
    length,
  ];
}

export function requestOf(row: Row): ModelRequest {
  return {
    thread: text(row, 'thread'),
    model: text(row, 'model'),
    at: integerOrNull(row, 'at'),
    usage: {
      input: integer(row, 'input'),
      output: integer(row, 'output'),
      cacheRead: integer(row, 'cache_read'),
      cacheWrite: integer(row, 'cache_write'),
      reasoning: integer(row, 'reasoning'),
    },
    cacheWriteLong: integer(row, 'cache_write_long'),
    costUsd: integerOrNull(row, 'cost_usd'),
    contextWindow: integerOrNull(row, 'context_window'),
    ref: {
      source: integer(row, 'source'),
      line: integer(row, 'line'),
      offset: integer(row, 'offset'),
      length: integer(row, 'length'),
    },
  };
}
