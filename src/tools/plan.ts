// Owns plans: what a schema does to a value, as objects of a few classes. Gives what the schema library gives, but not a
// report of what is wrong: most shapes that are tried do not fit, and logs have millions of values.
//
// The library makes functions of their own for every schema, and each starts slow and has to be called thousands of
// times before the engine compiles it. Plans share one method per class.

import { z } from 'zod';
import { isObject } from '../base/json.ts';

/** The value is not of the shape. */
export const MISFIT: unique symbol = Symbol('misfit');

export abstract class Plan {
  /** The value in the plan's shape, or MISFIT. Never changes the value, but may hand parts of it on as they are. */
  abstract fit(value: unknown): unknown;

  /** Whether the value may fit, by its look alone. Makes nothing. */
  abstract looksLike(value: unknown): boolean;

  /** Whether there are values that do not look like it. */
  abstract readonly tells: boolean;
}

/** A value that fits or not as a whole, and stays as it is. */
export class PlainPlan extends Plan {
  readonly looksLike: (value: unknown) => boolean;
  readonly tells = true;

  constructor(looksLike: (value: unknown) => boolean) {
    super();
    this.looksLike = looksLike;
  }

  fit(value: unknown): unknown {
    return this.looksLike(value) ? value : MISFIT;
  }
}

export class AnyPlan extends Plan {
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
  readonly tells: boolean;
  readonly #alone: null | undefined;
  readonly #inner: Plan;

  constructor(alone: null | undefined, inner: Plan) {
    super();
    this.#alone = alone;
    this.#inner = inner;
    this.tells = inner.tells;
  }

  fit(value: unknown): unknown {
    return value === this.#alone ? value : this.#inner.fit(value);
  }

  looksLike(value: unknown): boolean {
    return value === this.#alone || this.#inner.looksLike(value);
  }
}

/** By far the usual field: a text, or nothing. */
export class LooseTextPlan extends Plan {
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
  readonly tells = false;
  readonly #inner: Plan;
  readonly #catchValue: CatchValue;

  constructor(inner: Plan, catchValue: CatchValue) {
    super();
    this.#inner = inner;
    this.#catchValue = catchValue;
  }

  fit(value: unknown): unknown {
    const made = this.#inner.fit(value);
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

  looksLike(value: unknown): boolean {
    return this.#first.looksLike(value);
  }
}

export class UnionPlan extends Plan {
  readonly tells: boolean;
  readonly #options: readonly Plan[];

  constructor(options: readonly Plan[]) {
    super();
    this.#options = options;
    this.tells = options.every((option) => option.tells);
  }

  fit(value: unknown): unknown {
    for (const option of this.#options) {
      const made = option.fit(value);
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

export interface PlannedField {
  readonly key: string;
  readonly plan: Plan;
  /** What an absent key means: the value does not fit, the key stays absent, or the field's plan makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

export class ObjectPlan extends Plan {
  readonly tells = true;
  readonly #fields: ReadonlyMap<string, Plan>;
  /** Fields whose look alone can tell that the object does not fit: tried before anything is made. */
  readonly #telling: readonly PlannedField[];
  readonly #made: readonly PlannedField[];
  /** Whether other keys are kept. */
  readonly #open: boolean;

  constructor(fields: readonly PlannedField[], open: boolean) {
    super();
    this.#fields = new Map(fields.map(({ key, plan }) => [key, plan]));
    this.#telling = fields.filter(({ plan, absent }) => absent === 'misfit' || plan.tells);
    this.#made = fields.filter(({ absent }) => absent === 'made');
    this.#open = open;
  }

  fit(value: unknown): unknown {
    if (!isObject(value)) return MISFIT;
    for (const { key, plan, absent } of this.#telling) {
      const given = value[key];
      if (given === undefined ? absent === 'misfit' && !(key in value) : !plan.looksLike(given)) return MISFIT;
    }
    const made: { [key: string]: unknown } = {};
    // By the value's keys: schemas name many that are hardly ever there.
    for (const key in value) {
      const plan = this.#fields.get(key);
      if (plan !== undefined) {
        const field = plan.fit(value[key]);
        if (field === MISFIT) return MISFIT;
        made[key] = field;
      } else if (this.#open && key !== '__proto__') made[key] = value[key];
    }
    for (const { key, plan } of this.#made) {
      if (value[key] !== undefined) continue;
      const field = plan.fit(undefined);
      if (field === MISFIT) return MISFIT;
      if (field !== undefined) made[key] = field;
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
