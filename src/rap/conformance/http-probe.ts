// The kit's own requests: as plain as possible, so that what is seen is what the other side did.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AppError } from '../../base/app-error.ts';
import { asObject, type JsonObject, parseExactly } from '../../base/json.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';

export interface ProbeAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  readonly json: JsonObject;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 16 * 1024 * 1024;

export function probe(
  method: 'GET' | 'POST',
  address: string,
  body?: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = TIMEOUT_MS,
): Promise<ProbeAnswer> {
  const url = parseHttpUrl(address);
  if (url === undefined) throw new AppError('bad-usage', `${address} is not an absolute http or https address.`);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const request = send(url, { method, headers: { ...headers, connection: 'close' }, signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BYTES) chunks.push(chunk);
        else response.destroy(new Error('too long'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const parsed = parseExactly(text);
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text,
          json: (parsed.ok ? asObject(parsed.value) : undefined) ?? {},
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

export function probeJson(
  address: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs?: number,
): Promise<ProbeAnswer> {
  const allHeaders = { 'content-type': 'application/json', ...headers };
  return probe('POST', address, JSON.stringify(value), allHeaders, timeoutMs);
}
