// Builds the gallery into a folder, and serves that folder on a free port of this machine.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { type SampleCall, sampleCalls } from './sample-calls.ts';

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const MODULE = 'virtual:sample-calls';
/** One blue point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPj/HwAEhAKAGb3Y7gAAAABJRU5ErkJggg==',
  'base64',
);

/** `calls`: what is shown instead of the samples. */
export async function buildGallery(folder: string, calls: readonly SampleCall[] = sampleCalls()): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    base: './',
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [
      {
        name: 'sample-calls',
        resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
        load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(calls)}` : undefined),
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  writeFileSync(path.join(folder, 'picture.png'), PICTURE);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

export async function serveFolder(folder: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.join(folder, path.normalize(name === '/' ? '/index.html' : name));
    if (name === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    try {
      const body = readFileSync(file);
      response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
