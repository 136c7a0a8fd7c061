// Uploads of bundles dropped on the dashboard: checked before they count, and kept in Toolscope's own folder, from where
// they are read like any log.

import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BundleTaken } from '../api/wire/share.ts';
import { AppError } from '../base/app-error.ts';
import { errorOf } from '../base/portable-error.ts';
import { THREAD_LIMITS } from '../reading/many-sessions/thread-limits.ts';
import { BUNDLE_ENDING } from '../sources/kinds/bundles.ts';
import type { BundleThreadAnswer, BundleThreadData } from './bundle-thread.ts';
import { HttpProblem } from './problem.ts';
import { partsOf } from './read-body.ts';

const LARGEST_MB = 128;
/** Uploads at the same time: each is written to disk and checked. */
const MOST_AT_ONCE = 2;
/** Not a name that bundles are found by: it counts when it was looked through. */
const COMING = 'coming-';
/** An upload that nothing was added to for this long was cut off by a crash; others may be another process's. */
const CUT_OFF_MS = 3_600_000;

async function save(request: IncomingMessage, file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(request, LARGEST_MB * 1024 * 1024)) {
    hash.update(part);
    await file.appendFile(part);
  }
  await file.sync();
  return hash.digest('hex').slice(0, 32);
}

/** Running from sources: there is no file that a thread could start from. */
const CAN_THREAD = import.meta.url.endsWith('.js');

/** On a thread: unpacking hundreds of megabytes would block the server for seconds. Its memory is freed when it exits. */
async function lookedThrough(path: string): Promise<BundleTaken['sessions']> {
  if (!CAN_THREAD) return (await import('./look-through-bundle.ts')).sessionsIn(path);
  const workerData: BundleThreadData = { path };
  const thread = new Worker(new URL('./bundle-thread.js', import.meta.url), {
    workerData,
    resourceLimits: THREAD_LIMITS,
  });
  const answer = await new Promise<BundleThreadAnswer>((done, fail) => {
    thread.once('message', done);
    thread.once('error', fail);
    thread.once('exit', () => fail(new HttpProblem(503, 'The bundle could not be checked.')));
  });
  if ('trouble' in answer) throw errorOf(answer.trouble);
  return answer.sessions;
}

export class BundleUploads {
  readonly #folder: string | undefined;
  #atOnce = 0;

  /** Undefined: uploads are off. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** Deletes uploads that were cut off by a crash: nothing else knows their names. */
  async tidy(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(COMING)) continue;
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > CUT_OFF_MS) await rm(path, { force: true });
    }
  }

  async take(request: IncomingMessage): Promise<BundleTaken> {
    if (this.#folder === undefined) throw new HttpProblem(404, 'Bundles are not enabled on this server.');
    // A form on another site cannot send this type without a preflight request.
    if (request.headers['content-type'] !== 'application/zip') throw new HttpProblem(415, 'Send a zip file.');
    if (this.#atOnce >= MOST_AT_ONCE)
      throw new HttpProblem(503, 'Other uploads are in progress.', { 'retry-after': '5' });
    this.#atOnce++;
    try {
      return await this.#keep(request, this.#folder);
    } finally {
      this.#atOnce--;
    }
  }

  async #keep(request: IncomingMessage, folder: string): Promise<BundleTaken> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const coming = join(folder, `${COMING}${randomBytes(8).toString('hex')}.zip`);
    try {
      const file = await open(coming, 'wx', 0o600);
      const name = await save(request, file).finally(() => file.close());
      const sessions = await lookedThrough(coming);
      if (sessions.length === 0) throw new HttpProblem(400, 'The bundle contains no session.');
      await rename(coming, join(folder, name + BUNDLE_ENDING));
      return { sessions };
    } catch (error) {
      await rm(coming, { force: true });
      if (!(error instanceof AppError)) throw error;
      throw new HttpProblem(400, error.message.replaceAll(coming, 'The file'));
    }
  }
}
