// The whole text of a message: from the log if it is still there, else the beginning that was kept.

import { asObject, atPointer } from '../base/json.ts';
import type { Message } from '../model/session.ts';
import type { BodyReader } from '../sources/body-reader.ts';

export interface MessageText {
  readonly text: string;
  /** False when only the beginning is known. */
  readonly isWhole: boolean;
}

/** How formats join the texts of several blocks. */
const JOINTS = ['\n', '\n\n', ''] as const;

/** The text of a value in a record: a string, or the texts of blocks, joined so that they have the known size. */
function textAt(value: unknown, size: number): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const parts: string[] = [];
  for (const block of value) {
    const text = typeof block === 'string' ? block : asObject(block)?.['text'];
    if (typeof text === 'string') parts.push(text);
  }
  if (parts.length === 0) return undefined;
  return JOINTS.map((joint) => parts.join(joint)).find(({ length }) => length === size) ?? parts.join('\n');
}

export function messageText(reader: BodyReader, message: Message): MessageText {
  const { preview, size, ref, pointer } = message;
  // A message without text (sealed thinking) may still have a value in the log.
  if (size === 0) return { text: '', isWhole: true };
  const record = reader.record(ref);
  const text = record === undefined ? undefined : textAt(atPointer(record, pointer), size);
  if (text?.length === size) return { text, isWhole: true };
  // A text that the format made from fields or tags is nowhere in the log as it is: the kept preview comes first.
  if (size === preview.length) return { text: preview, isWhole: true };
  return text === undefined || text.length < size ? { text: preview, isWhole: false } : { text, isWhole: true };
}
