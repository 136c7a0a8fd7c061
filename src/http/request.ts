// What a request says about itself: the address it asks for, the host it means, and whether another site's page sent it.

import type { IncomingMessage } from 'node:http';

interface Host {
  /** In small letters. */
  readonly name: string;
  readonly port: number;
}

export function addressOf({ url = '/' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return { path, query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)) };
}

/** Of several Host headers Node reads the first, and a proxy in between may go by another. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length === 1;
}

/** `name`, `name:port` or `[address]:port`, once, and nothing else: no user, no path, no blank. */
export function hostOf(request: IncomingMessage): Host | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(request.headers.host ?? '');
  if (match === null || !hasOneHost(request)) return undefined;
  return { name: (match[1] ?? '').toLowerCase(), port: match[2] === undefined ? 80 : Number(match[2]) };
}

/** Browsers send no Origin where a page embeds an address, but they do say how the two sites are related. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return site !== 'none' && site !== 'same-origin';
}
