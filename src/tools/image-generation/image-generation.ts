// Generated images: image_generation of Codex. The picture's bytes stay in the log.

import { clip } from '../../base/text.ts';
import { formatBytes } from '../../base/units.ts';
import { base64Bytes } from '../../model/content.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText } from '../shapes.ts';

export interface ImageInput {
  readonly prompt: string | null;
}

export interface ImageGenerated {
  readonly kind: 'image';
  readonly status: string | null;
  /** The prompt as the service changed it. */
  readonly revisedPrompt: string | null;
  readonly savedPath: string | null;
  readonly transparent: boolean | null;
  readonly mediaType: string;
  /** Decoded size. */
  readonly bytes: number;
  /** Position of the base64 text in the structured result; null when the format knows it. */
  readonly pointer: string | null;
}

export interface ImageNote {
  readonly kind: 'note';
  readonly text: string;
}

/** The first bytes of an image determine its type, and so do the first letters of its base64 text. */
function mediaTypeOf(base64: string): string {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('UklGR')) return 'image/webp';
  return base64.startsWith('R0lGOD') ? 'image/gif' : 'image/png';
}

const generated = shape
  .object({
    result: looseText,
    status: looseText,
    revised_prompt: looseText,
    revisedPrompt: looseText,
    saved_path: looseText,
    savedPath: looseText,
    transparent_background: looseFlag,
    transparentBackground: looseFlag,
  })
  .refine((raw) => raw.result !== undefined || raw.status !== undefined)
  .transform(
    (raw): ImageGenerated => ({
      kind: 'image',
      status: raw.status ?? null,
      revisedPrompt: raw.revised_prompt ?? raw.revisedPrompt ?? null,
      savedPath: raw.saved_path ?? raw.savedPath ?? null,
      transparent: raw.transparent_background ?? raw.transparentBackground ?? null,
      mediaType: mediaTypeOf(raw.result ?? ''),
      bytes: base64Bytes(raw.result ?? ''),
      pointer: raw.result === undefined || raw.result === '' ? null : '/result',
    }),
  );

const codex = defineDialect<ImageInput, ImageGenerated | ImageNote>({
  agent: 'codex',
  names: ['image_generation', 'image_gen/imagegen', 'image_gen'],
  input: shape
    .object({ prompt: looseText, revised_prompt: looseText, revisedPrompt: looseText })
    .transform((raw): ImageInput => ({ prompt: raw.prompt ?? raw.revised_prompt ?? raw.revisedPrompt ?? null })),
  structured: [{ kind: 'image', schema: generated }],
  text: [
    {
      kind: 'image',
      read: (_content, { blocks }) => {
        const image = blocks.find((block) => block.type === 'image');
        if (image === undefined) return undefined;
        return {
          kind: 'image',
          status: null,
          revisedPrompt: null,
          savedPath: null,
          transparent: null,
          mediaType: image.mediaType,
          bytes: image.bytes,
          pointer: null,
        };
      },
    },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

export const imageGeneration = defineTool<ImageInput, ImageGenerated | ImageNote>({
  id: 'image-generation',
  title: 'Image generation',
  family: 'web',
  dialects: [codex],
  failures: [{ code: 'generation-failed', blame: 'tool', pattern: /^/ }],
  facts: ({ result }) =>
    result?.kind === 'image'
      ? {
          images: result.bytes > 0 || result.savedPath !== null ? 1 : 0,
          bytes: result.bytes,
          ...(result.savedPath === null ? {} : { path: result.savedPath }),
        }
      : {},
  summary: ({ input, result }) => {
    const prompt = input?.prompt ?? (result?.kind === 'image' ? result.revisedPrompt : null) ?? 'image';
    return result?.kind === 'image' && result.bytes > 0 ? `${prompt} → ${formatBytes(result.bytes)}` : prompt;
  },
  target: (input) => (input.prompt === null ? null : clip(input.prompt, 200)),
  quietFailure: (result) =>
    result.kind === 'image' && result.status === 'failed'
      ? { code: 'generation-failed', blame: 'tool', message: 'The image was not generated.' }
      : null,
});
