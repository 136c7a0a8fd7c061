// The files of the web app, looked up by name, so that no address can lead outside. A new build is served as soon as it is
// there.

import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_SESSIONS_URL } from '../api/first-sessions.ts';
import { isKnown } from './reply.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Compressed copies that the build may have put next to a file, the best first. */
const PACKED = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

interface WebFile {
  readonly path: string;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
  readonly packed: readonly { readonly path: string; readonly encoding: string }[];
}

/** Where the build puts the web app; the same for sources and the built program. */
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

function filesIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Changes with the content. Empty if the file does not exist. */
function tagOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts === undefined ? '' : `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
}

function manifestOf(folder: string): Map<string, WebFile> {
  const paths = new Set(filesIn(folder));
  const files = new Map<string, WebFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(name, {
      path,
      type,
      tag: tagOf(path),
      isImmutable: name.startsWith('/assets/'),
      packed: PACKED.flatMap(({ suffix, encoding }) =>
        paths.has(path + suffix) ? [{ path: path + suffix, encoding }] : [],
      ),
    });
  }
  return files;
}

/** The list of sessions is asked for while the browser still loads the code that shows it. */
const WITH_FIRST_SESSIONS = { link: `<${FIRST_SESSIONS_URL}>; rel=preload; as=fetch; crossorigin` };

const MISSING =
  'The web app is missing: it is being built, or was never built. Run `npm run build`, then load this page again.\n';

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Files have an ending, pages have none, except a session's: its id may be the name of a log. */
function isPageOfApp(path: string): boolean {
  return path.startsWith('/s/') || !/\.[a-z0-9]+$/i.test(path);
}

export class StaticFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, WebFile> = new Map();
  /** Of the page that the list was made for. */
  #tag = '';

  constructor(folder: string = WEB_FOLDER) {
    this.#folder = folder;
  }

  /** False when the address is none of the app's. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const isPage = isPageOfApp(path);
    const file = this.#find(isPage ? '/index.html' : path);
    if (file !== undefined && this.#send(request, response, file)) return true;
    if (!isPage) return false;
    this.#sendMissing(response);
    return true;
  }

  #find(name: string): WebFile | undefined {
    const tag = tagOf(join(this.#folder, 'index.html'));
    // A build may write the page before the files it needs.
    if (tag !== this.#tag || !this.#files.has(name)) {
      this.#files = manifestOf(this.#folder);
      this.#tag = tag;
    }
    return this.#files.get(name);
  }

  /** False when the file has been deleted meanwhile. */
  #send(request: IncomingMessage, response: ServerResponse, file: WebFile): boolean {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const packed = file.packed.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted));
    const bytes = bytesOf(packed?.path ?? file.path);
    if (bytes === undefined) return false;
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': file.type,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.tag,
      vary: 'accept-encoding',
      ...(packed === undefined ? {} : { 'content-encoding': packed.encoding }),
      ...(request.url === '/' ? WITH_FIRST_SESSIONS : {}),
    };
    if (isKnown(request, file.tag)) {
      response.writeHead(304, headers).end();
      return true;
    }
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return true;
  }

  #sendMissing(response: ServerResponse): void {
    response.writeHead(503, { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(MISSING);
  }
}
