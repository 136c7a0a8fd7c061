// Owns fitting a value to a schema: the plan of a schema, made once, and run.

import { z } from 'zod';
import {
  ANYTHING,
  FLAG,
  MISFIT,
  NULL,
  NUMBER,
  ObjectFields,
  Plan,
  type PlannedField,
  type Step,
  TEXT,
  UNDEFINED,
} from './plan.ts';
import { madeBy } from './run-plan.ts';

export { MISFIT } from './plan.ts';

type Schema = z.core.$ZodType;

// Catches and transforms that look at these are left to the library.
const CAUGHT: z.core.$ZodCatchCtx = { value: undefined, issues: [], error: { issues: [] }, input: undefined };
const PAYLOAD: z.core.ParsePayload<unknown> = { value: undefined, issues: [] };

/** The value in the schema's shape, or MISFIT. Only the library can say why something does not fit. */
export function fitTo<Value>(schema: z.ZodType<Value>, value: unknown): Value | typeof MISFIT {
  const made = madeBy(planOf(schema), value);
  return isMade<Value>(made) ? made : MISFIT;
}

/** The value in the schema's shape, or undefined. */
export function fitted<Value>(schema: z.ZodType<Value>, value: unknown): Value | undefined {
  const made = fitTo(schema, value);
  return made === MISFIT ? undefined : made;
}

/** A plan gives what its schema's type says: the tests compare both on all samples. */
function isMade<Value>(made: unknown): made is Value {
  return made !== MISFIT;
}

const plans = new WeakMap<Schema, Plan>();

/** The schema's plan, made once. */
export function planOf(schema: Schema): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  // A schema that contains itself meets this one inside.
  const library = libraryPlan(schema);
  plans.set(schema, library);
  const plan = makePlan(schema) ?? library;
  plans.set(schema, plan);
  return plan;
}

function libraryPlan(schema: Schema): Plan {
  return new Plan('library', {
    tells: false,
    step: (value) => {
      const parsed = z.safeParse(schema, value);
      return parsed.success ? parsed.data : MISFIT;
    },
  });
}

/** Undefined for a schema that plans do not know. */
function makePlan(schema: Schema): Plan | undefined {
  // Formats are schema and check at once.
  if (schema instanceof z.core.$ZodCheck) return undefined;
  const { def } = schema._zod;
  if ('coerce' in def && def.coerce === true) return undefined;
  const plan = leafPlan(schema) ?? holderPlan(schema) ?? wrapperPlan(schema);
  if (plan === undefined || def.checks === undefined) return plan;
  let checked = plan;
  for (const one of def.checks) {
    const holds = checkOf(one);
    if (holds === undefined) return undefined;
    checked = pipePlan(
      checked,
      stepPlan((made) => (holds(made) ? made : MISFIT)),
    );
  }
  return checked;
}

function stepPlan(step: Step): Plan {
  return new Plan('step', { tells: false, step });
}

function pipePlan(inner: Plan, next: Plan): Plan {
  return new Plan('pipe', { tells: inner.tells, inner, next });
}

/** What must be true of a value after its own plan has taken it. */
type Check = (value: unknown) => unknown;

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** Undefined for a check that plans do not know. */
function checkOf(check: z.core.$ZodCheck<never>): Check | undefined {
  if (check instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = check._zod.def;
    return (value) => lengthOf(value) >= minimum;
  }
  if (check instanceof z.core.$ZodCheckMaxLength) {
    const { maximum } = check._zod.def;
    return (value) => lengthOf(value) <= maximum;
  }
  if (check instanceof z.core.$ZodCheckRegex) {
    const { pattern } = check._zod.def;
    return pattern.global || pattern.sticky ? undefined : (value) => typeof value === 'string' && pattern.test(value);
  }
  if (check instanceof z.core.$ZodCustom && check._zod.def.when === undefined) return check._zod.def.fn;
  return undefined;
}

const TEXTS = plainPlan(TEXT);
const NUMBERS = plainPlan(NUMBER);
const FLAGS = plainPlan(FLAG);
const NULLS = plainPlan(NULL);
const ANY = new Plan('any', { tells: false, keeps: ANYTHING | TEXT | NUMBER | FLAG | NULL | UNDEFINED });
const LOOSE_TEXTS = new Plan('loose-text', { tells: false, keeps: TEXT | UNDEFINED });

function plainPlan(keeps: number): Plan {
  return new Plan('plain', { tells: true, keeps });
}

function leafPlan(schema: Schema): Plan | undefined {
  if (schema instanceof z.core.$ZodString) return TEXTS;
  if (schema instanceof z.core.$ZodNumber) return NUMBERS;
  if (schema instanceof z.core.$ZodBoolean) return FLAGS;
  if (schema instanceof z.core.$ZodNull) return NULLS;
  if (schema instanceof z.core.$ZodUnknown) return ANY;
  if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum) {
    return new Plan('one-of', { tells: true, values: schema._zod.values });
  }
  return undefined;
}

function holderPlan(schema: Schema): Plan | undefined {
  if (schema instanceof z.core.$ZodObject) return objectPlan(schema);
  if (schema instanceof z.core.$ZodArray) {
    return new Plan('list', { tells: true, inner: planOf(schema._zod.def.element) });
  }
  if (schema instanceof z.core.$ZodRecord) {
    const { keyType, valueType, mode } = schema._zod.def;
    const isPlain = planOf(keyType) === TEXTS && mode !== 'loose';
    return isPlain ? new Plan('record', { tells: true, inner: planOf(valueType) }) : undefined;
  }
  return undefined;
}

function objectPlan(schema: z.core.$ZodObject): Plan | undefined {
  const { shape, catchall } = schema._zod.def;
  if (catchall !== undefined && !(catchall instanceof z.core.$ZodUnknown)) return undefined;
  const fields: PlannedField[] = [];
  for (const [key, part] of Object.entries(shape)) {
    const { optin, optout } = part._zod;
    // Every object has these, and only the library knows what that means.
    if (optin === 'defaulted' || key in Object.prototype) return undefined;
    const absent = optin === undefined ? 'misfit' : optout === 'optional' ? 'dropped' : 'made';
    fields.push({ key, plan: planOf(part), absent });
  }
  return new Plan('object', { tells: true, fields: new ObjectFields(fields, catchall !== undefined) });
}

function wrapperPlan(schema: Schema): Plan | undefined {
  if (schema instanceof z.core.$ZodOptional) return optionalPlan(schema);
  if (schema instanceof z.core.$ZodNullable) {
    const inner = planOf(schema._zod.def.innerType);
    return new Plan('nullable', { tells: inner.tells, keeps: inner.keeps | NULL, inner });
  }
  if (schema instanceof z.core.$ZodCatch) return catchPlan(schema);
  if (schema instanceof z.core.$ZodUnion) {
    const isPlain = !(schema instanceof z.core.$ZodDiscriminatedUnion || schema instanceof z.core.$ZodXor);
    return isPlain ? unionPlan(schema._zod.def.options.map((option) => planOf(option))) : undefined;
  }
  if (schema instanceof z.core.$ZodCodec) return undefined;
  if (schema instanceof z.core.$ZodPipe) return pipePlan(planOf(schema._zod.def.in), planOf(schema._zod.def.out));
  if (schema instanceof z.core.$ZodTransform) {
    const { transform } = schema._zod.def;
    // A second parameter is the way to report trouble, which only the library can take.
    return transform.length > 1 ? undefined : stepPlan((value) => transform(value, PAYLOAD));
  }
  return undefined;
}

/** Plain values that fit the first option are not asked of the others. */
function unionPlan(options: readonly Plan[]): Plan {
  const tells = options.every((option) => option.tells);
  return new Plan('union', { tells, keeps: options[0]?.keeps ?? 0, options });
}

function optionalPlan(schema: z.core.$ZodOptional): Plan | undefined {
  const { innerType } = schema._zod.def;
  const isPlain = innerType._zod.optin !== 'defaulted' && !(schema instanceof z.core.$ZodExactOptional);
  if (!isPlain) return undefined;
  const inner = planOf(innerType);
  return new Plan('optional', { tells: inner.tells, keeps: inner.keeps | UNDEFINED, inner });
}

function catchPlan(schema: z.core.$ZodCatch): Plan | undefined {
  const { innerType, catchValue } = schema._zod.def;
  // A parameter is the way to look at what was wrong, which only the library can say.
  if (catchValue.length > 0) return undefined;
  if (isLooseText(schema)) return LOOSE_TEXTS;
  const inner = planOf(innerType);
  return new Plan('catch', { tells: false, keeps: inner.keeps, inner, step: () => catchValue(CAUGHT) });
}

/** A text, or nothing for anything else. */
function isLooseText(schema: z.core.$ZodCatch): boolean {
  const { innerType } = schema._zod.def;
  if (!(innerType instanceof z.core.$ZodOptional) || planOf(innerType._zod.def.innerType) !== TEXTS) return false;
  return z.safeParse(schema, null).data === undefined;
}
