// The content of a RAP result: its text, or the newer list of texts and images.

import { asObject, asString } from '../../base/json.ts';
import { base64Bytes, type ContentBlock, type ResultContent } from '../../model/content.ts';

function block(value: unknown, pointer: string): ContentBlock {
  const item = asObject(value);
  const type = asString(item?.['type']) ?? '';
  const text = asString(item?.['text']);
  if (type === 'text' && text !== undefined) return { type: 'text', text };
  const data = asString(item?.['data']);
  if (type === 'image' && data !== undefined) {
    const mediaType = asString(item?.['mediaType']) ?? 'application/octet-stream';
    return { type: 'image', mediaType, bytes: base64Bytes(data), pointer: `${pointer}/data` };
  }
  return { type: 'other', kind: type, value };
}

/** The content at a pointer of a journal record. */
export function neutralContent(value: unknown, pointer: string): ResultContent {
  if (Array.isArray(value)) return value.map((item, i) => block(item, `${pointer}/${i}`));
  return asString(value) ?? '';
}
