// Who may call a tool server: anyone who has the bearer token, signs with a known key, or is on the same machine.

import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../../http/same-secret.ts';
import { parseWebhookKey, verifyWebhook, type WebhookKey, webhookHeaders } from '../protocol/standard-webhooks.ts';

export interface ToolAuth {
  readonly bearer?: string;
  /** Keys of runtimes that sign their requests: `whsec_…` or `whpk_…`. */
  readonly webhookKeys?: readonly string[];
  /** Anyone may call, from anywhere. */
  readonly insecure?: boolean;
}

export class ToolGuard {
  readonly #bearer: string | undefined;
  readonly #keys: readonly WebhookKey[];
  /** Whether the author has configured who may call. */
  readonly isLocked: boolean;

  constructor(auth: ToolAuth = {}) {
    this.#bearer = auth.bearer;
    this.#keys = (auth.webhookKeys ?? []).map(parseWebhookKey);
    this.isLocked = this.#bearer !== undefined || this.#keys.length > 0 || auth.insecure === true;
  }

  /** Undefined when the request is allowed. */
  check(request: IncomingMessage, body: Buffer): { status: 401 | 403; code: string; message: string } | undefined {
    if (request.headers.origin !== undefined)
      return { status: 403, code: 'wrong-origin', message: 'Web pages may not call tools.' };
    if (this.#bearer === undefined && this.#keys.length === 0) return undefined;
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (this.#bearer !== undefined && given !== undefined && sameSecret(given, this.#bearer)) return undefined;
    if (this.#keys.length > 0) {
      if (verifyWebhook(webhookHeaders(request.headers), body, this.#keys, Date.now()) === undefined) return undefined;
    }
    return {
      status: 401,
      code: 'unauthenticated',
      message: 'The request has neither a valid token nor a valid signature.',
    };
  }
}
