// An answer as the protocol has it: once as data and once as text, and never larger than an agent can take.

import { AppError } from '../base/app-error.ts';
import { terminalJson } from '../base/terminal.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** Characters. Agents cut what is much longer, or put it aside. */
const LARGEST = 60_000;

export interface ToolReply {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

export function replyOf(value: Record<string, unknown>): ToolReply {
  const text = terminalJson(value);
  if (text.length > LARGEST) {
    throw new AppError('refused', `The answer is too large (${text.length} characters).`, {
      hint: 'Ask for less: a smaller limit, or a narrower filter.',
    });
  }
  return { content: [{ type: 'text', text }], structuredContent: value };
}

export function errorReply(error: AppError, redactor: Redactor): ToolReply {
  const text = redactor.redactText(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  return { content: [{ type: 'text', text }], isError: true };
}
