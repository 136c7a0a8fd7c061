// Owns running plans: the value in a plan's shape, or MISFIT. Never changes the value, but may hand parts of it on as
// they are.

import { isObject, type JsonObject, memberOf } from '../base/json.ts';
import { ANYTHING, isOfKind, MISFIT, type ObjectFields, type Plan, type PlannedField } from './plan.ts';

interface Made {
  [key: string]: unknown;
}

/** The value in the plan's shape, or MISFIT. */
export function madeBy(plan: Plan, value: unknown): unknown {
  return run(plan, value, false);
}

/**
 * As `madeBy`, for those who only look at the keys of the shape: objects that need no change are handed on as they are,
 * other keys and all.
 */
export function takenBy(plan: Plan, value: unknown): unknown {
  return run(plan, value, true);
}

function run(plan: Plan, value: unknown, isLight: boolean): unknown {
  switch (plan.kind) {
    case 'plain':
      return isOfKind(value, plan.keeps) ? value : MISFIT;
    case 'any':
      return value;
    case 'loose-text':
      return typeof value === 'string' ? value : undefined;
    case 'object':
      if (!isObject(value)) return MISFIT;
      return isLight ? takeObject(plan.fields, value) : fitObject(plan.fields, value);
    case 'optional':
      return value === undefined ? value : run(plan.inner, value, isLight);
    case 'nullable':
      return value === null ? value : run(plan.inner, value, isLight);
    case 'catch': {
      const made = run(plan.inner, value, isLight);
      return made === MISFIT ? plan.step(value) : made;
    }
    case 'pipe': {
      const made = run(plan.inner, value, isLight);
      return made === MISFIT ? MISFIT : run(plan.next, made, isLight);
    }
    case 'step':
    case 'library':
      return plan.step(value);
    case 'one-of':
      return plan.values.has(value) ? value : MISFIT;
    case 'union':
      return runUnion(plan.options, value, isLight);
    case 'list':
      return Array.isArray(value) ? runList(plan.inner, value, isLight) : MISFIT;
    case 'record':
      return isObject(value) ? fitRecord(plan.inner, value) : MISFIT;
  }
}

function runUnion(options: readonly Plan[], value: unknown, isLight: boolean): unknown {
  for (const option of options) {
    const made = run(option, value, isLight);
    if (made !== MISFIT) return made;
  }
  return MISFIT;
}

/** A list that needs no change stays the one it is where that is enough. */
function runList(member: Plan, value: readonly unknown[], isLight: boolean): unknown {
  if (member.kind === 'any') return value;
  let made: unknown[] | null = isLight ? null : [];
  for (let at = 0; at < value.length; at++) {
    const one = run(member, value[at], isLight);
    if (one === MISFIT) return MISFIT;
    if (made === null && one !== value[at]) made = value.slice(0, at);
    made?.push(one);
  }
  return made ?? value;
}

function fitRecord(member: Plan, value: JsonObject): unknown {
  if (member.kind === 'any' && !Object.hasOwn(value, '__proto__')) return value;
  const made: Made = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    const one = madeBy(member, value[key]);
    if (one === MISFIT) return MISFIT;
    made[key] = one;
  }
  return made;
}

/** Whether the value may fit, by its look alone. Makes nothing. */
function looksLike(plan: Plan, value: unknown): boolean {
  switch (plan.kind) {
    case 'plain':
      return isOfKind(value, plan.keeps);
    case 'one-of':
      return plan.values.has(value);
    case 'object':
    case 'record':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'optional':
      return value === undefined || looksLike(plan.inner, value);
    case 'nullable':
      return value === null || looksLike(plan.inner, value);
    case 'pipe':
      return looksLike(plan.inner, value);
    case 'union': {
      for (const option of plan.options) if (looksLike(option, value)) return true;
      return false;
    }
    default:
      return true;
  }
}

/** Whether none of the fields tells, by its look or its absence, that the object does not fit. */
function mayFit(value: JsonObject, telling: readonly PlannedField[]): boolean {
  for (const { key, plan, absent } of telling) {
    const given = memberOf(value, key);
    if (given === undefined ? absent === 'misfit' && !(key in value) : !looksLike(plan, given)) return false;
  }
  return true;
}

function fitObject(fields: ObjectFields, value: JsonObject): unknown {
  if (!mayFit(value, fields.telling)) return MISFIT;
  const made: Made = {};
  // By the value's keys: schemas name many that are hardly ever there.
  for (const key in value) {
    const known = fields.byKey.get(key);
    if (known !== undefined) {
      const field = madeBy(known.plan, value[key]);
      if (field === MISFIT) return MISFIT;
      made[key] = field;
    } else if (fields.isOpen && key !== '__proto__') made[key] = value[key];
  }
  return complete(fields, value, made, made);
}

function takeObject(fields: ObjectFields, value: JsonObject): unknown {
  // Fields that may be absent mostly are: looking for each of them costs more than what it might save here.
  if (!mayFit(value, fields.required)) return MISFIT;
  let made: Made | null = null;
  for (const key in value) {
    const known = fields.byKey.get(key);
    if (known === undefined) {
      if (made !== null && fields.isOpen && key !== '__proto__') made[key] = value[key];
      continue;
    }
    const given = value[key];
    const { plan } = known;
    let field = given;
    // Nearly every value is decided by what it is.
    if (plan.keeps < ANYTHING && !isOfKind(given, plan.keeps)) {
      field = takenBy(plan, given);
      if (field === MISFIT) return MISFIT;
      if (field !== given && made === null) made = fields.before(key, value);
    }
    if (made !== null) made[key] = field;
  }
  return complete(fields, value, made ?? value, made);
}

/** The value with the fields that are made where there is no key for them. `made` is ours to add to, if it is there. */
function complete(fields: ObjectFields, value: JsonObject, whole: JsonObject, made: Made | null): unknown {
  let added = made;
  for (const { key, plan } of fields.made) {
    if (memberOf(value, key) !== undefined) continue;
    const field = madeBy(plan, undefined);
    if (field === MISFIT) return MISFIT;
    if (field === undefined) continue;
    added ??= fields.before(null, value);
    added[key] = field;
  }
  return added ?? whole;
}
