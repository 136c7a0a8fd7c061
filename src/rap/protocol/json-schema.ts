// Checks values against untrusted JSON Schemas: a real validator, limited in size and time.

import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import type * as draft7 from 'ajv';
import type * as draft2019 from 'ajv/dist/2019.js';
import type * as draft2020 from 'ajv/dist/2020.js';
import { isObject } from '../../base/json.ts';

/** Undefined: the value matches. Otherwise one sentence about the first mismatch. */
export type Check = (value: unknown) => string | undefined;

const MAX_SCHEMA_LENGTH = 256 * 1024;
const COMPILE_TIMEOUT_MS = 2000;
const CHECK_TIMEOUT_MS = 250;

const OPTIONS = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
  addUsedSchema: false,
} as const;

/** A pattern can take forever on a short text; only a vm script can be timed out. */
const context = createContext({ work: () => undefined as unknown });
const script = new Script('work()');

function withTimeout<T>(timeoutMs: number, work: () => T): T {
  const results: T[] = [];
  context['work'] = () => {
    results.push(work());
  };
  script.runInContext(context, { timeout: timeoutMs });
  const [result] = results;
  if (result === undefined) throw new Error('The check did not finish.');
  return result;
}

type Validator = draft7.Ajv | draft2019.Ajv2019 | draft2020.Ajv2020;

/** Each is loaded for the first schema of its draft: that takes 40 ms, which would delay the dashboard's first rows. */
const load = createRequire(import.meta.url);
let newest: Validator | undefined;
let before: Validator | undefined;
let oldest: Validator | undefined;

function newAjv({ Ajv }: typeof draft7): Validator {
  return new Ajv(OPTIONS);
}

function newAjv2019({ Ajv2019 }: typeof draft2019): Validator {
  return new Ajv2019(OPTIONS);
}

function newAjv2020({ Ajv2020 }: typeof draft2020): Validator {
  return new Ajv2020(OPTIONS);
}

function validatorFor(schema: unknown): Validator {
  const named = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (/draft-0[67]/.test(named)) {
    oldest ??= newAjv(load('ajv'));
    return oldest;
  }
  if (named.includes('2019-09')) {
    before ??= newAjv2019(load('ajv/dist/2019.js'));
    return before;
  }
  newest ??= newAjv2020(load('ajv/dist/2020.js'));
  return newest;
}

function describe(error: draft7.ErrorObject | undefined): string {
  if (error === undefined) return 'The value does not match.';
  const where = error.instancePath === '' ? 'The value' : error.instancePath.slice(1).replaceAll('/', '.');
  const extra = 'additionalProperty' in error.params ? ` (${String(error.params['additionalProperty'])})` : '';
  return `${where} ${error.message ?? 'does not match'}${extra}.`;
}

/** Compiles the schema. Throws an Error with one sentence when the schema itself is not valid. */
export function compileSchema(schema: unknown, budgetMs = COMPILE_TIMEOUT_MS): Check {
  if (!isObject(schema) && typeof schema !== 'boolean') throw new Error('A JSON Schema is an object, true or false.');
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH)
    throw new Error(`The schema is longer than ${MAX_SCHEMA_LENGTH} characters.`);
  if (isObject(schema) && '$async' in schema) throw new Error('$async is not part of JSON Schema.');
  const validator = validatorFor(schema);
  const own = isObject(schema) ? { ...schema } : schema ? {} : { not: {} };
  try {
    const validate = withTimeout(Math.max(1, Math.ceil(Math.min(COMPILE_TIMEOUT_MS, budgetMs))), () =>
      validator.compile(own),
    );
    return (value) => {
      // Twice: a machine that was busy for a moment is not the value's fault.
      for (let attempt = 1; attempt <= 2; attempt++) {
        try {
          const fits = withTimeout(CHECK_TIMEOUT_MS, () => validate(value));
          return fits === true ? undefined : describe(validate.errors?.[0]);
        } catch {}
      }
      return 'The value could not be checked in time.';
    };
  } finally {
    // The validator would keep every schema it has ever seen.
    validator.removeSchema(own);
  }
}
