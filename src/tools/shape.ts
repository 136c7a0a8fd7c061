// Shapes: what a value in a log must look like, and how it is transformed. They are written like zod schemas, but all are
// objects of one class, run by a few functions (parse-shape.ts): logs have millions of values, most shapes that are tried do
// not match, and a parser in a web page should not need a library for them.

import type { JsonObject } from '../base/json.ts';

/** The value does not match the shape. */
export const MISFIT: unique symbol = Symbol('misfit');

/** Plain values, by kind. */
export const TEXT = 1;
export const NUMBER = 2;
export const FLAG = 4;
export const NULL = 8;
export const UNDEFINED = 16;
export const ANYTHING = 32;

/** Processes a value: returns the new value, or MISFIT. */
type Step = (value: unknown) => unknown;

type ShapeKind =
  /** A plain value of one of the kinds it keeps, as it is. */
  | 'plain'
  | 'any'
  /** By far the most common field: a text, or nothing. */
  | 'loose-text'
  | 'one-of'
  /** Undefined, or the inner shape. */
  | 'optional'
  /** Null, or the inner shape. */
  | 'nullable'
  /** The inner shape, or else the result of the step. */
  | 'catch'
  | 'step'
  /** The inner shape, if the step returns true. */
  | 'check'
  /** The inner shape, and then the next one. */
  | 'pipe'
  /** The inner shape, or a text that contains it as JSON. */
  | 'json-text'
  /** The first option that matches. */
  | 'union'
  | 'list'
  /** A list without the members that do not match. */
  | 'members'
  | 'record'
  | 'object';

export interface Field {
  readonly key: string;
  readonly shape: Shape;
  /** What an absent key means: the value does not match, the key stays absent, or the field's shape makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

/** The keys of an object, and the shape of each. */
export class ObjectFields {
  readonly byKey: ReadonlyMap<string, Field>;
  /** Fields that can show quickly that the object does not match: tested before anything is made. */
  readonly telling: readonly Field[];
  /** Those of them that are required. */
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

  /** The fields before the key, as they are; all of them without a key. */
  before(end: string | null, value: JsonObject): { [key: string]: unknown } {
    const made: { [key: string]: unknown } = {};
    for (const key in value) {
      if (key === end) break;
      if (this.keeps(key)) made[key] = value[key];
    }
    return made;
  }
}

/** A check's conditions, in JSON Schema keywords, and the message if they do not hold. */
interface Asked {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
  /** Where the error is, if not in the value as a whole. */
  readonly place?: string;
  readonly why?: string;
}

interface Parts {
  /** Whether some values can be ruled out quickly. */
  readonly tells: boolean;
  readonly keeps?: number;
  /** Whether it accepts an absent key, and leaves it absent. */
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

/** The length: characters of a text, members of a list. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/**
 * `Value` is what it returns. `Gap` is true if an object's key may be absent from the result. Both are for the compiler only:
 * `typed` never exists at run time. Every shape has all members, whatever its kind uses: code that meets a new kind need
 * not be compiled again.
 */
export class Shape<out Value = unknown, out Gap extends boolean = boolean> {
  declare readonly typed?: { readonly value: Value; readonly gap: Gap };
  readonly kind: ShapeKind;
  /** Kinds of plain values that certainly match and stay as they are: known without running the shape. */
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

  /** A fallback for values that do not match. */
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

  /** Transforms the value; the function may return MISFIT. */
  transform<Made>(make: (value: Value) => Made): Shape<Exclude<Made, typeof MISFIT>, false> {
    return this.pipe(stepOf(make));
  }

  pipe<Made, NextGap extends boolean>(next: Shape<Made, NextGap>): Shape<Made, NextGap> {
    const { tells, mayMiss } = this;
    return new Shape('pipe', { tells, mayMiss, staysMissing: next.staysMissing, inner: this, next });
  }

  refine(holds: (value: Value) => unknown, asked: Asked = NOTHING_ASKED): Shape<Value, Gap> {
    const { tells, mayMiss, staysMissing } = this;
    // Checks only ever get the shape's own values.
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

/** The type of a shape's result. */
export type ValueOf<Of> = Of extends Shape<infer Value, boolean> ? Value : never;

function stepOf<Value, Made>(make: (value: Value) => Made): Shape<Exclude<Made, typeof MISFIT>, false> {
  // Its input comes from the preceding shape.
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

/** A required list; members that do not match are dropped. */
export function listOf<Value>(member: Shape<Value>): Shape<Value[], false> {
  return new Shape('members', { tells: true, inner: member });
}

/** The shape itself, or a text that contains it as JSON: old versions wrote lists and objects that way. */
export function orJsonText<Value>(inner: Shape<Value>): Shape<Value, false> {
  return new Shape('json-text', { tells: false, mayMiss: true, staysMissing: inner.staysMissing, inner });
}

/** An object with arbitrary string keys. */
export function record<Value>(member: Shape<Value>): Shape<Record<string, Value>, false> {
  return new Shape('record', { tells: true, inner: member });
}

/** The first option that matches. Plain values that match the first option are not tried on the others. */
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

/** Applies the function to a value before the shape. */
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

/** The object type of some fields. */
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
