// Shapes: what a value in a log must look like, and what becomes of it. They are written as zod's schemas are, but all are
// objects of one class, run by a few functions (parse-shape.ts): logs have millions of values, most shapes that are tried do not
// fit, and a parser in a page should not bring a library for them.

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

/** What is done with a value: the value as it is then, or MISFIT. */
type Step = (value: unknown) => unknown;

type ShapeKind =
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
  /** What is inside, if the step says so. */
  | 'check'
  /** What is inside, and then the next. */
  | 'pipe'
  /** A text that holds what is inside as JSON, or what is inside. */
  | 'json-text'
  /** The first of the options that fits. */
  | 'union'
  | 'list'
  /** A list without the members that do not fit. */
  | 'members'
  | 'record'
  | 'object';

export interface Field {
  readonly key: string;
  readonly shape: Shape;
  /** What an absent key means: the value does not fit, the key stays absent, or the field's shape makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

/** Which keys an object has, and what each must be. */
export class ObjectFields {
  readonly byKey: ReadonlyMap<string, Field>;
  /** Fields whose look alone can tell that the object does not fit: tried before anything is made. */
  readonly telling: readonly Field[];
  /** Those of them that must be there. */
  readonly required: readonly Field[];
  readonly made: readonly Field[];
  /** Whether other keys are kept. */
  readonly isOpen: boolean;

  constructor(fields: readonly Field[], isOpen: boolean) {
    this.byKey = new Map(fields.map((field) => [field.key, field]));
    this.telling = fields.filter(({ shape, absent }) => absent === 'misfit' || shape.tells);
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

/** What a check asks, in the words of JSON Schema, and what to say where it does not hold. */
interface Asked {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
  /** Where the fault is, if not in the value as a whole. */
  readonly place?: string;
  readonly why?: string;
}

interface Parts {
  /** Whether there are values that do not look like it. */
  readonly tells: boolean;
  readonly keeps?: number;
  /** Whether it takes an absent key, and leaves it absent. */
  readonly mayMiss?: boolean;
  readonly staysMissing?: boolean;
  readonly inner?: Shape;
  readonly next?: Shape;
  readonly options?: readonly Shape[];
  readonly values?: ReadonlySet<unknown>;
  readonly step?: Step;
  readonly fields?: ObjectFields;
  readonly asked?: Asked;
}

const NO_OPTIONS: readonly Shape[] = [];
const NO_VALUES: ReadonlySet<unknown> = new Set();
const NO_FIELDS = new ObjectFields([], false);
const NOTHING_ASKED: Asked = {};

function asItIs(value: unknown): unknown {
  return value;
}

/** How many it has; a text's characters, a list's members. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/**
 * `Value` is what it gives. `Gap` is true where an object's key may be left out of what it gives. Both are for the compiler
 * only: `typed` is never there. Every shape has all members, whatever its kind uses of them: code that meets a new kind need
 * not be compiled again.
 */
export class Shape<out Value = unknown, out Gap extends boolean = boolean> {
  declare readonly typed?: { readonly value: Value; readonly gap: Gap };
  readonly kind: ShapeKind;
  /** Kinds of plain values that certainly fit and stay as they are: known without running the shape. */
  readonly keeps: number;
  readonly tells: boolean;
  readonly mayMiss: boolean;
  readonly staysMissing: boolean;
  readonly inner: Shape;
  readonly next: Shape;
  readonly options: readonly Shape[];
  readonly values: ReadonlySet<unknown>;
  readonly step: Step;
  readonly fields: ObjectFields;
  readonly asked: Asked;

  constructor(kind: ShapeKind, parts: Parts) {
    this.kind = kind;
    this.keeps = parts.keeps ?? 0;
    this.tells = parts.tells;
    this.mayMiss = parts.mayMiss ?? false;
    this.staysMissing = parts.staysMissing ?? false;
    this.inner = parts.inner ?? this;
    this.next = parts.next ?? this;
    this.options = parts.options ?? NO_OPTIONS;
    this.values = parts.values ?? NO_VALUES;
    this.step = parts.step ?? asItIs;
    this.fields = parts.fields ?? NO_FIELDS;
    this.asked = parts.asked ?? NOTHING_ASKED;
  }

  optional(): Shape<Value | undefined, true> {
    const { tells, keeps } = this;
    return new Shape('optional', {
      tells,
      keeps: keeps | UNDEFINED,
      mayMiss: true,
      staysMissing: true,
      inner: this,
    });
  }

  nullable(): Shape<Value | null, Gap> {
    const { tells, keeps, mayMiss, staysMissing } = this;
    return new Shape('nullable', { tells, keeps: keeps | NULL, mayMiss, staysMissing, inner: this });
  }

  nullish(): Shape<Value | null | undefined, true> {
    return this.nullable().optional();
  }

  /** The value for all that does not fit. */
  catch(value: Value): Shape<Value, Gap> {
    const { keeps, staysMissing } = this;
    return new Shape('catch', {
      tells: false,
      keeps,
      mayMiss: true,
      staysMissing,
      inner: this,
      step: () => value,
    });
  }

  /** What the function makes of it, which may be MISFIT. */
  transform<Made>(make: (value: Value) => Made): Shape<Exclude<Made, typeof MISFIT>, false> {
    return this.pipe(stepOf(make));
  }

  pipe<Made, NextGap extends boolean>(next: Shape<Made, NextGap>): Shape<Made, NextGap> {
    const { tells, mayMiss } = this;
    return new Shape('pipe', { tells, mayMiss, staysMissing: next.staysMissing, inner: this, next });
  }

  refine(holds: (value: Value) => unknown, asked: Asked = NOTHING_ASKED): Shape<Value, Gap> {
    const { tells, mayMiss, staysMissing } = this;
    // A shape's own values alone come to its checks.
    const step = holds as Step;
    return new Shape('check', { tells, mayMiss, staysMissing, inner: this, step, asked });
  }

  min(minimum: number): Shape<Value, Gap> {
    return this.refine((value) => lengthOf(value) >= minimum, { minimum });
  }

  max(maximum: number): Shape<Value, Gap> {
    return this.refine((value) => lengthOf(value) <= maximum, { maximum });
  }

  regex(pattern: RegExp, why?: string): Shape<Value, Gap> {
    const holds = (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
    return this.refine(holds, why === undefined ? { pattern } : { pattern, why });
  }
}

/** What a shape gives. */
export type ValueOf<Of> = Of extends Shape<infer Value, boolean> ? Value : never;

function stepOf<Value, Made>(make: (value: Value) => Made): Shape<Exclude<Made, typeof MISFIT>, false> {
  // What came before it gives its values.
  return new Shape('step', { tells: false, mayMiss: true, step: make as Step });
}

function plain<Value>(keeps: number): Shape<Value, false> {
  return new Shape('plain', { tells: true, keeps });
}

const TEXTS = plain<string>(TEXT);
const NUMBERS = plain<number>(NUMBER);
const FLAGS = plain<boolean>(FLAG);
const ANY: Shape<unknown, false> = new Shape('any', {
  tells: false,
  keeps: ANYTHING | TEXT | NUMBER | FLAG | NULL | UNDEFINED,
});

export function string(): Shape<string, false> {
  return TEXTS;
}

export function number(): Shape<number, false> {
  return NUMBERS;
}

export function boolean(): Shape<boolean, false> {
  return FLAGS;
}

export function unknown(): Shape<unknown, false> {
  return ANY;
}

/** A text; absent or anything else becomes undefined. */
export function looseString(): Shape<string | undefined, true> {
  return new Shape('loose-text', { tells: false, keeps: TEXT | UNDEFINED, mayMiss: true, staysMissing: true });
}

/** One of these values. */
export function literal<const Values extends readonly (string | number | boolean | null)[]>(
  ...values: Values
): Shape<Values[number], false> {
  return new Shape('one-of', { tells: true, values: new Set(values) });
}

export function array<Value>(member: Shape<Value>): Shape<Value[], false> {
  return new Shape('list', { tells: true, inner: member });
}

/** A list that must be there for the shape to fit; members that do not fit are dropped. */
export function listOf<Value>(member: Shape<Value>): Shape<Value[], false> {
  return new Shape('members', { tells: true, inner: member });
}

/** The shape itself, or a text that holds it as JSON: old versions wrote lists and objects that way. */
export function orJsonText<Value>(inner: Shape<Value>): Shape<Value, false> {
  return new Shape('json-text', { tells: false, mayMiss: true, staysMissing: inner.staysMissing, inner });
}

/** Texts for keys. */
export function record<Value>(member: Shape<Value>): Shape<Record<string, Value>, false> {
  return new Shape('record', { tells: true, inner: member });
}

/** The first that fits. Plain values that fit the first option are not asked of the others. */
export function union<const Options extends readonly Shape[]>(
  options: Options,
): Shape<ValueOf<Options[number]>, false> {
  return new Shape('union', {
    tells: options.every(({ tells }) => tells),
    keeps: options[0]?.keeps ?? 0,
    mayMiss: options.some(({ mayMiss }) => mayMiss),
    staysMissing: options.some(({ staysMissing }) => staysMissing),
    options,
  });
}

/** What the function makes of a value, in this shape. */
export function preprocess<Value, Gap extends boolean>(
  make: (value: unknown) => unknown,
  shape: Shape<Value, Gap>,
): Shape<Value, Gap> {
  return stepOf(make).pipe(shape);
}

interface Fields {
  readonly [key: string]: Shape;
}

type Gaps<Of extends Fields> = {
  [Key in keyof Of]: Of[Key] extends Shape<unknown, infer Gap> ? ([Gap] extends [true] ? Key : never) : never;
}[keyof Of];

/** The object that fields make. */
type Made<Of extends Fields> = {
  -readonly [Key in keyof Pick<Of, Exclude<keyof Of, Gaps<Of>>>]: ValueOf<Of[Key]>;
} & {
  -readonly [Key in Gaps<Of>]?: ValueOf<Of[Key]>;
};
type Flat<Of> = { [Key in keyof Of]: Of[Key] };

function objectOf<Value>(fields: Fields, isOpen: boolean): Shape<Value, false> {
  const planned = Object.entries(fields).map(([key, shape]): Field => {
    const absent = shape.mayMiss ? (shape.staysMissing ? 'dropped' : 'made') : 'misfit';
    return { key, shape, absent };
  });
  return new Shape('object', { tells: true, fields: new ObjectFields(planned, isOpen) });
}

/** An object with these keys; others are left out. */
export function object<const Of extends Fields>(fields: Of): Shape<Flat<Made<Of>>, false> {
  return objectOf(fields, false);
}

/** An object with these keys; others are kept. */
export function looseObject<const Of extends Fields>(
  fields: Of,
): Shape<Flat<Made<Of>> & { [key: string]: unknown }, false> {
  return objectOf(fields, true);
}
