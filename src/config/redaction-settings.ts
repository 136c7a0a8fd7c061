// What the configuration says about redaction: stored unchanged, and checked by the code that redacts.

import type { AppError } from '../base/app-error.ts';

let settings: unknown;
let broken: AppError | undefined;

export function setConfigRedaction(given: unknown): void {
  settings = given;
  broken = undefined;
}

/** There is a configuration, and its redaction settings are unknown. */
export function missConfigRedaction(error: AppError): void {
  broken = error;
}

/** Throws if a configuration could not be read: without its patterns nothing may leave. */
export function configRedaction(): unknown {
  if (broken !== undefined) throw broken;
  return settings;
}
