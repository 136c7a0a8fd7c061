// Parses a tool server's manifest: accepted or rejected as a whole, because half a toolset is worse than none.

import { asBoolean, asString, isObject, type JsonObject } from '../../base/json.ts';
import { type Check, compileSchema } from './json-schema.ts';
import { parseHttpUrl } from './parse-url.ts';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations: {
    readonly requiresAuth: string | null;
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    readonly longRunning: boolean;
    /** Custom annotations, such as `x-acme-priority`, as they are. */
    readonly [custom: string]: unknown;
  };
  /** A Rhai script that describes a call to people. It is untrusted: shown as text, not run. */
  readonly displayScript: string | null;
  /** Checks arguments against the input schema. */
  readonly check: Check;
}

export interface Manifest {
  readonly name: string;
  readonly description: string | null;
  readonly endpoint: string;
  /** It keeps session state, which has to move with the session. */
  readonly needsMigration: boolean;
  readonly tools: readonly ToolDefinition[];
}

const MAX_TOOLS = 512;
/** For all schemas of a manifest together: compiling blocks the process. */
const COMPILE_BUDGET_MS = 3000;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,128}$/;

function annotationsOf(value: unknown, tool: string): ToolDefinition['annotations'] {
  if (value !== undefined && value !== null && !isObject(value))
    throw new Error(`Annotations of ${tool} are not an object.`);
  const record: JsonObject = isObject(value) ? value : {};
  return {
    ...record,
    requiresAuth: asString(record['requiresAuth']) ?? null,
    readOnly: asBoolean(record['readOnly']) ?? false,
    destructive: asBoolean(record['destructive']) ?? false,
    idempotent: asBoolean(record['idempotent']) ?? false,
    longRunning: asBoolean(record['longRunning']) ?? false,
  };
}

function toolOf(value: unknown, at: number, compile: (schema: unknown) => Check): ToolDefinition {
  if (!isObject(value)) throw new Error(`Tool ${at} is not an object.`);
  const { name, description, inputSchema } = value;
  if (typeof name !== 'string' || !TOOL_NAME.test(name))
    throw new Error(`Tool ${at} needs a name of 1 to 128 ASCII letters, digits, _ and -.`);
  if (typeof description !== 'string') throw new Error(`Tool ${name} has no description.`);
  if (inputSchema === undefined) throw new Error(`Tool ${name} has no inputSchema.`);
  let check: Check;
  try {
    check = compile(inputSchema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The inputSchema of ${name} is not usable: ${reason}`);
  }
  const annotations = annotationsOf(value['annotations'], name);
  return {
    name,
    description,
    inputSchema,
    annotations,
    displayScript: asString(value['displayScript']) ?? null,
    check,
  };
}

function budgetedCompiler(): (schema: unknown) => Check {
  let leftMs = COMPILE_BUDGET_MS;
  return (schema) => {
    if (leftMs <= 0) throw new Error('the schemas of this manifest take too long to compile.');
    const started = performance.now();
    try {
      return compileSchema(schema, leftMs);
    } finally {
      leftMs -= performance.now() - started;
    }
  };
}

/** Parses a manifest. Throws an Error with one sentence about what is wrong with it. */
export function parseManifest(value: unknown): Manifest {
  if (!isObject(value)) throw new Error('The manifest is not a JSON object.');
  const { name, description, endpoint, tools } = value;
  if (typeof name !== 'string' || name.length < 1 || name.length > 128)
    throw new Error('The manifest needs a name of 1 to 128 characters.');
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw new Error("The manifest's description is not a string.");
  if (typeof endpoint !== 'string' || parseHttpUrl(endpoint) === undefined)
    throw new Error("The manifest's endpoint is not an absolute http or https URL.");
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > MAX_TOOLS)
    throw new Error(`The manifest needs between 1 and ${MAX_TOOLS} tools.`);
  const compile = budgetedCompiler();
  const definitions = tools.map((tool: unknown, at) => toolOf(tool, at, compile));
  const names = new Set<string>();
  for (const tool of definitions) {
    if (names.has(tool.name)) throw new Error(`The manifest has two tools called ${tool.name}.`);
    names.add(tool.name);
  }
  const needsMigration = asBoolean(value['needsMigration']) ?? false;
  return { name, description: description ?? null, endpoint, needsMigration, tools: definitions };
}
