// Reads what toolscope.config says about redaction: own patterns become rules.

import { AppError } from '../base/app-error.ts';
import { isObject } from '../base/json.ts';
import { byteTextOf } from './byte-text.ts';
import type { Rule } from './rule.ts';

function refuse(where: string, why: string): AppError {
  return new AppError('bad-config', `The configuration: redaction.${where}: ${why}.`, {
    hint: 'See docs/redaction.md.',
  });
}

function textsOf(value: unknown, where: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string' && text !== '')) {
    throw refuse(where, 'a list of texts is expected');
  }
  return value;
}

function expressionOf(pattern: unknown, where: string): RegExp {
  try {
    if (pattern instanceof RegExp) return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
    if (typeof pattern === 'string' && pattern !== '') return new RegExp(pattern, 'g');
  } catch (error) {
    throw refuse(where, error instanceof Error ? error.message : String(error));
  }
  throw refuse(where, 'a regular expression is expected');
}

/** All of the match is masked: groups in it are the owner's own business. */
function ruleOf(value: unknown, where: string): Rule {
  if (!isObject(value) || typeof value['id'] !== 'string' || value['id'] === '')
    throw refuse(where, 'an id is missing');
  const { id, kind = 'secret', pattern } = value;
  if (kind !== 'secret' && kind !== 'personal') throw refuse(`${where}.kind`, 'secret or personal is expected');
  const { source, flags } = expressionOf(pattern, `${where}.pattern`);
  return {
    id: String(id),
    kind,
    name: String(id),
    pattern: new RegExp(`()(?:${byteTextOf(source)})`, flags.replace(/[uv]/g, '')),
  };
}

export interface ReadSettings {
  readonly rules: readonly Rule[];
  readonly allow: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
}

export function readSettings(given: unknown): ReadSettings {
  if (given === undefined) return { rules: [], allow: new Set(), off: new Set() };
  if (!isObject(given)) throw refuse('', 'an object is expected');
  const other = Object.keys(given).find((key) => !['patterns', 'allow', 'off'].includes(key));
  if (other !== undefined) throw refuse(other, 'only patterns, allow and off are known');
  const { patterns = [] } = given;
  if (!Array.isArray(patterns)) throw refuse('patterns', 'a list is expected');
  return {
    rules: patterns.map((pattern, i) => ruleOf(pattern, `patterns.${i}`)),
    allow: new Set(textsOf(given['allow'], 'allow').map(byteTextOf)),
    off: new Set(textsOf(given['off'], 'off')),
  };
}
