// An answer as it leaves: redacted, because it goes to a model's vendor, and never larger than an agent can take.

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

/** The home directory by its short name: paths stay usable, and the name of its owner need not be masked in them. */
function withoutHome(value: unknown, home: string): unknown {
  if (typeof value === 'string') return value.replaceAll(`${home}/`, '~/').replaceAll(`${home}\\`, '~\\');
  if (Array.isArray(value)) return value.map((item: unknown) => withoutHome(item, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutHome(item, home)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws where it cannot be redacted for certain, or is too large. */
export function replyOf(value: Record<string, unknown>, redactor: Redactor, home: string): ToolReply {
  const safe = redactor.redactValue(home === '' || home === '/' ? value : withoutHome(value, home));
  if (!isRecord(safe)) throw new AppError('refused', 'The answer cannot be redacted for certain, so it is not given.');
  const text = terminalJson(safe);
  if (text.length > LARGEST) {
    throw new AppError('refused', `The answer is too large (${text.length} characters).`, {
      hint: 'Ask for less: a smaller limit, or a narrower filter.',
    });
  }
  return { content: [{ type: 'text', text }], structuredContent: safe };
}

export function errorReply(error: AppError, redactor: Redactor): ToolReply {
  const text = redactor.redactText(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  return { content: [{ type: 'text', text }], isError: true };
}
