// Turns Claude's content blocks into neutral ones. Images and documents stay in the log, by pointer.

import { asArray, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { base64Bytes, type ContentBlock, type ResultContent } from '../../model/content.ts';

function media(type: 'image' | 'document', block: JsonObject, pointer: string): ContentBlock {
  const source = asObject(block['source']);
  const data = asString(source?.['data']);
  if (data !== undefined) {
    const mediaType = asName(source?.['media_type']) ?? 'application/octet-stream';
    return { type, mediaType, bytes: base64Bytes(data), pointer: `${pointer}/source/data` };
  }
  const url = asName(source?.['url']) ?? asName(source?.['file_id']);
  if (url !== undefined) return { type: 'link', uri: url, title: asName(block['title']) ?? null };
  return { type: 'other', kind: type, value: block };
}

function neutralBlock(block: unknown, pointer: string): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  const object = asObject(block);
  const kind = asString(object?.['type']);
  if (object === undefined || kind === undefined) return { type: 'other', kind: typeof block, value: block };
  switch (kind) {
    case 'text': {
      const text = asString(object['text']);
      return text === undefined ? { type: 'other', kind, value: block } : { type: 'text', text };
    }
    case 'image':
    case 'document':
      return media(kind, object, pointer);
    case 'tool_reference':
      return { type: 'tool-reference', name: asString(object['tool_name']) ?? '' };
    case 'resource_link':
    case 'web_search_result':
    case 'search_result':
      return {
        type: 'link',
        uri: asString(object['url'] ?? object['uri'] ?? object['source']) ?? '',
        title: asName(object['title'] ?? object['name']) ?? null,
      };
    default:
      return { type: 'other', kind, value: block };
  }
}

/** Content of a tool result: a string stays a string, blocks become neutral, anything else is kept unchanged. */
export function neutralContent(content: unknown, pointer: string): ResultContent {
  if (typeof content === 'string') return content;
  const blocks = asArray(content);
  if (blocks !== undefined) return blocks.map((block, i) => neutralBlock(block, `${pointer}/${i}`));
  if (content === undefined || content === null) return '';
  return [neutralBlock(content, pointer)];
}
