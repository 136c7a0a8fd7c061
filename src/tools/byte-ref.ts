// References to bytes that stay in the log: position, type and size, never the bytes themselves.

import type { ContentBlock } from '../model/content.ts';
import * as shape from './shape.ts';
import { looseNumber } from './shapes.ts';

export interface ByteRef {
  /** What the pointer (RFC 6901) is relative to: the structured result, or the record with the content. */
  readonly from: 'structured' | 'record';
  readonly pointer: string;
  readonly mediaType: string;
  /** Decoded size. */
  readonly bytes: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size in the file, and the size the model saw. */
export interface ImageSizes {
  readonly original?: Size | undefined;
  readonly displayed?: Size | undefined;
}

function size(width: number | undefined, height: number | undefined): Size | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** `{originalWidth…displayHeight}` and the plain `{width,height}`. */
export const imageSizes = shape
  .object({
    originalWidth: looseNumber,
    originalHeight: looseNumber,
    displayWidth: looseNumber,
    displayHeight: looseNumber,
    width: looseNumber,
    height: looseNumber,
  })
  .transform((raw): ImageSizes | undefined => {
    const original = size(raw.originalWidth ?? raw.width, raw.originalHeight ?? raw.height);
    const displayed = size(raw.displayWidth, raw.displayHeight);
    return original === undefined && displayed === undefined ? undefined : { original, displayed };
  })
  .optional()
  .catch(undefined);

/** Images or documents among content blocks. */
export function byteRefs(blocks: readonly ContentBlock[], type: 'image' | 'document'): ByteRef[] {
  const refs: ByteRef[] = [];
  for (const block of blocks) {
    if (block.type === type) {
      const { pointer, mediaType, bytes } = block;
      refs.push({ from: 'record', pointer, mediaType, bytes });
    }
  }
  return refs;
}

export function sizeText(size: Size): string {
  return `${size.width}×${size.height}`;
}
