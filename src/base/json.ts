// Safe looks into parsed JSON of unknown shape: every reader narrows, none trusts, none throws.

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A number of things: whole, not below zero, and exact. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A string that says something: undefined when absent, not a string, or empty. */
export function asName(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A member of an object of any shape, for readers that only some objects come to. Their own `object['name']` would be
 * compiled for the few shapes met so far, and again when the next one comes; this one place has met them all.
 */
export function memberOf(object: JsonObject, name: string): unknown {
  return object[name];
}

/** An escape for half a character: the only way in which half of one gets into a text that was read as UTF-8. */
const HALF_ESCAPED = /\\u[dD][89a-fA-F]/;
/** Halves that stand alone: two that belong together are one character. */
const HALF = /\p{Surrogate}/gu;

/** With U+FFFD in the place of halves of characters, in keys too. Changes lists and objects in place. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(HALF, '\ufffd');
  if (Array.isArray(value)) for (const [i, item] of value.entries()) value[i] = wellFormed(item);
  else if (isObject(value)) {
    const object: Record<string, unknown> = value;
    for (const [key, item] of Object.entries(value)) {
      const name = key.replace(HALF, '\ufffd');
      if (name !== key) delete object[key];
      object[name] = wellFormed(item);
    }
  }
  return value;
}

/**
 * JSON.parse as a value: never throws. Halves of characters, which no database or file can hold, become U+FFFD: two names that
 * differ in nothing else would be two here and one there.
 */
export function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: HALF_ESCAPED.test(text) ? wellFormed(value) : value };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The value at a JSON pointer (RFC 6901), own properties only. */
export function atPointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let here: unknown = value;
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}
