// Safe access to parsed JSON of unknown shape: every reader narrows, none trusts, none throws.

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

/** A count: an exact integer, not negative. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A non-empty string: undefined when absent, not a string, or empty. */
export function asName(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A member of an object of any shape, for readers that see few objects. Their own `object['name']` would be compiled for the few shapes
 * met so far, and again for the next one; this one place has met them all.
 */
export function memberOf(object: JsonObject, name: string): unknown {
  return object[name];
}

/**
 * An escaped half of a surrogate pair without its other half: the only way in which half of one gets into a text that was read as
 * UTF-8. An escaped backslash before such letters may only look like one, and is not distinguished here.
 */
const HALF_ESCAPED =
  /\\(?:\\u[dD]|u[dD](?:[89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2}\\u[dD])[c-fC-F]))/;
/** Lone surrogates: two that belong together are one character. */
const HALF = /\p{Surrogate}/gu;

function wholeCharacters(text: string): string {
  return text.replace(HALF, '\ufffd');
}

/** Replaces lone surrogates with U+FFFD, in keys too. Changes lists and objects in place, however deep they are. */
function wellFormed(value: unknown): unknown {
  const left: (unknown[] | Record<string, unknown>)[] = [];
  const taken = (item: unknown): unknown => {
    if (typeof item === 'string') return wholeCharacters(item);
    if (Array.isArray(item) || isObject(item)) left.push(item);
    return item;
  };
  const root = taken(value);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) {
      for (const [i, item] of next.entries()) next[i] = taken(item);
      continue;
    }
    for (const [key, item] of Object.entries(next)) {
      const name = wholeCharacters(key);
      if (name !== key) delete next[key];
      next[name] = taken(item);
    }
  }
  return root;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

declare global {
  interface ErrorConstructor {
    stackTraceLimit: number;
  }
}

/**
 * JSON.parse as a value: never throws. The error is made without a stack, which is never shown and took most of the time: a hostile log
 * has millions of broken lines.
 */
export function parseExactly(text: string): ParsedJson {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/**
 * The same for what is stored: lone surrogates, which no database or file can hold, become U+FFFD. Two names that differ in nothing
 * else would be two here and one there.
 */
export function parseJson(text: string): ParsedJson {
  const parsed = parseExactly(text);
  return parsed.ok && HALF_ESCAPED.test(text) ? { ok: true, value: wellFormed(parsed.value) } : parsed;
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
