// Owns fitting a value to a schema without a report of what is wrong with it: most shapes that are tried do not fit, and
// logs have millions of values. Gives what the library gives; only the library can say why something does not fit.

import { z } from 'zod';
import { isObject, type JsonObject } from '../base/json.ts';
import { type Check, type Plan, planOf } from './plan.ts';

/** The value is not of the schema's shape. */
export const MISFIT: unique symbol = Symbol('misfit');

/** The value in the schema's shape, or MISFIT. */
export function fitTo<Value>(schema: z.ZodType<Value>, value: unknown): Value | typeof MISFIT {
  const made = runPlan(planOf(schema), value);
  return isMade<Value>(made) ? made : MISFIT;
}

/** A plan gives what its schema's type says: the tests compare both on all samples. */
function isMade<Value>(made: unknown): made is Value {
  return made !== MISFIT;
}

// Transforms and catches that look at these are left to the library.
const PAYLOAD: z.core.ParsePayload<unknown> = { value: undefined, issues: [] };
const CAUGHT: z.core.$ZodCatchCtx = { value: undefined, issues: [], error: { issues: [] }, input: undefined };

/**
 * Runs a plan. One function for all plans: every schema of the library has functions of its own, each of which starts
 * slow and has to be called thousands of times before the engine compiles it.
 */
export function runPlan(plan: Plan, value: unknown): unknown {
  const made = take(plan, value);
  return plan.checks === null || made === MISFIT || passes(plan.checks, made) ? made : MISFIT;
}

function take(plan: Plan, value: unknown): unknown {
  const { inner } = plan;
  switch (plan.step) {
    case 'catch': {
      const made = inner === null ? MISFIT : runPlan(inner, value);
      return made === MISFIT && plan.catchValue !== null ? plan.catchValue(CAUGHT) : made;
    }
    case 'optional':
      return value === undefined || inner === null ? undefined : runPlan(inner, value);
    case 'nullable':
      return value === null || inner === null ? null : runPlan(inner, value);
    case 'union':
      return takeOption(plan.options, value);
    case 'pipe': {
      const made = inner === null ? MISFIT : runPlan(inner, value);
      return made === MISFIT || plan.next === null ? made : runPlan(plan.next, made);
    }
    case 'transform':
      return plan.transform === null ? value : plan.transform(value, PAYLOAD);
    case 'library': {
      const parsed = z.safeParse(plan.schema, value);
      return parsed.success ? parsed.data : MISFIT;
    }
    default:
      return looksLike(plan, value) ? takeWhole(plan, value) : MISFIT;
  }
}

/** A value that looks right: only lists and objects have parts that may not fit. */
function takeWhole(plan: Plan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || plan.step === 'anything') return value;
  const { inner } = plan;
  if (isObject(value)) return inner === null ? takeObject(plan, value) : takeRecord(inner, value);
  return Array.isArray(value) && inner !== null ? takeList(inner, value) : value;
}

function takeOption(options: readonly Plan[], value: unknown): unknown {
  for (const option of options) {
    const made = runPlan(option, value);
    if (made !== MISFIT) return made;
  }
  return MISFIT;
}

/** Whether the value may fit, by its look. Never makes anything. */
function looksLike(plan: Plan, value: unknown): boolean {
  const { inner } = plan;
  switch (plan.step) {
    case 'text':
      return typeof value === 'string';
    case 'one-of':
      return plan.values?.has(value) === true;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
    case 'record':
      return isObject(value);
    case 'null':
      return value === null;
    case 'optional':
      return value === undefined || inner === null || looksLike(inner, value);
    case 'nullable':
      return value === null || inner === null || looksLike(inner, value);
    case 'pipe':
      return inner === null || looksLike(inner, value);
    default:
      return true;
  }
}

function takeObject(plan: Plan, value: JsonObject): unknown {
  for (const { key, plan: part, absent } of plan.tells) {
    const given = value[key];
    if (given === undefined && absent === 'misfit' && !(key in value)) return MISFIT;
    if (!looksLike(part, given)) return MISFIT;
  }
  const made: { [key: string]: unknown } = {};
  for (const { key, plan: part, absent } of plan.fields) {
    const given = value[key];
    // Logs are JSON: a key that is there has a value.
    if (given === undefined && absent === 'dropped') continue;
    const field = runPlan(part, given);
    if (field === MISFIT) return MISFIT;
    if (field !== undefined || given !== undefined) made[key] = field;
  }
  if (plan.known !== null) {
    for (const key of Object.keys(value)) {
      if (!plan.known.has(key) && key !== '__proto__') made[key] = value[key];
    }
  }
  return made;
}

function takeList(member: Plan, values: readonly unknown[]): unknown {
  if (member.step === 'anything' && member.checks === null) return values.slice();
  const made: unknown[] = [];
  for (const value of values) {
    const one = runPlan(member, value);
    if (one === MISFIT) return MISFIT;
    made.push(one);
  }
  return made;
}

function takeRecord(member: Plan, values: JsonObject): unknown {
  const made: { [key: string]: unknown } = {};
  for (const key of Object.keys(values)) {
    if (key === '__proto__') continue;
    const one = runPlan(member, values[key]);
    if (one === MISFIT) return MISFIT;
    made[key] = one;
  }
  return made;
}

function passes(checks: readonly Check[], value: unknown): boolean {
  for (const { atLeast, atMost, pattern, holds } of checks) {
    if (holds !== null) {
      if (!holds(value)) return false;
    } else if (pattern !== null) {
      pattern.lastIndex = 0;
      if (typeof value !== 'string' || !pattern.test(value)) return false;
    } else {
      const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
      if (length < atLeast || length > atMost) return false;
    }
  }
  return true;
}
