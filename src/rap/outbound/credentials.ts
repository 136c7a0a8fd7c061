// Credentials for tool servers: kept in memory, and sent only to the server they are for.

import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import { parseWebhookKey, signWebhook, type WebhookKey } from '../protocol/standard-webhooks.ts';

export interface Credential {
  /** Base address of the tool server: requests to it and below it get the credential. */
  readonly base: string;
  readonly bearer?: string;
  /** `whsec_…` or `whsk_…`: requests are signed. */
  readonly webhookKeys?: readonly string[];
}

interface Prepared {
  readonly url: URL;
  readonly bearer: string | undefined;
  readonly keys: readonly WebhookKey[];
}

function isBelow(url: URL, base: URL): boolean {
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return url.origin === base.origin && (url.pathname === base.pathname || url.pathname.startsWith(folder));
}

export class Credentials {
  readonly #prepared: readonly Prepared[];

  constructor(credentials: readonly Credential[] = []) {
    this.#prepared = credentials.map(({ base, bearer, webhookKeys = [] }) => {
      const url = parseHttpUrl(base);
      if (url === undefined) throw new AppError('bad-usage', 'A credential needs the base address of a tool server.');
      return { url, bearer, keys: webhookKeys.map(parseWebhookKey) };
    });
  }

  /** Headers for a request to this address. `id` names the delivery and stays the same across retries. */
  headers(address: string, body: Buffer, id: string = randomUUID()): Record<string, string> {
    const url = parseHttpUrl(address);
    const headers: Record<string, string> = { 'webhook-id': id };
    const found = url === undefined ? undefined : this.#prepared.find(({ url: base }) => isBelow(url, base));
    if (found?.bearer !== undefined) headers['authorization'] = `Bearer ${found.bearer}`;
    if (found !== undefined && found.keys.length > 0) {
      const signed = signWebhook(id, body, found.keys, Date.now());
      headers['webhook-timestamp'] = signed.timestamp;
      headers['webhook-signature'] = signed.signature;
    }
    return headers;
  }
}
