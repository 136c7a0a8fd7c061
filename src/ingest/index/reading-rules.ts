// Owns what this program's rules of reading logs are called. The build gives them a name that changes with them.

declare const READING_RULES: string | undefined;

/** Undefined in a program that was not bundled. */
export const readingRules: string | undefined = typeof READING_RULES === 'undefined' ? undefined : READING_RULES;
