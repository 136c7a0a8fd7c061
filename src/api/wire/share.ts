// What sharing a session would mask, and an imported bundle.

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
      /** Up to three of them: names in full, secrets only far enough for their owner to recognise them. */
      examples: z.array(z.string()),
    }),
  ),
  /** What cannot be scanned and is not shared, by reason. */
  leftOut: z.record(z.string(), z.number()),
  /** Images that would be included, whose pixels are not scanned, and those that would not. */
  images: z.object({ shared: z.number(), leftOut: z.number() }),
  /** Words of the session that no rule masks and that may reveal too much. */
  suggestions: z.array(z.string()),
  rules: z.string(),
});

export type SharePreview = z.infer<typeof sharePreview>;

export const bundleTaken = z.object({
  /** The sessions in it. */
  sessions: z.array(z.object({ agent: z.string(), session: z.string() })),
});

export type BundleTaken = z.infer<typeof bundleTaken>;
