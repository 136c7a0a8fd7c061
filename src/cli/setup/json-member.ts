// Adds a member to the JSON text of an agent's settings, and removes it again. The bytes around it stay. Pure.

import { type ParseError, parse } from 'jsonc-parser';
import { AppError } from '../../base/app-error.ts';
import { asObject, type JsonObject } from '../../base/json.ts';
import { insertAt, removeAt, replaceAt } from '../hooks/json-text.ts';

function objectIn(text: string, path: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  const object = errors.length === 0 ? asObject(value) : undefined;
  if (object !== undefined) return object;
  throw new AppError('refused', `${path} was left as it is: it is not a JSON object.`, {
    hint: 'Fix it, or do it by hand: toolscope setup --print shows what to add.',
  });
}

/** A member, or a member of one. */
export type MemberPath = readonly [name: string, inner?: string];

export function memberOf(text: string, path: string, [name, inner]: MemberPath): unknown {
  const member = objectIn(text, path)[name];
  return inner === undefined ? member : asObject(member)?.[inner];
}

export function withMember(text: string, path: string, [name, inner]: MemberPath, value: JsonObject): string {
  const settings = objectIn(text, path);
  const whole = text.trim() === '' ? '{}\n' : text;
  const member = settings[name];
  if (inner === undefined) {
    return member === undefined ? insertAt(whole, [], { key: name, value }) : replaceAt(whole, [name], value);
  }
  if (member === undefined) return insertAt(whole, [], { key: name, value: { [inner]: value } });
  const object = asObject(member);
  if (object === undefined) throw new AppError('refused', `${path} was left as it is: its ${name} is not an object.`);
  if (object[inner] === undefined) return insertAt(whole, [name], { key: inner, value });
  return JSON.stringify(object[inner]) === JSON.stringify(value) ? text : replaceAt(whole, [name, inner], value);
}

/** `keepsOuter`: the outer member existed before, and stays even if it is now empty. */
export function withoutMember(text: string, path: string, member: MemberPath, keepsOuter: boolean): string {
  const [name, inner] = member;
  if (memberOf(text, path, member) === undefined) return text;
  if (inner === undefined) return removeAt(text, [name]);
  const without = removeAt(text, [name, inner]);
  const isEmpty = Object.keys(asObject(objectIn(without, path)[name]) ?? {}).length === 0;
  return isEmpty && !keepsOuter ? removeAt(without, [name]) : without;
}
