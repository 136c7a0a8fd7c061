// Secrets in a session's log on the wire: never the secrets themselves.

import { z } from 'zod';
import { timeOrNull } from './basics.ts';

export const sessionSecrets = z.object({
  /** Each once, with its first place. */
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
      /** In how many places of the session it occurs. */
      count: z.number(),
    }),
  ),
  /** Every line of its logs that contains one, up to a thousand. */
  places: z.array(z.object({ file: z.string(), line: z.number() })),
  /** Which rules were used. */
  rules: z.string(),
  /** Files that could not be read, and lines too long to scan. */
  unreadable: z.number(),
});

export type SessionSecrets = z.infer<typeof sessionSecrets>;
