// The content of a result: a text, blocks, or in streams a value.

import { asArray, asObject, asString, atPointer, isObject, type JsonObject } from '../../base/json.ts';
import type { ContentBlock, ResultContent } from '../../model/content.ts';

function blockOf(value: unknown): ContentBlock[] {
  const block = asObject(value);
  const text = typeof value === 'string' ? value : asString(block?.['text']);
  return text === undefined ? [] : [{ type: 'text', text }];
}

/** Values of commands have streams and an exit code; anything else becomes JSON. */
function valueText(value: JsonObject): string {
  const out = asString(value['stdout']);
  const err = asString(value['stderr']);
  if (out === undefined && err === undefined) return JSON.stringify(value);
  const code = value['exitCode'];
  const mark = typeof code === 'number' ? `[Process exited with code ${code}]` : '';
  return [out ?? '', err ?? '', mark].filter((part) => part !== '').join('\n');
}

export function contentOf(value: unknown): ResultContent {
  if (typeof value === 'string') return value;
  const blocks = asArray(value);
  if (blocks !== undefined) return blocks.flatMap(blockOf);
  return isObject(value) ? valueText(value) : '';
}

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  return contentOf(atPointer(record, pointer));
}
