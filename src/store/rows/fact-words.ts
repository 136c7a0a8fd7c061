// Splits interned strings of several parts that facts name by number.

import { WORD_BREAK } from './interned.ts';

export interface ToolWord {
  readonly agent: string;
  readonly toolId: string;
  /** As the log spells it. */
  readonly tool: string;
}

export interface OutcomeWord {
  readonly status: string;
  readonly blame: string | null;
  readonly code: string | null;
}

export function toolWordOf(word: string): ToolWord {
  const [agent = '', toolId = '', ...tool] = word.split(WORD_BREAK);
  return { agent, toolId, tool: tool.join(WORD_BREAK) };
}

export function outcomeWordOf(word: string): OutcomeWord {
  const [status = '', blame = '', ...code] = word.split(WORD_BREAK);
  return { status, blame: blame === '' ? null : blame, code: code.join(WORD_BREAK) || null };
}
