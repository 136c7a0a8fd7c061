// Objects on an S3-compatible server: put, delete and list, in their plain forms, which all such servers support. They are read by
// a thread (postgres/statements-at-once), because logs are read synchronously.

import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { AppError } from '../../base/app-error.ts';
import { isNoObject, objectError, tagged, unreachable } from './object-error.ts';
import { type NamedObject, type ObjectPlace, objectCredentials, objectUrl } from './object-place.ts';

/** A block of the longest line has many megabytes. */
const PATIENCE_MS = 60_000;
/** Attempts when the server is busy. */
const RETRIES = 3;
const RETRY_MS = 200;

interface Answer {
  readonly status: number;
  readonly body: string;
}

type Place = Pick<ObjectPlace, 'endpoint' | 'region'>;

interface Asked {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

export class ObjectStorage {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async put(object: NamedObject, body: Uint8Array): Promise<void> {
    const answer = await this.#ask(object, { method: 'PUT', url: this.#url(object), body });
    if (answer.status !== 200) throw this.#error(object, answer);
  }

  /** One that is not there counts as deleted. */
  async delete(object: NamedObject): Promise<void> {
    const answer = await this.#ask(object, { method: 'DELETE', url: this.#url(object) });
    if (answer.status !== 200 && answer.status !== 204 && !isNoObject(answer.status, answer.body)) {
      throw this.#error(object, answer);
    }
  }

  /** The keys below a prefix, in batches. */
  async *list(bucket: string, prefix: string): AsyncGenerator<readonly string[]> {
    const object = { bucket, key: prefix };
    let token: string | undefined;
    do {
      const after = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`;
      const query = `list-type=2&encoding-type=url&prefix=${encodeURIComponent(prefix)}${after}`;
      const answer = await this.#ask(object, { method: 'GET', url: `${this.#place.endpoint}/${bucket}?${query}` });
      if (answer.status !== 200) throw this.#error(object, answer);
      yield keysIn(answer.body);
      const next =
        tagged(answer.body, 'IsTruncated') === 'true' ? tagged(answer.body, 'NextContinuationToken') : undefined;
      // A server that repeats the same token would be asked for ever.
      token = next === token ? undefined : next;
    } while (token !== undefined);
  }

  #url(object: NamedObject): string {
    return objectUrl(this.#place, object);
  }

  #shown({ bucket }: NamedObject): string {
    return `s3://${bucket} at ${this.#place.endpoint}`;
  }

  #error(object: NamedObject, { status, body }: Answer): AppError {
    return objectError(this.#shown(object), status, body);
  }

  async #ask(object: NamedObject, { method, url, body }: Asked): Promise<Answer> {
    const client = new AwsClient({
      ...objectCredentials(),
      region: this.#place.region,
      service: 's3',
      retries: RETRIES,
      initRetryMs: RETRY_MS,
    });
    // Signed as well: a body that arrives changed is refused.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    try {
      const response = await client.fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'X-Amz-Content-Sha256': hash },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      throw unreachable(this.#shown(object), error);
    }
  }
}

/** Keys are URL-encoded there (`encoding-type`), whatever XML allows. */
function keysIn(xml: string): string[] {
  return [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].flatMap(([contents]) => {
    const key = tagged(contents, 'Key');
    return key === undefined ? [] : decoded(key.replaceAll('+', ' '));
  });
}

/** None if the server sent something else. */
function decoded(key: string): string[] {
  try {
    return [decodeURIComponent(key)];
  } catch {
    return [];
  }
}
