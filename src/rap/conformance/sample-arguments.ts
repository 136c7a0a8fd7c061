// Made-up arguments: the smallest value that a schema seems to require, so that an unknown tool can be called.

import { asArray, asNumber, isObject, type JsonObject } from '../../base/json.ts';

const MAX_DEPTH = 6;

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let here: unknown = root;
  for (const step of reference.slice(2).split('/')) here = isObject(here) ? here[step] : undefined;
  return isObject(here) ? here : schema;
}

function sampleText(schema: JsonObject): string {
  const format = schema['format'];
  if (format === 'uri' || format === 'url') return 'https://example.com/';
  if (format === 'date') return '2025-01-01';
  if (format === 'date-time') return '2025-01-01T00:00:00Z';
  if (format === 'email') return 'kim@example.com';
  return 'example'.padEnd(asNumber(schema['minLength']) ?? 0, 'x').slice(0, asNumber(schema['maxLength']) ?? 1000);
}

function sampleObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = (asArray(schema['required']) ?? []).filter((name): name is string => typeof name === 'string');
  return Object.fromEntries(required.map((name) => [name, sample(properties[name], root, depth + 1)]));
}

function sample(value: unknown, root: JsonObject, depth: number): unknown {
  if (!isObject(value) || depth > MAX_DEPTH) return 'example';
  const schema = resolve(value, root);
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  const [choice] = asArray(schema['enum']) ?? asArray(schema['examples']) ?? [];
  if (choice !== undefined) return choice;
  const [branch] = asArray(schema['oneOf']) ?? asArray(schema['anyOf']) ?? asArray(schema['allOf']) ?? [];
  if (branch !== undefined && schema['type'] === undefined) return sample(branch, root, depth + 1);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return asNumber(schema['minimum']) ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array': {
      const count = asNumber(schema['minItems']) ?? 0;
      return Array.from({ length: Math.min(count, 10) }, () => sample(schema['items'], root, depth + 1));
    }
    default:
      return sampleObject(schema, root, depth);
  }
}

/** Arguments that should match a tool's input schema. */
export function sampleArguments(inputSchema: unknown): JsonObject {
  const root = isObject(inputSchema) ? inputSchema : {};
  const made = sample(root, root, 0);
  return isObject(made) ? made : {};
}
