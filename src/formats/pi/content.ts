// Texts and pictures in messages of pi, as neutral blocks. The bytes of a picture stay in the log, by pointer.

import { asArray, asName, asObject, asString, atPointer, type JsonObject } from '../../base/json.ts';
import { base64Bytes, type ContentBlock, type ResultContent } from '../../model/content.ts';

function neutralBlock(block: unknown, pointer: string): ContentBlock {
  const object = asObject(block);
  const kind = asString(object?.['type']) ?? typeof block;
  const text = asString(object?.['text']);
  if (kind === 'text' && text !== undefined) return { type: 'text', text };
  const data = asString(object?.['data']);
  if (kind !== 'image' || data === undefined) return { type: 'other', kind, value: block };
  const mediaType = asName(object?.['mimeType']) ?? 'application/octet-stream';
  return { type: 'image', mediaType, bytes: base64Bytes(data), pointer: `${pointer}/data` };
}

/** A text, or a list of blocks. One block of text is its text. */
export function neutralContent(content: unknown, pointer: string): ResultContent {
  if (typeof content === 'string') return content;
  const blocks = (asArray(content) ?? []).map((block, i) => neutralBlock(block, `${pointer}/${i}`));
  const [first, second] = blocks;
  if (first === undefined) return '';
  return first.type === 'text' && second === undefined ? first.text : blocks;
}

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  return neutralContent(atPointer(record, pointer), pointer);
}
