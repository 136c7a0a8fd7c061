// Owns the plan of a schema: its tree as plain nodes of one class, ready to be run by `fitTo`.

import { z } from 'zod';

type Schema = z.core.$ZodType;
type Transform = z.core.$ZodTransformDef['transform'];
type CatchValue = z.core.$ZodCatchDef['catchValue'];

/**
 * What a node does. `library`: something that plans do not know; the library runs that part of the schema itself.
 */
export type Step =
  | 'text'
  | 'number'
  | 'flag'
  | 'null'
  | 'anything'
  | 'one-of'
  | 'optional'
  | 'nullable'
  | 'catch'
  | 'list'
  | 'record'
  | 'object'
  | 'union'
  | 'pipe'
  | 'transform'
  | 'library';

export interface PlannedField {
  readonly key: string;
  readonly plan: Plan;
  /** What an absent key means: the value does not fit, the key stays absent, or the field's plan makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

/** All nodes have one shape in memory, so that the one function that runs them stays fast whatever it runs. */
export class Plan {
  readonly step: Step;
  readonly schema: Schema;
  /** The part that sees the value first: of an optional, a catch, a pipe; a list's member; a record's value. */
  readonly inner: Plan | null;
  /** The part of a pipe that comes next. */
  readonly next: Plan | null;
  readonly options: readonly Plan[];
  readonly fields: readonly PlannedField[];
  /** Fields whose look alone can tell that the object does not fit: tried before anything is made. */
  readonly tells: readonly PlannedField[];
  /** Keys that are copied besides the fields' own are all but these; null when no others are copied. */
  readonly known: ReadonlySet<string> | null;
  readonly values: ReadonlySet<unknown> | null;
  readonly transform: Transform | null;
  readonly catchValue: CatchValue | null;
  readonly checks: readonly Check[] | null;

  constructor(step: Step, schema: Schema, parts: Partial<Omit<Plan, 'step' | 'schema'>> = {}) {
    this.step = step;
    this.schema = schema;
    this.inner = parts.inner ?? null;
    this.next = parts.next ?? null;
    this.options = parts.options ?? [];
    this.fields = parts.fields ?? [];
    this.tells = this.fields.filter(({ plan, absent }) => absent === 'misfit' || isTelling(plan));
    this.known = parts.known ?? null;
    this.values = parts.values ?? null;
    this.transform = parts.transform ?? null;
    this.catchValue = parts.catchValue ?? null;
    this.checks = parts.checks ?? null;
  }
}

/** What must be true of a value after its own part has taken it. */
export interface Check {
  readonly atLeast: number;
  readonly atMost: number;
  readonly pattern: RegExp | null;
  readonly holds: ((value: unknown) => unknown) | null;
}

/** Whether some values can be told not to fit without running the plan. */
function isTelling(plan: Plan): boolean {
  switch (plan.step) {
    case 'optional':
    case 'nullable':
    case 'pipe':
      return plan.inner !== null && isTelling(plan.inner);
    case 'union':
      return plan.options.every(isTelling);
    case 'anything':
    case 'catch':
    case 'transform':
    case 'library':
      return false;
    default:
      return true;
  }
}

const UNBOUNDED = { atLeast: 0, atMost: Number.POSITIVE_INFINITY, pattern: null, holds: null };

/** Undefined for a check that plans do not know. */
function checkOf(check: z.core.$ZodCheck<never>): Check | undefined {
  if (check instanceof z.core.$ZodCheckMinLength) return { ...UNBOUNDED, atLeast: check._zod.def.minimum };
  if (check instanceof z.core.$ZodCheckMaxLength) return { ...UNBOUNDED, atMost: check._zod.def.maximum };
  if (check instanceof z.core.$ZodCheckRegex) return { ...UNBOUNDED, pattern: check._zod.def.pattern };
  if (check instanceof z.core.$ZodCustom && check._zod.def.when === undefined) {
    return { ...UNBOUNDED, holds: check._zod.def.fn };
  }
  return undefined;
}

function fieldOf(key: string, schema: Schema): PlannedField | undefined {
  const { optin, optout } = schema._zod;
  if (optin === 'defaulted') return undefined;
  const absent = optin === undefined ? 'misfit' : optout === 'optional' ? 'dropped' : 'made';
  return { key, plan: planOf(schema), absent };
}

function objectPlan(schema: z.core.$ZodObject, checks: readonly Check[] | null): Plan | undefined {
  const { shape, catchall } = schema._zod.def;
  if (catchall !== undefined && !(catchall instanceof z.core.$ZodUnknown)) return undefined;
  const fields: PlannedField[] = [];
  for (const [key, part] of Object.entries(shape)) {
    const field = key === '__proto__' ? undefined : fieldOf(key, part);
    if (field === undefined) return undefined;
    fields.push(field);
  }
  const known = catchall === undefined ? null : new Set(Object.keys(shape));
  return new Plan('object', schema, { fields, known, checks });
}

/** Undefined for a schema that plans do not know. */
function knownPlan(schema: Schema): Plan | undefined {
  // Formats are schema and check at once.
  if (schema instanceof z.core.$ZodCheck || ('coerce' in schema._zod.def && schema._zod.def.coerce === true)) return;
  let checks: Check[] | null = null;
  for (const one of schema._zod.def.checks ?? []) {
    const check = checkOf(one);
    if (check === undefined) return undefined;
    checks = [...(checks ?? []), check];
  }
  if (schema instanceof z.core.$ZodString) return new Plan('text', schema, { checks });
  if (schema instanceof z.core.$ZodNumber) return new Plan('number', schema, { checks });
  if (schema instanceof z.core.$ZodBoolean) return new Plan('flag', schema, { checks });
  if (schema instanceof z.core.$ZodNull) return new Plan('null', schema, { checks });
  if (schema instanceof z.core.$ZodUnknown) return new Plan('anything', schema, { checks });
  if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum) {
    return new Plan('one-of', schema, { values: schema._zod.values, checks });
  }
  if (schema instanceof z.core.$ZodObject) return objectPlan(schema, checks);
  if (schema instanceof z.core.$ZodArray) {
    return new Plan('list', schema, { inner: planOf(schema._zod.def.element), checks });
  }
  if (schema instanceof z.core.$ZodRecord) {
    const { keyType, valueType, mode } = schema._zod.def;
    const plain = planOf(keyType).step === 'text' && planOf(keyType).checks === null;
    return plain && mode !== 'loose' ? new Plan('record', schema, { inner: planOf(valueType), checks }) : undefined;
  }
  return wrapperPlan(schema, checks);
}

function wrapperPlan(schema: Schema, checks: readonly Check[] | null): Plan | undefined {
  if (schema instanceof z.core.$ZodExactOptional || schema instanceof z.core.$ZodCodec) return undefined;
  if (schema instanceof z.core.$ZodOptional) {
    const { innerType } = schema._zod.def;
    return innerType._zod.optin === 'defaulted'
      ? undefined
      : new Plan('optional', schema, { inner: planOf(innerType), checks });
  }
  if (schema instanceof z.core.$ZodNullable) {
    return new Plan('nullable', schema, { inner: planOf(schema._zod.def.innerType), checks });
  }
  if (schema instanceof z.core.$ZodCatch) {
    const { innerType, catchValue } = schema._zod.def;
    return catchValue.length > 0
      ? undefined
      : new Plan('catch', schema, { inner: planOf(innerType), catchValue, checks });
  }
  if (schema instanceof z.core.$ZodDiscriminatedUnion || schema instanceof z.core.$ZodXor) return undefined;
  if (schema instanceof z.core.$ZodUnion) {
    return new Plan('union', schema, { options: schema._zod.def.options.map((option) => planOf(option)), checks });
  }
  if (schema instanceof z.core.$ZodPipe) {
    const { in: first, out } = schema._zod.def;
    return new Plan('pipe', schema, { inner: planOf(first), next: planOf(out), checks });
  }
  if (schema instanceof z.core.$ZodTransform) {
    const { transform } = schema._zod.def;
    // A second parameter is the way to report trouble, which only the library can take.
    return transform.length > 1 ? undefined : new Plan('transform', schema, { transform, checks });
  }
  return undefined;
}

const plans = new WeakMap<Schema, Plan>();

/** The schema's plan, made once. */
export function planOf(schema: Schema): Plan {
  const made = plans.get(schema);
  if (made !== undefined) return made;
  // A schema that contains itself meets this one inside.
  const library = new Plan('library', schema);
  plans.set(schema, library);
  const plan = knownPlan(schema) ?? library;
  plans.set(schema, plan);
  return plan;
}
