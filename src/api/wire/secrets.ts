// What is said of the secrets in a session's log: never the secrets themselves.

import { z } from 'zod';
import { timeOrNull } from './basics.ts';

export const sessionSecrets = z.object({
  /** Each once, with the first place it is in. */
  secrets: z.array(
    z.object({
      rule: z.string(),
      /** In words. */
      kind: z.string(),
      masked: z.string(),
      file: z.string(),
      /** Null for an output that the agent wrote next to its logs. */
      source: z.number().nullable(),
      line: z.number(),
      at: timeOrNull,
      /** In how many places of the session it is. */
      count: z.number(),
    }),
  ),
  /** Every line of its logs that holds one, up to a thousand. */
  places: z.array(z.object({ file: z.string(), line: z.number() })),
  /** Which rules were used. */
  rules: z.string(),
  /** Files that could not be read, and lines too long to be looked through. */
  unreadable: z.number(),
});

export type SessionSecrets = z.infer<typeof sessionSecrets>;
