// Inputs and results of Kimi Code by their pointers: in events they are values, in messages texts.

import { atPointer, isObject, type JsonObject } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';
import { argumentsOf, returnText, wordsOf } from './bodies.ts';

export function codeInputAt(record: JsonObject, pointer: string): unknown {
  const value = atPointer(record, pointer);
  return typeof value === 'string' && pointer.startsWith('/message/') ? argumentsOf(value) : value;
}

export function codeContentAt(record: JsonObject, pointer: string): ResultContent {
  const value = atPointer(record, pointer);
  return isObject(value) ? returnText(value) : wordsOf(value);
}
