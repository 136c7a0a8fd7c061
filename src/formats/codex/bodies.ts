// Finds a body again by its pointer, in the form it had in the observation.

import { asArray, asObject, asString, atPointer, type JsonObject } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';
import { foundTools } from './calls.ts';
import { base64Image, readOutput } from './content.ts';
import { inputValue } from './names.ts';

function lastStep(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

export function inputAt(record: JsonObject, pointer: string): unknown {
  return inputValue(lastStep(pointer), atPointer(record, pointer));
}

/** Records whose `result` is an image in base64. */
const IMAGE_HOLDER = /^(?:image_generation_call|image_generation_end|ImageGeneration|Extension)$/;

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  const value = atPointer(record, pointer);
  const step = lastStep(pointer);
  if (step === 'tools') return foundTools(asArray(value) ?? []);
  if (step === 'result' && typeof value === 'string') {
    const holder = asObject(atPointer(record, pointer.slice(0, -'/result'.length)));
    if (IMAGE_HOLDER.test(asString(holder?.['type']) ?? '')) return [base64Image(value, undefined, pointer)];
  }
  return readOutput(value, pointer).content;
}
