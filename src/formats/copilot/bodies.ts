// The input, the text and the structured companion of a call, from its events.

import { asString, atPointer, isObject, type JsonObject, parseJson } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';

/** Arguments are an object, or its JSON text; for some tools a text that is not JSON. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s{0,9}\{/.test(value)) return value;
  const parsed = parseJson(value);
  return parsed.ok && isObject(parsed.value) ? parsed.value : value;
}

/** What the model saw: fields of a result in the order of preference, then those of an error. */
const TEXTS = ['content', 'text_result_for_llm', 'textResultForLlm', 'message'] as const;

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  for (const key of TEXTS) {
    const text = asString(value[key]);
    if (text !== undefined) return text;
  }
  return '';
}

/** A result that says more than its text. */
export function structuredOf(result: unknown): JsonObject | undefined {
  if (!isObject(result)) return undefined;
  return ['detailedContent', 'contents', 'structuredContent'].some((key) => (result[key] ?? null) !== null)
    ? result
    : undefined;
}

export function inputAt(record: JsonObject, pointer: string): unknown {
  return inputOf(atPointer(record, pointer));
}

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  return textOf(atPointer(record, pointer));
}
