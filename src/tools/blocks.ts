// Content blocks in structured results: vendors' spellings in, neutral blocks out, bytes left in the log.

import { asArray, asName, asNumber, asObject, asString, atPointer, type JsonObject, parseJson } from '../base/json.ts';
import { utf8Bytes } from '../base/text.ts';
import type { BodyBlock } from '../model/body-block.ts';
import { base64Bytes, type ContentBlock } from '../model/content.ts';

export type { BodyBlock };

/** Longer JSON stays text: no one reads a tree of that size, and every call would pay for parsing it. */
const JSON_TEXT_MAX = 262_144;

/** The text as a block; JSON is parsed here, so that no other code has to. */
export function textBlock(text: string): BodyBlock {
  const value = jsonOf(text);
  return value === undefined ? { type: 'text', text } : { type: 'text', text, value };
}

function jsonOf(text: string): unknown {
  if (text.length > JSON_TEXT_MAX) return undefined;
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

function media(
  type: 'image' | 'audio' | 'document' | 'blob',
  mediaType: unknown,
  data: string,
  pointer: string,
): BodyBlock {
  return { type, mediaType: asName(mediaType) ?? 'application/octet-stream', bytes: base64Bytes(data), pointer };
}

/** `{source:{data,media_type}}` of one vendor, `{data,mimeType}` of the protocol, `{image_url}` of another. */
function mediaBlock(type: 'image' | 'audio' | 'document', block: JsonObject, pointer: string): BodyBlock {
  const source = asObject(block['source']);
  const inner = asString(source?.['data']);
  if (inner !== undefined) return media(type, source?.['media_type'], inner, `${pointer}/source/data`);
  const data = asString(block['data']);
  if (data !== undefined) return media(type, block['mimeType'] ?? block['mime_type'], data, `${pointer}/data`);
  const place = ADDRESSES.find((steps) => asName(atPointer(block, steps)) !== undefined);
  const uri = place === undefined ? undefined : asName(atPointer(block, place));
  if (uri === undefined) return { type: 'other', kind: type, value: block };
  return uri.startsWith('data:') ? dataUrl(type, uri, `${pointer}${place}`) : link(uri, block);
}

/** Where a block may have a URL instead of bytes. */
const ADDRESSES = ['/source/url', '/source/file_id', '/image_url', '/image_url/url', '/imageUrl'];

function dataUrl(type: 'image' | 'audio' | 'document', uri: string, pointer: string): BodyBlock {
  const comma = uri.indexOf(',');
  const head = uri.slice('data:'.length, Math.max('data:'.length, Math.min(comma, 200)));
  return {
    type,
    mediaType: asName(head.split(';')[0]) ?? 'application/octet-stream',
    bytes: comma === -1 ? 0 : base64Bytes(uri.slice(comma + 1)),
    pointer,
  };
}

function link(uri: string, block: JsonObject): BodyBlock {
  return {
    type: 'link',
    uri,
    title: asName(block['title']) ?? asName(block['name']) ?? null,
    mediaType: asName(block['mimeType']) ?? null,
    text: asName(block['description']) ?? null,
  };
}

function resource(block: JsonObject, pointer: string): BodyBlock {
  const inner = asObject(block['resource']) ?? {};
  const text = asString(inner['text']);
  const uri = asString(inner['uri']) ?? '';
  if (text !== undefined) {
    return { type: 'link', uri, title: null, mediaType: asName(inner['mimeType']) ?? null, text };
  }
  const blob = asString(inner['blob']);
  if (blob !== undefined) return media('blob', inner['mimeType'], blob, `${pointer}/resource/blob`);
  return { type: 'other', kind: 'resource', value: block };
}

function bodyBlock(raw: unknown, pointer: string): BodyBlock {
  if (typeof raw === 'string') return textBlock(raw);
  const block = asObject(raw);
  const kind = asString(block?.['type']);
  if (block === undefined || kind === undefined) return { type: 'other', kind: typeof raw, value: raw };
  switch (kind.toLowerCase()) {
    case 'text':
    case 'input_text':
    case 'output_text': {
      const text = asString(block['text']);
      return text === undefined ? { type: 'other', kind, value: raw } : textBlock(text);
    }
    case 'image':
    case 'input_image':
      return mediaBlock('image', block, pointer);
    case 'audio':
    case 'input_audio':
      return mediaBlock('audio', block, pointer);
    case 'document':
      return mediaBlock('document', block, pointer);
    case 'resource':
      return resource(block, pointer);
    case 'resource_link':
      return link(asString(block['uri']) ?? '', block);
    case 'tool_reference':
      return { type: 'tool', name: asString(block['tool_name']) ?? '' };
    default:
      return { type: 'other', kind, value: raw };
  }
}

/** Blocks of a list, a single string, or a single block. `pointer` is the position of `raw` in the structured result. */
export function bodyBlocks(raw: unknown, pointer: string): readonly BodyBlock[] {
  if (raw === undefined || raw === null) return [];
  const list = asArray(raw);
  if (list === undefined) return [bodyBlock(raw, pointer)];
  return list.map((block, i) => bodyBlock(block, `${pointer}/${i}`));
}

/** Blocks that a format has already made neutral: it knows their bytes, so they are not referenced here. */
export function contentBlocks(blocks: readonly ContentBlock[]): readonly BodyBlock[] {
  return blocks.map((block): BodyBlock => {
    switch (block.type) {
      case 'text':
        return textBlock(block.text);
      case 'image':
      case 'document':
        return { type: block.type, mediaType: block.mediaType, bytes: block.bytes, pointer: null };
      case 'link':
        return { type: 'link', uri: block.uri, title: block.title, mediaType: null, text: null };
      case 'tool-reference':
        return { type: 'tool', name: block.name };
      default:
        return { type: 'other', kind: block.kind, value: block.value };
    }
  });
}

/** Images and bytes in blocks, counted. */
export function countBlocks(blocks: readonly BodyBlock[]): { readonly images: number; readonly bytes: number } {
  let images = 0;
  let bytes = 0;
  for (const block of blocks) {
    if (block.type === 'image') images++;
    else if (block.type === 'text') bytes += utf8Bytes(block.text);
    else if (block.type === 'link') bytes += utf8Bytes(block.text ?? '');
  }
  return { images, bytes };
}

/** All text of blocks, joined by a newline. */
export function blocksText(blocks: readonly BodyBlock[]): string {
  const parts: string[] = [];
  for (const block of blocks) {
    if (block.type === 'text') parts.push(block.text);
    else if (block.type === 'link' && block.text !== null) parts.push(block.text);
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('\n');
}

/** The length of the main list in a JSON value: the value itself, or its only list. */
export function listLength(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  const object = asObject(value);
  if (object === undefined) return null;
  let found: number | null = null;
  for (const member of Object.values(object)) {
    if (!Array.isArray(member)) continue;
    if (found !== null) return asNumber(object['total']) ?? null;
    found = member.length;
  }
  return found;
}
