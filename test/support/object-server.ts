// A small server of object storage, for tests: put, get, head, delete and list (in pages), as S3 answers them. It checks every
// signature and body hash by the rules that AWS publishes, not by the code under test.

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const hash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986 has it: all but letters, digits and -._~ */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The signature that a request must carry, Signature Version 4. */
export function signatureOf(
  { method, target, headers }: SignedRequest,
  secret: string,
  scope: string,
  signed: readonly string[],
): string {
  const [path = '', query = ''] = target.split('?', 2);
  const parts =
    query === '' ? [] : query.split('&').map((part) => part.split('=', 2).map((v) => decodeURIComponent(v)));
  const sorted = parts
    .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    sorted,
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, hash(canonical)].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), end), text).toString('hex');
}

/** Those that it takes. */
export const OBJECT_KEYS = { accessKeyId: 'AKIAPEARTREE', secretAccessKey: 'made-up/secret+of=tests' };

interface Refusal {
  readonly status: number;
  readonly code: string;
}

export class ObjectServer {
  readonly bucket = 'orchard';
  readonly objects = new Map<string, Buffer>();
  /** Keys per page of a list. */
  page = 3;
  /** Answers everything with this error. */
  refuses: Refusal | undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<ObjectServer> {
    const server = createServer();
    const opened = new ObjectServer(server);
    server.on('request', (request, response) => void opened.#answer(request, response));
    await opened.listen();
    return opened;
  }

  async listen(port = 0): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(port, '127.0.0.1', done));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const refusal = this.refuses ?? this.#refusal(request, body);
    if (refusal !== undefined) return refuse(response, refusal);
    const url = new URL(request.url ?? '', 'http://any');
    const [bucket = '', ...path] = decodeURIComponent(url.pathname).slice(1).split('/');
    if (bucket !== this.bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' });
    const key = path.join('/');
    if (key === '' && request.method === 'GET') return this.#list(url.searchParams, response);
    this.#object(request.method ?? '', key, body, response);
  }

  #object(method: string, key: string, body: Buffer, response: ServerResponse): void {
    const known = this.objects.get(key);
    if (method === 'PUT') {
      this.objects.set(key, body);
      response.end();
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (known === undefined) refuse(response, { status: 404, code: 'NoSuchKey' });
    else response.end(method === 'HEAD' ? undefined : known);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const all = [...this.objects.keys()]
      .sort()
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const shown = all.slice(0, this.page);
    const name = (key: string): string => (query.get('encoding-type') === 'url' ? encoded(key) : key);
    const next = Buffer.from(shown.at(-1) ?? '').toString('base64');
    const isCut = all.length > shown.length;
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${this.bucket}</Name><IsTruncated>${isCut}</IsTruncated>` +
        (isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : '') +
        shown.map((key) => `<Contents><Key>${name(key)}</Key><Size>1</Size></Contents>`).join('') +
        '</ListBucketResult>',
    );
  }

  #refusal({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Refusal | undefined {
    const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
    const [, id, scope = '', names = '', signature] = given ?? [];
    if (given === null) return { status: 403, code: 'AccessDenied' };
    if (id !== OBJECT_KEYS.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
    const said = headers['x-amz-content-sha256'];
    if (said !== 'UNSIGNED-PAYLOAD' && said !== hash(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const signed = names.split(';');
    const isAll = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name));
    const wanted = signatureOf({ method, target: url, headers: plain }, OBJECT_KEYS.secretAccessKey, scope, signed);
    return isAll && wanted === signature ? undefined : { status: 403, code: 'SignatureDoesNotMatch' };
  }
}

function refuse(response: ServerResponse, { status, code }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}
