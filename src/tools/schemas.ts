// Owns the JSON Schemas (2020-12) of the tools: what a call and its result may look like in a log, made from the definitions.

import { z } from 'zod';
import type { JsonObject } from '../base/json.ts';
import { STATUSES } from '../model/outcome.ts';
import type { Dialect, Kinded, ToolDefinition } from './define.ts';
import { jsonTexts, listItems, shapeNames } from './shapes.ts';

type Schema = { [key: string]: unknown };

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const ABSENT = 'Anything else is read as absent.';
const REWRITTEN = 'Other spellings are brought into this shape first.';

/** Definitions of one document, by name; equal ones are shared. */
class Definitions {
  readonly #schemas = new Map<string, Schema>();

  /** Adds the schema and gives a reference to it. */
  add(name: string, schema: Schema): Schema {
    this.#schemas.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  }

  toObject(): Schema {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A loose shape takes anything: what it should be, or nothing in particular. */
function orAnything(proper: Schema, because: string): Schema {
  return { anyOf: [proper, { $comment: because }] };
}

function replace(target: Schema, source: Schema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, source);
}

/** Keys that may be missing: zod lists some as required that our shapes do without. */
function relaxRequired(schema: Schema, shape: Readonly<Record<string, unknown>>): void {
  if (!Array.isArray(schema['required'])) return;
  const required = schema['required'].filter((key: string) => {
    const property = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return !(property instanceof z.ZodType) || !property.safeParse(undefined).success;
  });
  if (required.length === 0) delete schema['required'];
  else schema['required'] = required;
}

function jsonSchema(shape: z.ZodType, definitions: Definitions): Schema {
  const made: Schema = z.toJSONSchema(shape, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    metadata: shapeNames,
    override: ({ zodSchema, jsonSchema: schema }) => describe(zodSchema, schema, definitions),
  });
  const { $schema: _draft, $defs: inner, ...rest } = made;
  for (const [name, schema] of Object.entries(inner ?? {})) definitions.add(name, schema);
  return rest;
}

function describe(zodSchema: unknown, schema: Schema, definitions: Definitions): void {
  if (!(zodSchema instanceof z.ZodType)) return;
  const items = listItems.get(zodSchema);
  if (items !== undefined)
    replace(schema, { type: 'array', items: orAnything(jsonSchema(items, definitions), ABSENT) });
  if (zodSchema instanceof z.ZodObject) relaxRequired(schema, zodSchema.shape);
  if (zodSchema instanceof z.ZodCatch) {
    const { id: _name, ...proper } = schema;
    replace(schema, orAnything(proper, ABSENT));
  }
  if (jsonTexts.has(zodSchema)) {
    replace(schema, { anyOf: [{ ...schema }, { type: 'string', contentMediaType: 'application/json' }] });
  } else if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform) {
    replace(schema, orAnything({ ...schema }, REWRITTEN));
  }
}

const CONTENT: Schema = {
  description: 'What the model saw: a text, or blocks.',
  anyOf: [
    { type: 'string' },
    { type: 'array', items: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] } },
  ],
};

function kinds(variants: readonly { readonly kind: string }[] | undefined): string {
  const names = [...new Set((variants ?? []).map(({ kind }) => kind))];
  return names.length === 0 ? 'not read' : `read as ${names.join(', ')}`;
}

/** Inputs by raw name; names with equal inputs share one. */
function inputs(dialect: Dialect<unknown, Kinded>, definitions: Definitions): { names: string[]; input: Schema }[] {
  const { input } = dialect;
  const names = dialect.names.length > 0 ? dialect.names : [`${dialect.pattern?.source ?? ''}…`];
  if (typeof input !== 'function') return [{ names: [...names], input: jsonSchema(input, definitions) }];
  const groups = new Map<string, { names: string[]; input: Schema }>();
  for (const name of names) {
    const made = jsonSchema(input(name), definitions);
    const key = JSON.stringify(made);
    const group = groups.get(key) ?? { names: [], input: made };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A dialect's own names, its pattern, and names of others whose calls it may take over. */
function named({ agent, names: own, pattern, claims }: Dialect<unknown, Kinded>, names: readonly string[]): Schema {
  if (agent === '*') return { type: 'string' };
  const listed = [...(own.length > 0 ? names : []), ...(claims?.names ?? [])];
  const choices: Schema[] = [
    ...(listed.length > 0 ? [{ enum: [...new Set(listed)] }] : []),
    ...(pattern === undefined ? [] : [{ type: 'string', pattern: pattern.source }]),
  ];
  const [only, ...more] = choices;
  return only !== undefined && more.length === 0 ? only : { anyOf: choices };
}

function callsOf(dialect: Dialect<unknown, Kinded>, definitions: Definitions): Schema[] {
  const prefix = dialect.agent === '*' ? 'any' : dialect.agent;
  const results = dialect.structured.map(({ kind, schema }, i) =>
    definitions.add(`${prefix}-result-${i + 1}-${kind}`, {
      title: kind,
      ...jsonSchema(schema, definitions),
    }),
  );
  const outcome = definitions.add(`${prefix}-outcome`, {
    type: 'object',
    required: ['content'],
    properties: {
      status: { enum: STATUSES },
      content: {
        ...CONTENT,
        $comment: `A success is ${kinds(dialect.text)}; a failure is ${kinds(dialect.errorText)}.`,
      },
      structured: {
        description:
          "The agent's own structured result, where there is one. A text beside a failure repeats its words.",
        anyOf: [...results, { type: ['string', 'null'] }],
      },
    },
  });
  return inputs(dialect, definitions).map(({ names, input }, i) => ({
    properties: {
      ...(dialect.agent === '*' ? {} : { agent: { const: dialect.agent } }),
      tool: named(dialect, names),
      input: definitions.add(`${prefix}-input${i === 0 ? '' : `-${i + 1}`}`, input),
      outcome: { anyOf: [outcome, { type: 'null' }] },
    },
  }));
}

/** The schema of one tool's calls: agent, raw name, input, and the outcome as the log has it. */
export function toolSchema(tool: ToolDefinition): JsonObject {
  const definitions = new Definitions();
  const calls = tool.dialects.flatMap((dialect) => callsOf(dialect, definitions));
  return {
    $schema: DRAFT,
    $id: `urn:toolscope:tool:${tool.id}`,
    title: tool.title,
    type: 'object',
    required: ['agent', 'tool', 'input'],
    properties: { agent: { type: 'string' }, tool: { type: 'string' } },
    anyOf: calls,
    $defs: definitions.toObject(),
  };
}
