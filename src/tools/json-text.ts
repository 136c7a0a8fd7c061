// Results that are a JSON object written as text.

import { asObject, type JsonObject, parseJson } from '../base/json.ts';

/** The object, if the whole text is one, or undefined. */
export function jsonObjectOf(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  const parsed = parseJson(trimmed);
  return parsed.ok ? asObject(parsed.value) : undefined;
}
