// A file beside a log as it leaves: of any text, or JSON.

import { isUtf8 } from 'node:buffer';
import { parseJson } from '../base/json.ts';
import type { Redactor } from './redactor.ts';

/** A document beside a log, or an output. Undefined when it cannot be looked through. */
export function redactedDocument(content: Buffer, redactor: Redactor | undefined): Buffer | undefined {
  if (redactor === undefined) return content;
  if (!isUtf8(content) || content.includes(0)) return undefined;
  const text = content.toString();
  if (!parseJson(text).ok) return Buffer.from(redactor.redactText(text));
  const shared = redactor.redactJsonLine(content);
  return 'bytes' in shared ? Buffer.from(shared.bytes) : undefined;
}
