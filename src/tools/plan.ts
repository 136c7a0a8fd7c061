// Owns plans: what a schema does to a value, as data of one shape. A plan gives what the schema library gives, but not a
// report of what is wrong: most shapes that are tried do not fit, and logs have millions of values.
//
// The library makes functions of their own for every schema, and each starts slow and has to be called thousands of
// times before the engine compiles it. Plans are run by a few functions, which all of them share (run-plan.ts).

import type { JsonObject } from '../base/json.ts';

/** The value is not of the shape. */
export const MISFIT: unique symbol = Symbol('misfit');

/** Plain values, by kind. */
export const TEXT = 1;
export const NUMBER = 2;
export const FLAG = 4;
export const NULL = 8;
export const UNDEFINED = 16;
export const ANYTHING = 32;

/** The kind of a plain value, 0 for any other. One question after the other: a switch makes the type's name first. */
function kindOf(value: unknown): number {
  if (typeof value === 'string') return TEXT;
  if (value === undefined) return UNDEFINED;
  if (value === null) return NULL;
  if (typeof value === 'boolean') return FLAG;
  return typeof value === 'number' && Number.isFinite(value) ? NUMBER : 0;
}

/** Whether it is a plain value of one of the kinds. */
export function isOfKind(value: unknown, kinds: number): boolean {
  return (kindOf(value) & kinds) !== 0;
}

/** What is done with a value: the value as it is then, or MISFIT. */
export type Step = (value: unknown) => unknown;

export type PlanKind =
  /** A plain value of one of the kinds it keeps, as it is. */
  | 'plain'
  | 'any'
  /** By far the usual field: a text, or nothing. */
  | 'loose-text'
  | 'one-of'
  /** Undefined, or what is inside. */
  | 'optional'
  /** Null, or what is inside. */
  | 'nullable'
  /** What is inside, or else what the step gives. */
  | 'catch'
  | 'step'
  /** Something that plans do not know: the step has the library run that part of the schema itself. */
  | 'library'
  /** What is inside, and then the next. */
  | 'pipe'
  /** The first of the options that fits. */
  | 'union'
  | 'list'
  | 'record'
  | 'object';

export interface PlannedField {
  readonly key: string;
  readonly plan: Plan;
  /** What an absent key means: the value does not fit, the key stays absent, or the field's plan makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

/** Which keys an object has, and what each must be. */
export class ObjectFields {
  readonly byKey: ReadonlyMap<string, PlannedField>;
  /** Fields whose look alone can tell that the object does not fit: tried before anything is made. */
  readonly telling: readonly PlannedField[];
  /** Those of them that must be there. */
  readonly required: readonly PlannedField[];
  readonly made: readonly PlannedField[];
  /** Whether other keys are kept. */
  readonly isOpen: boolean;

  constructor(fields: readonly PlannedField[], isOpen: boolean) {
    this.byKey = new Map(fields.map((field) => [field.key, field]));
    this.telling = fields.filter(({ plan, absent }) => absent === 'misfit' || plan.tells);
    this.required = fields.filter(({ absent }) => absent === 'misfit');
    this.made = fields.filter(({ absent }) => absent === 'made');
    this.isOpen = isOpen;
  }

  keeps(key: string): boolean {
    return this.byKey.has(key) || (this.isOpen && key !== '__proto__');
  }

  /** The fields that come before the key, as they are; all of them without a key. */
  before(end: string | null, value: JsonObject): { [key: string]: unknown } {
    const made: { [key: string]: unknown } = {};
    for (const key in value) {
      if (key === end) break;
      if (this.keeps(key)) made[key] = value[key];
    }
    return made;
  }
}

const NO_OPTIONS: readonly Plan[] = [];
const NO_VALUES: ReadonlySet<unknown> = new Set();
const NO_FIELDS = new ObjectFields([], false);

function asItIs(value: unknown): unknown {
  return value;
}

export interface PlanParts {
  /** Whether there are values that do not look like it. */
  readonly tells: boolean;
  readonly keeps?: number;
  readonly inner?: Plan;
  readonly next?: Plan;
  readonly options?: readonly Plan[];
  readonly values?: ReadonlySet<unknown>;
  readonly step?: Step;
  readonly fields?: ObjectFields;
}

/** All of one shape, whatever the kind uses of it: code that meets a new kind need not be compiled anew. */
export class Plan {
  readonly kind: PlanKind;
  /** Kinds of plain values that certainly fit and stay as they are: known without running the plan. */
  readonly keeps: number;
  readonly tells: boolean;
  readonly inner: Plan;
  readonly next: Plan;
  readonly options: readonly Plan[];
  readonly values: ReadonlySet<unknown>;
  readonly step: Step;
  readonly fields: ObjectFields;

  constructor(kind: PlanKind, { tells, keeps, inner, next, options, values, step, fields }: PlanParts) {
    this.kind = kind;
    this.keeps = keeps ?? 0;
    this.tells = tells;
    this.inner = inner ?? this;
    this.next = next ?? this;
    this.options = options ?? NO_OPTIONS;
    this.values = values ?? NO_VALUES;
    this.step = step ?? asItIs;
    this.fields = fields ?? NO_FIELDS;
  }
}
