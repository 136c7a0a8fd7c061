// Local images shown to the model: view_image of Codex.

import { formatBytes } from '../../base/units.ts';
import { type ByteRef, byteRefs } from '../byte-ref.ts';
import { defineDialect, defineTool } from '../define.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseText, text } from '../shapes.ts';

export interface ViewImageInput {
  readonly path: string;
  /** The requested level of detail: "original". */
  readonly detail?: string | undefined;
}

export interface ImageViewed {
  readonly kind: 'image';
  readonly path: string;
  /** Null if the record only says that the image was attached. */
  readonly image: ByteRef | null;
}

function pathOf(raw: string): string {
  return raw.startsWith('file://') ? raw.slice('file://'.length) : raw;
}

const codex = defineDialect<ViewImageInput, ImageViewed>({
  agent: 'codex',
  names: ['view_image', 'ImageView'],
  input: shape
    .object({ path: text, detail: looseText })
    .transform((raw): ViewImageInput => ({ path: pathOf(raw.path), detail: raw.detail })),
  structured: [
    {
      kind: 'image',
      schema: shape
        .object({ type: shape.literal('ImageView', 'view_image_tool_call', 'imageView'), path: text })
        .transform((raw): ImageViewed => ({ kind: 'image', path: pathOf(raw.path), image: null })),
    },
  ],
  text: [
    {
      kind: 'image',
      read: (content, { input, blocks }) => {
        const image = byteRefs(blocks, 'image')[0];
        if (image === undefined && !content.includes('attached local image path')) return undefined;
        return { kind: 'image', path: input?.path ?? '', image: image ?? null };
      },
    },
  ],
});

export const viewImage = defineTool<ViewImageInput, ImageViewed>({
  id: 'view-image',
  title: 'View image',
  family: 'files',
  touches: 'read',
  dialects: [codex],
  failures: [
    { code: 'file-missing', blame: 'agent', pattern: /unable to (?:locate|find|open) image/ },
    {
      code: 'not-an-image',
      blame: 'agent',
      pattern: /is not a (?:file|valid image)|unable to process image|unsupported image/,
    },
    {
      code: 'images-unsupported',
      blame: 'environment',
      pattern: /view_image is not allowed because|do not support image inputs/,
    },
  ],
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { path: input.path }),
    ...(result === null ? {} : { images: 1 }),
    ...(result?.image == null ? {} : { bytes: result.image.bytes }),
  }),
  summary: ({ input, result }) => {
    const size = result?.image == null ? '' : ` (${formatBytes(result.image.bytes)})`;
    return `${pathTail(input?.path ?? result?.path ?? '')}${size}`;
  },
  target: (input) => input.path,
});
