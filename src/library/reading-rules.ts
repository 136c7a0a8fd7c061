// What this program's rules of reading logs are called. The build gives them a name that changes with them, and own tools and
// formats are rules as well.

import { configName } from '../config/found-config.ts';

declare const READING_RULES: string | undefined;

/** Undefined in a program that was not bundled. Asked after the configuration has been loaded. */
export function readingRules(): string | undefined {
  if (typeof READING_RULES === 'undefined') return undefined;
  const config = configName();
  return config === null ? READING_RULES : `${READING_RULES}+${config}`;
}
