// What a tool wants people to see instead of its raw text: segments, best first. Read leniently, because an unknown segment must never
// cost the result it came with.

import { asObject, asString } from '../base/json.ts';

export type DisplaySegment =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'diff'; readonly content: { readonly path: string; readonly patch: string } }
  | { readonly type: 'image'; readonly content: { readonly data: string; readonly mediaType: string } };

/** A segment with its JSON pointer from the record of its result. */
export type PlacedSegment = DisplaySegment & { readonly pointer: string };

/** Image types that a browser shows without running anything. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function isImageType(mediaType: string): boolean {
  return IMAGE_TYPES.has(mediaType.toLowerCase());
}

function isUnifiedDiff(patch: string): boolean {
  return /^@@ .*@@/m.test(patch) || /^--- .*\n\+\+\+ /m.test(patch);
}

/** The segment, or why it cannot be shown. */
function readSegment(value: unknown): DisplaySegment | string {
  const segment = asObject(value);
  if (segment === undefined) return 'not an object';
  const { type, content } = segment;
  switch (type) {
    case 'text':
      return typeof content === 'string' ? { type, content } : 'text segment without a string';
    case 'diff': {
      const diff = asObject(content);
      const path = asString(diff?.['path']);
      const patch = asString(diff?.['patch']);
      if (path === undefined || patch === undefined) return 'diff segment without path and patch';
      return isUnifiedDiff(patch) ? { type, content: { path, patch } } : 'diff segment whose patch is no unified diff';
    }
    case 'image': {
      const image = asObject(content);
      const data = asString(image?.['data']);
      const mediaType = asString(image?.['mediaType']);
      if (data === undefined || mediaType === undefined) return 'image segment without data and mediaType';
      if (!isImageType(mediaType)) return 'image segment of a type that is not shown';
      return data !== '' && BASE64.test(data)
        ? { type, content: { data, mediaType } }
        : 'image segment whose data is not base64';
    }
    default:
      return typeof type === 'string' ? 'unknown type' : 'no type';
  }
}

export const MAX_SEGMENTS = 64;

/** Everything readable of a `display_as` value, in order, and the reasons for what was left out. */
export function readSegments(value: unknown): { segments: DisplaySegment[]; skipped: string[] } {
  if (value === undefined || value === null) return { segments: [], skipped: [] };
  if (!Array.isArray(value)) return { segments: [], skipped: ['display_as is not an array'] };
  const segments: DisplaySegment[] = [];
  const skipped: string[] = [];
  for (const item of value.slice(0, MAX_SEGMENTS)) {
    const segment = readSegment(item);
    if (typeof segment === 'string') skipped.push(segment);
    else segments.push(segment);
  }
  if (value.length > MAX_SEGMENTS) skipped.push(`${value.length - MAX_SEGMENTS} more segments than are read`);
  return { segments, skipped };
}
