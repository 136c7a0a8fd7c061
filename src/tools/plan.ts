// Owns plans: what a schema does to a value, as objects of a few classes. Gives what the schema library gives, but not a
// report of what is wrong: most shapes that are tried do not fit, and logs have millions of values.
//
// The library makes functions of their own for every schema, and each starts slow and has to be called thousands of
// times before the engine compiles it. Plans share one method per class.

import { z } from 'zod';
import { isObject } from '../base/json.ts';

/** The value is not of the shape. */
export const MISFIT: unique symbol = Symbol('misfit');

/** Plain values, by kind. */
export const TEXT = 1;
export const NUMBER = 2;
export const FLAG = 4;
export const NULL = 8;
export const UNDEFINED = 16;
export const ANYTHING = 32;

/** Whether it is a plain value of one of the kinds. One question after the other: a switch makes the type's name first. */
export function isOfKind(value: unknown, kinds: number): boolean {
  if (typeof value === 'string') return (kinds & TEXT) !== 0;
  if (value === undefined) return (kinds & UNDEFINED) !== 0;
  if (value === null) return (kinds & NULL) !== 0;
  if (typeof value === 'boolean') return (kinds & FLAG) !== 0;
  return typeof value === 'number' && (kinds & NUMBER) !== 0 && Number.isFinite(value);
}

export abstract class Plan {
  /** The value in the plan's shape, or MISFIT. Never changes the value, but may hand parts of it on as they are. */
  abstract fit(value: unknown): unknown;

  /**
   * As `fit`, for those who only look at the keys of the shape: objects that need no change are handed on as they are,
   * other keys and all.
   */
  take(value: unknown): unknown {
    return this.fit(value);
  }

  /** Kinds of plain values that certainly fit and stay as they are: known without asking the plan. */
  readonly keeps: number = 0;

  /** Whether the value may fit, by its look alone. Makes nothing. */
  abstract looksLike(value: unknown): boolean;

  /** Whether there are values that do not look like it. */
  abstract readonly tells: boolean;
}

/** A value that fits or not as a whole, and stays as it is. */
export class PlainPlan extends Plan {
  override readonly keeps: number;
  readonly tells = true;

  constructor(kind: number) {
    super();
    this.keeps = kind;
  }

  fit(value: unknown): unknown {
    return isOfKind(value, this.keeps) ? value : MISFIT;
  }

  looksLike(value: unknown): boolean {
    return isOfKind(value, this.keeps);
  }
}

export class AnyPlan extends Plan {
  override readonly keeps = ANYTHING | TEXT | NUMBER | FLAG | NULL | UNDEFINED;
  readonly tells = false;

  fit(value: unknown): unknown {
    return value;
  }

  looksLike(): boolean {
    return true;
  }
}

export class OneOfPlan extends Plan {
  readonly tells = true;
  readonly #values: ReadonlySet<unknown>;

  constructor(values: ReadonlySet<unknown>) {
    super();
    this.#values = values;
  }

  fit(value: unknown): unknown {
    return this.#values.has(value) ? value : MISFIT;
  }

  looksLike(value: unknown): boolean {
    return this.#values.has(value);
  }
}

/** A value that is left alone (undefined or null), or one that must fit. */
export class OrPlan extends Plan {
  override readonly keeps: number;
  readonly tells: boolean;
  readonly #alone: null | undefined;
  readonly #inner: Plan;

  constructor(alone: null | undefined, inner: Plan) {
    super();
    this.#alone = alone;
    this.#inner = inner;
    this.tells = inner.tells;
    this.keeps = inner.keeps | (alone === null ? NULL : UNDEFINED);
  }

  fit(value: unknown): unknown {
    return value === this.#alone ? value : this.#inner.fit(value);
  }

  override take(value: unknown): unknown {
    return value === this.#alone ? value : this.#inner.take(value);
  }

  looksLike(value: unknown): boolean {
    return value === this.#alone || this.#inner.looksLike(value);
  }
}

/** By far the usual field: a text, or nothing. */
export class LooseTextPlan extends Plan {
  override readonly keeps = TEXT | UNDEFINED;
  readonly tells = false;

  fit(value: unknown): unknown {
    return typeof value === 'string' ? value : undefined;
  }

  looksLike(): boolean {
    return true;
  }
}

type CatchValue = z.core.$ZodCatchDef['catchValue'];
type Transform = z.core.$ZodTransformDef['transform'];
// Catches and transforms that look at these are left to the library.
const CAUGHT: z.core.$ZodCatchCtx = { value: undefined, issues: [], error: { issues: [] }, input: undefined };
const PAYLOAD: z.core.ParsePayload<unknown> = { value: undefined, issues: [] };

export class CatchPlan extends Plan {
  override readonly keeps: number;
  readonly tells = false;
  readonly #inner: Plan;
  readonly #catchValue: CatchValue;

  constructor(inner: Plan, catchValue: CatchValue) {
    super();
    this.#inner = inner;
    this.#catchValue = catchValue;
    this.keeps = inner.keeps;
  }

  fit(value: unknown): unknown {
    const made = this.#inner.fit(value);
    return made === MISFIT ? this.#catchValue(CAUGHT) : made;
  }

  override take(value: unknown): unknown {
    const made = this.#inner.take(value);
    return made === MISFIT ? this.#catchValue(CAUGHT) : made;
  }

  looksLike(): boolean {
    return true;
  }
}

export class TransformPlan extends Plan {
  readonly tells = false;
  readonly #transform: Transform;

  constructor(transform: Transform) {
    super();
    this.#transform = transform;
  }

  fit(value: unknown): unknown {
    return this.#transform(value, PAYLOAD);
  }

  looksLike(): boolean {
    return true;
  }
}

export class PipePlan extends Plan {
  readonly tells: boolean;
  readonly #first: Plan;
  readonly #next: Plan;

  constructor(first: Plan, next: Plan) {
    super();
    this.#first = first;
    this.#next = next;
    this.tells = first.tells;
  }

  fit(value: unknown): unknown {
    const made = this.#first.fit(value);
    return made === MISFIT ? MISFIT : this.#next.fit(made);
  }

  override take(value: unknown): unknown {
    const made = this.#first.take(value);
    return made === MISFIT ? MISFIT : this.#next.take(made);
  }

  looksLike(value: unknown): boolean {
    return this.#first.looksLike(value);
  }
}

export class UnionPlan extends Plan {
  override readonly keeps: number;
  readonly tells: boolean;
  readonly #options: readonly Plan[];

  constructor(options: readonly Plan[]) {
    super();
    this.#options = options;
    this.tells = options.every((option) => option.tells);
    this.keeps = options[0]?.keeps ?? 0;
  }

  fit(value: unknown): unknown {
    for (const option of this.#options) {
      const made = option.fit(value);
      if (made !== MISFIT) return made;
    }
    return MISFIT;
  }

  override take(value: unknown): unknown {
    for (const option of this.#options) {
      const made = option.take(value);
      if (made !== MISFIT) return made;
    }
    return MISFIT;
  }

  looksLike(value: unknown): boolean {
    return this.#options.some((option) => option.looksLike(value));
  }
}

export class ListPlan extends Plan {
  readonly tells = true;
  readonly #member: Plan;

  constructor(member: Plan) {
    super();
    this.#member = member;
  }

  fit(value: unknown): unknown {
    if (!Array.isArray(value)) return MISFIT;
    if (this.#member instanceof AnyPlan) return value;
    const made: unknown[] = [];
    for (const member of value) {
      const one = this.#member.fit(member);
      if (one === MISFIT) return MISFIT;
      made.push(one);
    }
    return made;
  }

  override take(value: unknown): unknown {
    if (!Array.isArray(value)) return MISFIT;
    if (this.#member instanceof AnyPlan) return value;
    let made: unknown[] | null = null;
    for (let at = 0; at < value.length; at++) {
      const one = this.#member.take(value[at]);
      if (one === MISFIT) return MISFIT;
      if (made === null && one !== value[at]) made = value.slice(0, at);
      made?.push(one);
    }
    return made ?? value;
  }

  looksLike(value: unknown): boolean {
    return Array.isArray(value);
  }
}

export class RecordPlan extends Plan {
  readonly tells = true;
  readonly #member: Plan;

  constructor(member: Plan) {
    super();
    this.#member = member;
  }

  fit(value: unknown): unknown {
    if (!isObject(value)) return MISFIT;
    if (this.#member instanceof AnyPlan && !Object.hasOwn(value, '__proto__')) return value;
    const made: { [key: string]: unknown } = {};
    for (const key of Object.keys(value)) {
      if (key === '__proto__') continue;
      const one = this.#member.fit(value[key]);
      if (one === MISFIT) return MISFIT;
      made[key] = one;
    }
    return made;
  }

  looksLike(value: unknown): boolean {
    return isObject(value);
  }
}

/** What must be true of a value after its own plan has taken it. */
export type Check = (value: unknown) => unknown;

export class CheckedPlan extends Plan {
  readonly tells: boolean;
  readonly #inner: Plan;
  readonly #checks: readonly Check[];

  constructor(inner: Plan, checks: readonly Check[]) {
    super();
    this.#inner = inner;
    this.#checks = checks;
    this.tells = inner.tells;
  }

  fit(value: unknown): unknown {
    const made = this.#inner.fit(value);
    if (made === MISFIT) return MISFIT;
    for (const check of this.#checks) if (!check(made)) return MISFIT;
    return made;
  }

  override take(value: unknown): unknown {
    const made = this.#inner.take(value);
    if (made === MISFIT) return MISFIT;
    for (const check of this.#checks) if (!check(made)) return MISFIT;
    return made;
  }

  looksLike(value: unknown): boolean {
    return this.#inner.looksLike(value);
  }
}

/** Something that plans do not know: the library runs that part of the schema itself. */
export class LibraryPlan extends Plan {
  readonly tells = false;
  readonly #schema: z.core.$ZodType;

  constructor(schema: z.core.$ZodType) {
    super();
    this.#schema = schema;
  }

  fit(value: unknown): unknown {
    const parsed = z.safeParse(this.#schema, value);
    return parsed.success ? parsed.data : MISFIT;
  }

  looksLike(): boolean {
    return true;
  }
}
