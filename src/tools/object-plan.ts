// Owns the plan of an object: which keys it has, and what each must be.

import { isObject, type JsonObject } from '../base/json.ts';
import { ANYTHING, isOfKind, MISFIT, Plan } from './plan.ts';

export interface PlannedField {
  readonly key: string;
  readonly plan: Plan;
  /** What an absent key means: the value does not fit, the key stays absent, or the field's plan makes a value. */
  readonly absent: 'misfit' | 'dropped' | 'made';
}

/** A field as it is run: what nearly every value is decided by stands beside the plan, in objects of one shape. */
interface RunField {
  readonly keeps: number;
  readonly plan: Plan;
}

interface Made {
  [key: string]: unknown;
}

/** Whether none of the fields tells, by its look or its absence, that the object does not fit. */
function mayFit(value: JsonObject, telling: readonly PlannedField[]): boolean {
  for (const { key, plan, absent } of telling) {
    const given = value[key];
    if (given === undefined ? absent === 'misfit' && !(key in value) : !plan.looksLike(given)) return false;
  }
  return true;
}

export class ObjectPlan extends Plan {
  readonly tells = true;
  readonly #fields: ReadonlyMap<string, RunField>;
  /** Fields whose look alone can tell that the object does not fit: tried before anything is made. */
  readonly #telling: readonly PlannedField[];
  /** Those of them that must be there. */
  readonly #required: readonly PlannedField[];
  readonly #made: readonly PlannedField[];
  /** Whether other keys are kept. */
  readonly #open: boolean;

  constructor(fields: readonly PlannedField[], open: boolean) {
    super();
    this.#fields = new Map(fields.map(({ key, plan }) => [key, { keeps: plan.keeps, plan }]));
    this.#telling = fields.filter(({ plan, absent }) => absent === 'misfit' || plan.tells);
    this.#required = fields.filter(({ absent }) => absent === 'misfit');
    this.#made = fields.filter(({ absent }) => absent === 'made');
    this.#open = open;
  }

  fit(value: unknown): unknown {
    if (!isObject(value) || !mayFit(value, this.#telling)) return MISFIT;
    const made: Made = {};
    // By the value's keys: schemas name many that are hardly ever there.
    for (const key in value) {
      const known = this.#fields.get(key);
      if (known !== undefined) {
        const field = known.plan.fit(value[key]);
        if (field === MISFIT) return MISFIT;
        made[key] = field;
      } else if (this.#open && key !== '__proto__') made[key] = value[key];
    }
    return this.#complete(value, made, made);
  }

  override take(value: unknown): unknown {
    // Fields that may be absent mostly are: looking for each of them costs more than what it might save here.
    if (!isObject(value) || !mayFit(value, this.#required)) return MISFIT;
    let made: Made | null = null;
    for (const key in value) {
      const known = this.#fields.get(key);
      if (known === undefined) {
        if (made !== null && this.#open && key !== '__proto__') made[key] = value[key];
        continue;
      }
      const given = value[key];
      let field = given;
      if (known.keeps < ANYTHING && !isOfKind(given, known.keeps)) {
        field = known.plan.take(given);
        if (field === MISFIT) return MISFIT;
        if (field !== given && made === null) made = this.#before(key, value);
      }
      if (made !== null) made[key] = field;
    }
    return this.#complete(value, made ?? value, made);
  }

  looksLike(value: unknown): boolean {
    return isObject(value);
  }

  /** The value with the fields that are made where there is no key for them. `made` is ours to add to, if it is there. */
  #complete(value: JsonObject, whole: JsonObject, made: Made | null): unknown {
    let added = made;
    for (const { key, plan } of this.#made) {
      if (value[key] !== undefined) continue;
      const field = plan.fit(undefined);
      if (field === MISFIT) return MISFIT;
      if (field === undefined) continue;
      added ??= this.#before(null, value);
      added[key] = field;
    }
    return added ?? whole;
  }

  /** The fields that come before the key, as they are; all of them without a key. */
  #before(end: string | null, value: JsonObject): Made {
    const made: Made = {};
    for (const key in value) {
      if (key === end) break;
      if (this.#fields.has(key) || (this.#open && key !== '__proto__')) made[key] = value[key];
    }
    return made;
  }
}
