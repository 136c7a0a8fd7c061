// The tools of a thread: discovered when it is opened, kept for its life, and disabled if two have the same name.

import { AppError } from '../../base/app-error.ts';
import type { Credentials } from '../outbound/credentials.ts';
import { type Outbound, OutboundError } from '../outbound/request.ts';
import { type Manifest, parseManifest, type ToolDefinition } from '../protocol/manifest.ts';
import { parseBody } from '../protocol/parse-body.ts';
import { below, parseHttpUrl } from '../protocol/parse-url.ts';
import type { RapStore } from '../store/rap-store.ts';
import type { ToolsetRow } from '../store/rap-toolsets.ts';
import { RESERVED_TOOLS } from './built-in-tools.ts';
import type { Limits } from './limits.ts';

export interface ThreadTool extends ToolDefinition {
  readonly base: string;
  readonly endpoint: string;
}

export interface ThreadTools {
  readonly tools: ReadonlyMap<string, ThreadTool>;
  /** Names that several toolsets claim: none of them is available. */
  readonly clashes: readonly { readonly name: string; readonly bases: readonly string[] }[];
  readonly problems: readonly { readonly base: string; readonly problem: string }[];
}

const MAX_CACHED = 256;
const MAX_TOOLSETS = 64;

export function normalBase(base: string): string {
  const url = parseHttpUrl(base);
  if (url === undefined || url.search !== '' || url.hash !== '') {
    throw new AppError('bad-usage', 'A toolset is named by the base address of its server.', {
      hint: 'Write it like https://tools.example.com or http://127.0.0.1:9000.',
    });
  }
  return url.href.replace(/\/+$/, '');
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class Toolsets {
  readonly #store: RapStore;
  readonly #outbound: Outbound;
  readonly #credentials: Credentials;
  readonly #limits: Limits;
  readonly #cache = new Map<number, ThreadTools>();

  constructor(store: RapStore, outbound: Outbound, credentials: Credentials, limits: Limits) {
    this.#store = store;
    this.#outbound = outbound;
    this.#credentials = credentials;
    this.#limits = limits;
  }

  /** Fetches the manifests. A failure is a row with its problem, not an exception: the others still work. */
  async discover(bases: readonly string[], at: number): Promise<ToolsetRow[]> {
    const unique = [...new Set(bases.map(normalBase))];
    if (unique.length > MAX_TOOLSETS)
      throw new AppError('bad-usage', `A thread can have ${MAX_TOOLSETS} toolsets at most.`);
    return Promise.all(
      unique.map(async (base): Promise<ToolsetRow> => {
        try {
          return { base, manifest: await this.#fetch(base), problem: null, fetchedAt: at };
        } catch (error) {
          return { base, manifest: null, problem: explain(error), fetchedAt: at };
        }
      }),
    );
  }

  /** Inside a transaction. */
  insert(thread: number, rows: readonly ToolsetRow[]): void {
    for (const row of rows) this.#store.toolsets.set(thread, row);
    this.#cache.delete(thread);
  }

  /** Inside a transaction: replaces one server by another. */
  replace(thread: number, base: string, row: ToolsetRow): void {
    this.#store.toolsets.replace(thread, base, row);
    this.#cache.delete(thread);
  }

  of(thread: number): ThreadTools {
    const cached = this.#cache.get(thread);
    if (cached !== undefined) return cached;
    const found = this.#load(thread);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(thread, found);
    return found;
  }

  async #fetch(base: string): Promise<string> {
    const url = below(base, '.well-known/rap-toolset');
    const { status, body } = await this.#outbound.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...this.#credentials.headers(url, Buffer.alloc(0)) },
      timeoutMs: this.#limits.attemptTimeoutMs,
      maxBytes: this.#limits.maxManifestBytes,
    });
    if (status !== 200) throw new OutboundError('unreachable', `The manifest was answered with status ${status}.`);
    const { text, value } = parseBody(body);
    parseManifest(value);
    return text;
  }

  #load(thread: number): ThreadTools {
    const owners = new Map<string, ThreadTool[]>();
    const problems: { base: string; problem: string }[] = [];
    for (const { base, manifest: text, problem } of this.#store.toolsets.ofThread(thread)) {
      if (text === null) {
        problems.push({ base, problem: problem ?? 'unknown' });
        continue;
      }
      const manifest: Manifest = parseManifest(JSON.parse(text));
      for (const tool of manifest.tools) {
        if (RESERVED_TOOLS.has(tool.name)) {
          problems.push({ base, problem: `The name ${tool.name} is the runtime's own: that tool is not available.` });
          continue;
        }
        const all = owners.get(tool.name) ?? [];
        owners.set(tool.name, all);
        all.push({ ...tool, base, endpoint: manifest.endpoint });
      }
    }
    const tools = new Map<string, ThreadTool>();
    const clashes: { name: string; bases: string[] }[] = [];
    for (const [name, all] of owners) {
      const [only, ...others] = all;
      if (only !== undefined && others.length === 0) tools.set(name, only);
      else clashes.push({ name, bases: all.map(({ base }) => base) });
    }
    return { tools, clashes, problems };
  }
}
