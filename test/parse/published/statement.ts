// One statement of a published description of tool results, with a made-up call that is as it says.

import type { CallToParse } from '../../../src/parse/parse.ts';

export interface Statement {
  /** Number of the description, then of the statement. */
  readonly number: string;
  readonly says: string;
  /** One call, or the records of a log. */
  readonly call?: CallToParse;
  readonly records?: readonly object[];
  /** Part of what it becomes: of the call, or of every paired call in order. */
  readonly becomes: object | readonly object[];
}

/** An assistant's record with requests. */
export function uses(...blocks: readonly (readonly [id: string, name: string, input: object])[]): object {
  const content = blocks.map(([id, name, input]) => ({ type: 'tool_use', id, name, input }));
  return { type: 'assistant', timestamp: '2026-03-01T09:00:00.000Z', message: { role: 'assistant', content } };
}

/** A user's record with results. */
export function results(...blocks: readonly (readonly [id: string, content: unknown, isError?: boolean])[]): object {
  const content = blocks.map(([id, said, isError]) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: said,
    ...(isError === undefined ? {} : { is_error: isError }),
  }));
  return { type: 'user', timestamp: '2026-03-01T09:00:01.234Z', message: { role: 'user', content } };
}
