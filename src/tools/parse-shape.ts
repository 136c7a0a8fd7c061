// Parses values by shapes: returns the parsed value, or MISFIT. Never changes the value, but may return parts of it
// unchanged.

import { isObject, type JsonObject, memberOf, parseJson } from '../base/json.ts';
import {
  ANYTHING,
  type Field,
  FLAG,
  MISFIT,
  NULL,
  NUMBER,
  type ObjectFields,
  type Shape,
  TEXT,
  UNDEFINED,
} from './shape.ts';

export { MISFIT } from './shape.ts';

/** The kind of a plain value, 0 for any other. Sequential tests: a switch on typeof creates the type's name first. */
function kindOf(value: unknown): number {
  if (typeof value === 'string') return TEXT;
  if (value === undefined) return UNDEFINED;
  if (value === null) return NULL;
  if (typeof value === 'boolean') return FLAG;
  return typeof value === 'number' && Number.isFinite(value) ? NUMBER : 0;
}

/** Whether it is a plain value of one of the kinds. */
function isOfKind(value: unknown, kinds: number): boolean {
  return (kindOf(value) & kinds) !== 0;
}

/** The parsed value, or MISFIT. */
export function parseShape<Value>(shape: Shape<Value>, value: unknown): Value | typeof MISFIT {
  const made = madeBy(shape, value);
  return isMade<Value>(made) ? made : MISFIT;
}

/** The parsed value, or undefined. */
export function fitted<Value>(shape: Shape<Value>, value: unknown): Value | undefined {
  const made = parseShape(shape, value);
  return made === MISFIT ? undefined : made;
}

/** A shape returns what its type says: tests compare both with the schema library. */
function isMade<Value>(made: unknown): made is Value {
  return made !== MISFIT;
}

interface Made {
  [key: string]: unknown;
}

/** The parsed value, or MISFIT. */
export function madeBy(shape: Shape, value: unknown): unknown {
  return run(shape, value, false);
}

/**
 * As `madeBy`, for callers that read only the shape's keys: objects that need no change are returned as they are, with
 * their other keys.
 */
export function takenBy(shape: Shape, value: unknown): unknown {
  return run(shape, value, true);
}

function run(shape: Shape, value: unknown, isLight: boolean): unknown {
  switch (shape.kind) {
    case 'plain':
      return isOfKind(value, shape.keeps) ? value : MISFIT;
    case 'any':
      return value;
    case 'loose-text':
      return typeof value === 'string' ? value : undefined;
    case 'object':
      if (!isObject(value)) return MISFIT;
      return isLight ? takeObject(shape.fields, value) : fitObject(shape.fields, value);
    case 'optional':
      return value === undefined ? value : run(shape.inner, value, isLight);
    case 'nullable':
      return value === null ? value : run(shape.inner, value, isLight);
    case 'catch': {
      const made = run(shape.inner, value, isLight);
      return made === MISFIT ? shape.step(value) : made;
    }
    case 'pipe': {
      const made = run(shape.inner, value, isLight);
      return made === MISFIT ? MISFIT : run(shape.next, made, isLight);
    }
    case 'check': {
      const made = run(shape.inner, value, isLight);
      return made !== MISFIT && shape.step(made) ? made : MISFIT;
    }
    case 'step':
      return shape.step(value);
    case 'json-text':
      return run(shape.inner, fromJson(value), isLight);
    case 'one-of':
      return shape.values.has(value) ? value : MISFIT;
    case 'union':
      return runUnion(shape.options, value, isLight);
    case 'list':
      return runList(shape.inner, value, isLight);
    case 'members':
      return runMembers(shape.inner, value);
    case 'record':
      return fitRecord(shape.inner, value);
  }
}

function runUnion(options: readonly Shape[], value: unknown, isLight: boolean): unknown {
  for (const option of options) {
    const made = run(option, value, isLight);
    if (made !== MISFIT) return made;
  }
  return MISFIT;
}

/** Returns the same list if nothing changed and that is allowed. */
function runList(member: Shape, value: unknown, isLight: boolean): unknown {
  if (!Array.isArray(value)) return MISFIT;
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

function runMembers(member: Shape, value: unknown): unknown {
  if (!Array.isArray(value)) return MISFIT;
  const fitting: unknown[] = [];
  for (const one of value) {
    const made = madeBy(member, one);
    if (made !== MISFIT) fitting.push(made);
  }
  return fitting;
}

/** Old versions wrote lists and objects as JSON texts. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

function fitRecord(member: Shape, value: unknown): unknown {
  if (!isObject(value)) return MISFIT;
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

/** Whether the value may match, by its type and constants alone. Makes nothing. */
function looksLike(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'plain':
      return isOfKind(value, shape.keeps);
    case 'one-of':
      return shape.values.has(value);
    case 'object':
    case 'record':
      return isObject(value);
    case 'list':
    case 'members':
      return Array.isArray(value);
    case 'optional':
      return value === undefined || looksLike(shape.inner, value);
    case 'nullable':
      return value === null || looksLike(shape.inner, value);
    case 'pipe':
    case 'check':
      return looksLike(shape.inner, value);
    case 'union': {
      for (const option of shape.options) if (looksLike(option, value)) return true;
      return false;
    }
    default:
      return true;
  }
}

/** Whether no field shows, by its value or absence, that the object does not match. */
function mayFit(value: JsonObject, telling: readonly Field[]): boolean {
  for (const { key, shape, absent } of telling) {
    const given = memberOf(value, key);
    if (given === undefined ? absent === 'misfit' && !(key in value) : !looksLike(shape, given)) return false;
  }
  return true;
}

function fitObject(fields: ObjectFields, value: JsonObject): unknown {
  if (!mayFit(value, fields.telling)) return MISFIT;
  const made: Made = {};
  // By the value's keys: schemas name many that are rarely there.
  for (const key in value) {
    const known = fields.byKey.get(key);
    if (known !== undefined) {
      const field = madeBy(known.shape, value[key]);
      if (field === MISFIT) return MISFIT;
      made[key] = field;
    } else if (fields.isOpen && key !== '__proto__') made[key] = value[key];
  }
  return complete(fields, value, made, made);
}

function takeObject(fields: ObjectFields, value: JsonObject): unknown {
  // Optional fields are mostly absent: looking for each of them would cost more than it saves.
  if (!mayFit(value, fields.required)) return MISFIT;
  let made: Made | null = null;
  for (const key in value) {
    const known = fields.byKey.get(key);
    if (known === undefined) {
      if (made !== null && fields.isOpen && key !== '__proto__') made[key] = value[key];
      continue;
    }
    const given = value[key];
    const { shape } = known;
    let field = given;
    // Nearly every value is decided by its kind.
    if (shape.keeps < ANYTHING && !isOfKind(given, shape.keeps)) {
      field = takenBy(shape, given);
      if (field === MISFIT) return MISFIT;
      if (field !== given && made === null) made = fields.before(key, value);
    }
    if (made !== null) made[key] = field;
  }
  return complete(fields, value, made ?? value, made);
}

/** The value with the fields that are made when their key is absent. `made`, if given, may be modified. */
function complete(fields: ObjectFields, value: JsonObject, whole: JsonObject, made: Made | null): unknown {
  let added = made;
  for (const { key, shape } of fields.made) {
    if (memberOf(value, key) !== undefined) continue;
    const field = madeBy(shape, undefined);
    if (field === MISFIT) return MISFIT;
    if (field === undefined) continue;
    added ??= fields.before(null, value);
    added[key] = field;
  }
  return added ?? whole;
}
