// Images of a shared session: without metadata, as data URLs, as many as fit.

import type { SharedImage } from '../../api/shared-session.ts';
import type { CallDetail } from '../../api/wire/call.ts';
import { isObject } from '../../base/json.ts';
import { cleanImage } from './clean-image.ts';

type ImageSource = SharedImage['from'];

/** Fetches the image at a position of the call's record; undefined if there is none. */
export type ImageFetcher = (from: ImageSource, pointer: string) => Promise<Uint8Array | undefined>;

/** A shared file has about three megabytes; texts of calls take up to 2.4 kB each. */
const ROOM = 3_000_000;
const ROOM_PER_CALL = 2400;
const LEAST_ROOM = 500_000;
/** In base64 characters: larger ones would leave nothing for the others. */
const LARGEST = 700_000;
const MOST_PER_CALL = 8;

interface Reference {
  readonly from: ImageSource;
  readonly pointer: string;
}

/** Every reference to an image in a typed value: its type, and where its bytes are. */
function* referencesIn(value: unknown, from: ImageSource): Generator<Reference> {
  if (Array.isArray(value)) {
    for (const item of value) yield* referencesIn(item, from);
    return;
  }
  if (!isObject(value)) return;
  const { pointer, mediaType, from: said } = value;
  if (typeof pointer === 'string' && typeof mediaType === 'string' && mediaType.startsWith('image/')) {
    yield { from: said === 'record' || said === 'structured' ? said : from, pointer };
    return;
  }
  for (const item of Object.values(value)) yield* referencesIn(item, from);
}

/** Allocates the space: first come, first served. */
export class SharedImages {
  #left: number;
  #shared = 0;
  #leftOut = 0;

  constructor(calls: number) {
    this.#left = Math.max(LEAST_ROOM, ROOM - calls * ROOM_PER_CALL);
  }

  get counts(): { readonly shared: number; readonly leftOut: number } {
    return { shared: this.#shared, leftOut: this.#leftOut };
  }

  async of({ bodies }: CallDetail, fetch: ImageFetcher): Promise<SharedImage[]> {
    if (bodies === null) return [];
    const references = [...referencesIn(bodies.result, 'structured'), ...referencesIn(bodies.content, 'record')];
    const images = new Map<string, SharedImage>();
    // What the model saw and what the tool returned are usually the same picture.
    const seen = new Map<string, string | undefined>();
    for (const { from, pointer } of references.slice(0, MOST_PER_CALL)) {
      const bytes = await fetch(from, pointer);
      const image = bytes === undefined ? undefined : cleanImage(bytes);
      const address = image && `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`;
      const name = address ?? `${from} ${pointer}`;
      if (!seen.has(name)) seen.set(name, this.#fits(address));
      const given = seen.get(name);
      if (given !== undefined) images.set(`${from} ${pointer}`, { from, pointer, address: given });
    }
    return [...images.values()];
  }

  #fits(address: string | undefined): string | undefined {
    if (address === undefined || address.length > Math.min(LARGEST, this.#left)) {
      this.#leftOut++;
      return undefined;
    }
    this.#left -= address.length;
    this.#shared++;
    return address;
  }
}
