// Settings on the wire: the file that the command line reads, what is wrong with it, and changes to it.

import { z } from 'zod';

/** US dollars per million tokens. */
const modelPrice = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
  cacheWriteLong: z.number().optional(),
  window: z.number().optional(),
});

export const settings = z.object({
  path: z.string(),
  /** False: this server keeps nothing (the demo). */
  canChange: z.boolean(),
  /** As in the file; unknown keys are kept in it and not shown. */
  prices: z.record(z.string(), modelPrice),
  archive: z.boolean(),
  otherKeys: z.array(z.string()),
  problems: z.array(z.object({ at: z.string(), message: z.string() })),
});

/** Omitted members stay unchanged; null removes a setting. Values are checked by the rules for the file itself. */
export const settingsChange = z.object({
  prices: z.record(z.string(), z.unknown()).nullable().optional(),
  archive: z.unknown().optional(),
});

export type SettingsAnswer = z.output<typeof settings>;
