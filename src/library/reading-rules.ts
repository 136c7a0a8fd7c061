// The id of this program's rules for reading logs. The build makes an id that changes with the rules; own tools and formats are
// rules too.

import { configName } from '../config/found-config.ts';

declare const READING_RULES: string | undefined;

/** Undefined in a program that was not bundled. Call it after the configuration is loaded. */
export function readingRules(): string | undefined {
  if (typeof READING_RULES === 'undefined') return undefined;
  const config = configName();
  return config === null ? READING_RULES : `${READING_RULES}+${config}`;
}
