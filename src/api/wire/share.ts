// What sharing a session would mask, and a bundle that was brought in.

import { z } from 'zod';

export const sharePreview = z.object({
  calls: z.number(),
  turns: z.number(),
  /** Secrets first, then by how often. */
  masked: z.array(
    z.object({
      rule: z.string(),
      /** In words. */
      name: z.string(),
      kind: z.enum(['secret', 'personal']),
      count: z.number(),
      /** Up to three of them: names as they are, secrets only so far that their owner knows them again. */
      examples: z.array(z.string()),
    }),
  ),
  /** What cannot be looked through and stays here, by reason. */
  leftOut: z.record(z.string(), z.number()),
  /** Images that would be in the file, whose pixels are not looked through, and those that would not. */
  images: z.object({ shared: z.number(), leftOut: z.number() }),
  /** Words of the session that no rule masks and that may say more than they should. */
  suggestions: z.array(z.string()),
  rules: z.string(),
});

export type SharePreview = z.infer<typeof sharePreview>;

export const bundleTaken = z.object({
  /** The sessions in it. */
  sessions: z.array(z.object({ agent: z.string(), session: z.string() })),
});

export type BundleTaken = z.infer<typeof bundleTaken>;
