// Owns following live logs: recent sessions are read once, then every change on disk is read on and told, call by call.

import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../base/json.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type Discovered, discover } from './discover.ts';
import { spoolFolder } from './hooks/inbox.ts';
import { keepDrained } from './hooks/spool.ts';
import { groupSessions } from './library.ts';
import { LiveSession } from './live-session.ts';
import type { FileChange } from './watch/file-change.ts';
import { type FolderWatch, watchFolders } from './watch/watch-folders.ts';

export interface FollowOptions {
  /** Sessions written to within this time are read at the start; others when they are written to again. */
  readonly recentMs: number;
  readonly now?: number;
  /** Told the calls that are new or have come out differently since they were last told. */
  readonly onCalls: (session: LiveSession, calls: readonly ToolCall[]) => void;
  readonly onTrouble: (message: string) => void;
}

export interface Follower {
  /** The calls of recent sessions have been told; from here on only changes are. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const LOG_OR_SIDE = /\.(?:jsonl|meta\.json)$/;

async function recentFiles(folder: string, since: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((): Dirent[] => []);
  const recent: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !LOG_OR_SIDE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && info.mtimeMs >= since) recent.push(path);
  }
  return recent;
}

class Following {
  readonly #options: FollowOptions;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #homes = new Map<string, { session: LiveSession; source: number }>();
  readonly #told = new Map<string, string>();
  /** One change after the other, so that lines of a session are read in order. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  async start(roots: readonly string[]): Promise<void> {
    const since = (this.#options.now ?? Date.now()) - this.#options.recentMs;
    const files = (await Promise.all(roots.map((root) => recentFiles(root, since)))).flat();
    await this.#run(async () => this.#take(await discover(files)));
  }

  changed(change: FileChange): void {
    void this.#run(() => this.#change(change));
  }

  async close(): Promise<void> {
    await this.#queue;
    for (const session of this.#sessions.values()) session.close();
  }

  #run(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#options.onTrouble(error instanceof Error ? error.message : String(error));
    });
    return this.#queue;
  }

  async #change({ path, kind }: FileChange): Promise<void> {
    const home = this.#homes.get(path);
    if (kind === 'gone') return;
    if (home === undefined) return this.#take(await discover([path]));
    if (kind === 'truncated' || kind === 'replaced') return this.#readAnew(home.session);
    await home.session.readOn(home.source, { isWhole: false });
    this.#tell(home.session);
  }

  /** The file is another one now: what was read of the session is forgotten, what was told stays told. */
  async #readAnew(session: LiveSession): Promise<void> {
    const paths = [...this.#homes].filter(([, home]) => home.session === session).map(([path]) => path);
    for (const path of paths) this.#homes.delete(path);
    this.#sessions.delete(`${session.format.agent} ${session.id}`);
    session.close();
    await this.#take(await discover(paths));
  }

  async #take(found: Discovered): Promise<void> {
    for (const files of groupSessions(found)) {
      const key = `${files.agent} ${files.session}`;
      const session =
        this.#sessions.get(key) ?? new LiveSession(files.format, files.session, { messages: false, tracking: true });
      this.#sessions.set(key, session);
      for (const { path, identity } of files.logs) {
        if (this.#homes.has(path)) continue;
        const source = session.addSource(path, identity.thread);
        this.#homes.set(path, { session, source });
        await session.readOn(source, { isWhole: false });
      }
      for (const side of files.sides) {
        const parsed = parseJson(await readFile(side.path, 'utf8').catch(() => ''));
        if (parsed.ok) session.side(side.path, side.what, parsed.value);
      }
      this.#tell(session);
    }
  }

  #tell(session: LiveSession): void {
    const fresh = session.changes(true).calls.filter((call) => {
      const key = `${call.agent} ${call.session} ${call.callId} ${call.occurrence}`;
      const outcome = `${call.status} ${call.endedAt}`;
      if (this.#told.get(key) === outcome) return false;
      this.#told.set(key, outcome);
      return true;
    });
    if (fresh.length > 0) this.#options.onCalls(session, fresh);
  }
}

/** Follows the logs below folders until it is closed. */
export function follow(roots: readonly string[], options: FollowOptions): Follower {
  const following = new Following(options);
  const inboxes = roots.filter((root) => existsSync(spoolFolder(root))).map((root) => keepDrained(root));
  const accepts = (path: string): boolean => LOG_OR_SIDE.test(path);
  const watch: FolderWatch = watchFolders(roots, (change) => following.changed(change), { accepts });
  return {
    ready: watch.ready.then(() => following.start(roots)),
    async close() {
      for (const inbox of inboxes) inbox.close();
      await watch.close();
      await following.close();
    },
  };
}

/** The calls of recent sessions, without following. */
export async function recentCalls(roots: readonly string[], options: FollowOptions): Promise<void> {
  const following = new Following(options);
  await following.start(roots);
  await following.close();
}
