// Turns Codex content into neutral blocks. Images stay in the log, by pointer. Evidence: B4.

import { asArray, asBoolean, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { base64Bytes, type ContentBlock, type ResultContent } from '../../model/content.ts';

const DATA_URL = /^data:([^;,]{0,100})(?:;[^,]{0,100})?,/;

/** An image as a data URL (the pointer leads to the whole URL) or as an address. */
function imageBlock(url: string, pointer: string): ContentBlock {
  const match = DATA_URL.exec(url.slice(0, 256));
  if (match === null) return { type: 'link', uri: url, title: null };
  const mediaType = asName(match[1]) ?? 'application/octet-stream';
  return { type: 'image', mediaType, bytes: base64Bytes(url.slice(match[0].length)), pointer };
}

/** Image as bare base64 (MCP results, generated images). */
export function base64Image(data: string, mediaType: unknown, pointer: string): ContentBlock {
  return { type: 'image', mediaType: asName(mediaType) ?? 'image/png', bytes: base64Bytes(data), pointer };
}

function imageOf(block: JsonObject, pointer: string): ContentBlock | undefined {
  const key = ['image_url', 'imageUrl', 'url'].find((name) => typeof block[name] === 'string');
  if (key !== undefined) return imageBlock(asString(block[key]) ?? '', `${pointer}/${key}`);
  const data = asName(block['data']);
  if (data === undefined) return undefined;
  return base64Image(data, block['mimeType'] ?? block['mime_type'] ?? block['media_type'], `${pointer}/data`);
}

/** One block of a message, an output, or an MCP result. */
export function neutralBlock(block: unknown, pointer: string): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  const object = asObject(block);
  if (object === undefined) return { type: 'other', kind: typeof block, value: block };
  const kind = asString(object['type']) ?? 'unknown';
  switch (kind) {
    case 'input_text':
    case 'output_text':
    case 'inputText':
    case 'text':
    case 'Text':
    case 'summary_text':
    case 'reasoning_text': {
      const text = asString(object['text']);
      return text === undefined ? { type: 'other', kind, value: block } : { type: 'text', text };
    }
    case 'input_image':
    case 'inputImage':
    case 'image':
      return imageOf(object, pointer) ?? { type: 'other', kind, value: block };
    case 'resource_link':
      return {
        type: 'link',
        uri: asString(object['uri']) ?? '',
        title: asName(object['title'] ?? object['name']) ?? null,
      };
    case 'encrypted_content':
      // Nothing readable: the bytes stay in the log.
      return { type: 'other', kind, value: null };
    default:
      return { type: 'other', kind, value: block };
  }
}

/** Pushed one by one: lists made by `map` have two layouts, before and after it is compiled, and so has each reader. */
export function neutralBlocks(blocks: readonly unknown[], pointer: string): readonly ContentBlock[] {
  const made: ContentBlock[] = [];
  for (const block of blocks) made.push(neutralBlock(block, `${pointer}/${made.length}`));
  return made;
}

export interface Output {
  readonly content: ResultContent;
  /** Older builds logged whether it worked. */
  readonly success: boolean | null;
  readonly pointer: string;
}

/** An output: text, blocks, one block, or the `{content, success}` of older builds. */
export function readOutput(output: unknown, pointer: string): Output {
  if (typeof output === 'string') return { content: output, success: null, pointer };
  const blocks = asArray(output);
  if (blocks !== undefined) return { content: neutralBlocks(blocks, pointer), success: null, pointer };
  const object = asObject(output);
  if (object === undefined)
    return { content: output === undefined || output === null ? '' : String(output), success: null, pointer };
  const success = asBoolean(object['success']) ?? null;
  for (const key of ['content_items', 'content', 'body']) {
    const inner = object[key];
    if (typeof inner === 'string' || Array.isArray(inner)) {
      return { ...readOutput(inner, `${pointer}/${key}`), success };
    }
  }
  return { content: [neutralBlock(object, pointer)], success, pointer };
}

/** The text that begins a result: where Codex writes the outcome. */
export function leadingText(content: ResultContent): string {
  if (typeof content === 'string') return content;
  const first = content[0];
  return first?.type === 'text' ? first.text : '';
}
