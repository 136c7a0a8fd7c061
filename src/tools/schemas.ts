// The JSON Schemas (2020-12) of the tools' calls and results in logs, made from the definitions.

import type { JsonObject } from '../base/json.ts';
import { STATUSES } from '../model/outcome.ts';
import type { Dialect, Kinded, ToolDefinition } from './define.ts';
import { MISFIT, madeBy } from './parse-shape.ts';
import { FLAG, NUMBER, type Shape, TEXT } from './shape.ts';
import { looseElapsedMs, looseFlag, looseId, looseNumber, looseText, looseTexts } from './shapes.ts';

type Schema = { [key: string]: unknown };

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const ABSENT = 'Anything else is read as absent.';
const REWRITTEN = 'Other spellings are brought into this shape first.';

/** Shapes that are described once per document. */
const NAMES: ReadonlyMap<Shape, string> = new Map<Shape, string>([
  [looseText, 'loose-text'],
  [looseNumber, 'loose-number'],
  [looseFlag, 'loose-flag'],
  [looseTexts, 'loose-texts'],
  [looseId, 'loose-id'],
  [looseElapsedMs, 'loose-elapsed'],
]);

/** Definitions of one document, by name; equal ones are shared. */
class Definitions {
  readonly #schemas = new Map<string, Schema>();

  /** Adds the schema and returns a reference to it. */
  add(name: string, schema: Schema): Schema {
    this.#schemas.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  }

  toObject(): Schema {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A loose shape accepts anything: the proper schema, or no particular one. */
function orAnything(proper: Schema, because: string): Schema {
  return { anyOf: [proper, { $comment: because }] };
}

/** JSON type names of plain values. */
const TYPES: readonly (readonly [number, string])[] = [
  [TEXT, 'string'],
  [NUMBER, 'number'],
  [FLAG, 'boolean'],
];

/** One of these; bare types are merged. */
function either(options: readonly Schema[]): Schema {
  const isBare = options.every((option) => Object.keys(option).join() === 'type');
  return isBare ? { type: options.map(({ type }) => type) } : { anyOf: options };
}

function constants(values: readonly unknown[]): Schema {
  const [first] = values;
  if (values.length === 1) return first === null ? { type: 'null' } : { type: typeof first, const: first };
  const isOneType = values.every((value) => typeof value === typeof first);
  return { ...(isOneType ? { type: typeof first } : {}), enum: values };
}

function objectSchema({ fields: { byKey, isOpen } }: Shape, definitions: Definitions): Schema {
  const fields = [...byKey.values()];
  // A field that accepts undefined is not required.
  const required = fields.filter(({ shape: field }) => madeBy(field, undefined) === MISFIT).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ key, shape: field }) => [key, jsonSchema(field, definitions)])),
    ...(required.length === 0 ? {} : { required }),
    ...(isOpen ? { additionalProperties: {} } : {}),
  };
}

/** A check's conditions, in the JSON Schema keywords for its type. */
function checked({ inner, asked: { minimum, maximum, pattern } }: Shape, definitions: Definitions): Schema {
  const schema = jsonSchema(inner, definitions);
  const { type, ...rest } = schema;
  const [min, max] = type === 'array' ? ['minItems', 'maxItems'] : ['minLength', 'maxLength'];
  return {
    ...(type === undefined ? {} : { type }),
    ...(minimum === undefined ? {} : { [min]: minimum }),
    ...(maximum === undefined ? {} : { [max]: maximum }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...rest,
  };
}

function jsonSchema(shape: Shape, definitions: Definitions): Schema {
  const name = NAMES.get(shape);
  if (name === undefined) return schemaOf(shape, definitions);
  return definitions.add(name, schemaOf(shape, definitions));
}

function schemaOf(shape: Shape, definitions: Definitions): Schema {
  const { kind, inner } = shape;
  const inside = (): Schema => jsonSchema(inner, definitions);
  switch (kind) {
    case 'any':
    case 'step':
      return {};
    case 'plain':
      return { type: TYPES.find(([keeps]) => keeps === shape.keeps)?.[1] };
    case 'loose-text':
      return orAnything({ type: 'string' }, ABSENT);
    case 'one-of':
      return constants([...shape.values]);
    case 'optional':
      return inside();
    case 'nullable':
      return either([inside(), { type: 'null' }]);
    case 'catch':
      return orAnything(inside(), ABSENT);
    case 'check':
      return checked(shape, definitions);
    case 'pipe':
      return inner.kind === 'step' ? orAnything(jsonSchema(shape.next, definitions), REWRITTEN) : inside();
    case 'json-text':
      return { anyOf: [inside(), { type: 'string', contentMediaType: 'application/json' }] };
    case 'union':
      return either(shape.options.map((option) => jsonSchema(option, definitions)));
    case 'list':
      return { type: 'array', items: inside() };
    case 'members':
      return { type: 'array', items: orAnything(inside(), ABSENT) };
    case 'record':
      return { type: 'object', propertyNames: { type: 'string' }, additionalProperties: inside() };
    case 'object':
      return objectSchema(shape, definitions);
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

/** A dialect's own names, its pattern, and other tools' names whose calls it may claim. */
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

/** The schema of one tool's calls: agent, raw name, input, and the outcome as in the log. */
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
