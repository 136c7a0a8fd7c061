// Shared by the tests of the server: a library of made-up logs, served on a free port, and answers validated by the contract.

import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { urlOf } from '../../src/api/client.ts';
import { type Contract, contract } from '../../src/api/contract.ts';
import type { AnswerOf, Route } from '../../src/api/route.ts';
import { wireError } from '../../src/api/wire/library.ts';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.ts';
import { bundlesFolder } from '../../src/sources/bundles/bundles-folder.ts';
import { storeIn } from '../support/engine.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A raw request: nothing is added, repaired or decoded, unlike with fetch. */
export function ask(base: string, path: string, options: AskOptions = {}): Promise<Reply> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers ?? {}, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, headers, bytes, text: bytes.toString('utf8') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}

/** Sends raw bytes, and returns everything that comes back until the connection is closed. */
export function askRaw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let told = '';
    socket.on('data', (bytes) => {
      told += bytes.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(told));
  });
}

type JsonRoute = {
  [Name in keyof Contract]: Contract[Name]['answer']['kind'] extends 'json' ? Name : never;
}[keyof Contract];

export class Served {
  readonly library: FollowedLibrary;
  readonly server: RunningServer;
  readonly folder: string;

  constructor(library: FollowedLibrary, server: RunningServer, folder: string) {
    this.library = library;
    this.server = server;
    this.folder = folder;
  }

  get url(): string {
    return this.server.url;
  }

  ask(path: string, options: AskOptions = {}): Promise<Reply> {
    return ask(this.url, path, options);
  }

  /** A successful answer, which must match the contract exactly. */
  async get<Name extends JsonRoute>(
    name: Name,
    parts: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<AnswerOf<Contract[Name]>> {
    const route: Route = contract[name];
    const { status, headers, text } = await this.ask(urlOf(route.path, parts, query));
    expect({ name, status, text: status === 200 ? '' : text }).toEqual({ name, status: 200, text: '' });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const answer: unknown = JSON.parse(text);
    if (route.answer.kind !== 'json') throw new Error(`${name} does not answer with JSON.`);
    // Unknown members would be stripped by the schema: then the two would differ.
    expect(route.answer.schema.parse(answer)).toEqual(answer);
    return answer as AnswerOf<Contract[Name]>;
  }

  /** An error, as a problem document. */
  async trouble(path: string, options: AskOptions = {}): Promise<{ status: number; detail: string; type: string }> {
    const { status, headers, text } = await this.ask(path, options);
    expect(headers['content-type']).toBe('application/problem+json');
    const told = wireError.parse(JSON.parse(text));
    expect(told.status).toBe(status);
    return { status, detail: told.detail, type: told.type };
  }

  async close(): Promise<void> {
    open.delete(this);
    await this.server.close();
    await this.library.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const open = new Set<Served>();

afterAll(async () => {
  for (const served of open) await served.close();
});

/** Serves the logs below a folder; stopped after the test file. `keeps`: the user's changes are saved in its folder. */
export async function serve(
  places: readonly string[],
  options: Omit<Partial<ServerOptions>, 'library'> = {},
  { keeps = false } = {},
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-server-'));
  const library = await FollowedLibrary.open({ folder: await storeIn(folder), places });
  await library.ready;
  const server = await startServer({
    library,
    port: 0,
    access: 'open-to-local-users',
    webFolder: join(folder, 'no-web'),
    bundles: bundlesFolder(folder),
    ...(keeps ? { folder } : {}),
    ...options,
  });
  const served = new Served(library, server, folder);
  open.add(served);
  return served;
}
