// Where the bytes of blocks are: in a table, or as objects with names that are never reused.

import { randomUUID } from 'node:crypto';
import type { BlockBodies } from '../block-store.ts';
import { type NamedObject, namedObject, type ObjectPlace, objectName } from './object-place.ts';
import { ObjectStorage } from './object-storage.ts';

/** In the rows of their labels: there is nothing to do. */
export const TABLE_BODIES: BlockBodies = {
  names: null,
  newName: () => null,
  put: async () => undefined,
  delete: async () => undefined,
  async *list() {},
};

function known(object: string): NamedObject {
  const named = namedObject(object);
  if (named === undefined) throw new Error(`${object} is no name of an object.`);
  return named;
}

export class ObjectBodies implements BlockBodies {
  readonly names: string;
  readonly #storage: ObjectStorage;
  readonly #own: string;

  /** `machine`: the id of the machine whose logs they are. */
  constructor(place: ObjectPlace, machine: string) {
    this.#storage = new ObjectStorage(place);
    this.names = `${objectName(place, '')}/`;
    this.#own = objectName(place, machine);
  }

  newName(): string {
    return `${this.#own}/${randomUUID()}`;
  }

  put(object: string, body: Uint8Array): Promise<void> {
    return this.#storage.put(known(object), body);
  }

  /** A text that is not an object name cannot delete anything. */
  async delete(object: string): Promise<void> {
    const named = namedObject(object);
    if (named !== undefined) await this.#storage.delete(named);
  }

  async *list(names: string): AsyncGenerator<readonly string[]> {
    const { bucket, key } = known(names);
    for await (const keys of this.#storage.list(bucket, key)) yield keys.map((one) => `s3://${bucket}/${one}`);
  }
}
