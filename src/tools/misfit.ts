// Explains where a value does not match its shape, and why: parsing itself only says that it does not.

import { isObject, memberOf } from '../base/json.ts';
import { MISFIT, madeBy } from './parse-shape.ts';
import { FLAG, NULL, NUMBER, type Shape, TEXT } from './shape.ts';

export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly why: string;
}

const PLAIN_NAMES: readonly (readonly [number, string])[] = [
  [TEXT, 'a text'],
  [NUMBER, 'a number'],
  [FLAG, 'true or false'],
  [NULL, 'null'],
];

function expected({ kind, keeps, values }: Shape): string {
  if (kind === 'one-of') return [...values].map((value) => JSON.stringify(value)).join(', ');
  if (kind === 'plain') return PLAIN_NAMES.find(([name]) => (keeps & name) !== 0)?.[1] ?? '';
  if (kind === 'list' || kind === 'members') return 'a list';
  return kind === 'object' || kind === 'record' ? 'an object' : 'something else';
}

function within(key: string | number, { path, why }: Misfit): Misfit {
  return { path: [key, ...path], why };
}

function inObject(shape: Shape, value: { readonly [key: string]: unknown }): Misfit | null {
  for (const { key, shape: field, absent } of shape.fields.byKey.values()) {
    const given = memberOf(value, key);
    if (given === undefined && absent === 'dropped') continue;
    const isMissing = absent === 'misfit' && !(key in value);
    const misfit = isMissing ? { path: [], why: 'it is missing' } : misfitOf(field, given);
    if (misfit !== null) return within(key, misfit);
  }
  return null;
}

function inRecord({ inner }: Shape, value: { readonly [key: string]: unknown }): Misfit | null {
  for (const [key, one] of Object.entries(value)) {
    const misfit = misfitOf(inner, one);
    if (misfit !== null) return within(key, misfit);
  }
  return null;
}

function inList({ inner }: Shape, value: readonly unknown[]): Misfit | null {
  for (const [at, one] of value.entries()) {
    const misfit = misfitOf(inner, one);
    if (misfit !== null) return within(at, misfit);
  }
  return null;
}

/** Whether one of the object's constants has another value. */
function isRuledOut(shape: Shape, value: unknown): boolean {
  if (shape.kind === 'check' || shape.kind === 'pipe') return isRuledOut(shape.inner, value);
  if (shape.kind !== 'object' || !isObject(value)) return true;
  return [...shape.fields.byKey.values()].some(
    ({ key, shape: field }) => field.kind === 'one-of' && !field.values.has(memberOf(value, key)),
  );
}

function inUnion(shape: Shape, value: unknown): Misfit {
  const [only, ...more] = shape.options.filter((option) => !isRuledOut(option, value));
  const misfit = only === undefined || more.length > 0 ? null : misfitOf(only, value);
  return misfit ?? { path: [], why: 'none of the shapes it may have' };
}

/** Null for a value that matches. */
export function misfitOf(shape: Shape, value: unknown): Misfit | null {
  const made = madeBy(shape, value);
  if (made !== MISFIT) return null;
  const { kind, inner, next, asked } = shape;
  switch (kind) {
    case 'optional':
    case 'nullable':
      return misfitOf(inner, value);
    case 'check': {
      const misfit = misfitOf(inner, value);
      return (
        misfit ?? { path: asked.place === undefined ? [] : [asked.place], why: asked.why ?? 'not as it should be' }
      );
    }
    case 'pipe':
      return misfitOf(inner, value) ?? misfitOf(next, madeBy(inner, value));
    case 'union':
      return inUnion(shape, value);
    default:
  }
  const held = isObject(value)
    ? kind === 'object'
      ? inObject(shape, value)
      : kind === 'record'
        ? inRecord(shape, value)
        : null
    : Array.isArray(value) && kind === 'list'
      ? inList(shape, value)
      : null;
  return held ?? { path: [], why: value === undefined ? 'it is missing' : `expected ${expected(shape)}` };
}
