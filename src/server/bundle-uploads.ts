// Takes bundles that somebody drops on the dashboard: looked through before they count, and kept in a folder of Toolscope's own, from
// where they are read like any log.

import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { BundleTaken } from '../api/wire/share.ts';
import { AppError } from '../base/app-error.ts';
import { groupSessions } from '../reading/group-sessions.ts';
import { discover } from '../sources/discover.ts';
import { BUNDLE_ENDING, bundledLogs } from '../sources/kinds/bundles.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import { HttpProblem } from './problem.ts';
import { partsOf } from './read-body.ts';

const LARGEST_MB = 128;
/** At the same time: each is written to the disk, and looked through. */
const MOST_AT_ONCE = 2;

async function save(request: IncomingMessage, file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(request, LARGEST_MB * 1024 * 1024)) {
    hash.update(part);
    await file.appendFile(part);
  }
  await file.sync();
  return hash.digest('hex').slice(0, 32);
}

/** Every log in it can be unpacked and is what the manifest says; and each belongs to some session. */
async function sessionsIn(path: string): Promise<BundleTaken['sessions']> {
  for (const log of bundledLogs(path)) openLog(log.path).close();
  return groupSessions(await discover([path])).map(({ agent, session }) => ({ agent, session }));
}

export class BundleUploads {
  readonly #folder: string | undefined;
  #atOnce = 0;

  /** Undefined: none are taken. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async take(request: IncomingMessage): Promise<BundleTaken> {
    if (this.#folder === undefined) throw new HttpProblem(404, 'Bundles are not taken here.');
    // A form of another site cannot send this type without asking first.
    if (request.headers['content-type'] !== 'application/zip') throw new HttpProblem(415, 'Send a zip file.');
    if (this.#atOnce >= MOST_AT_ONCE)
      throw new HttpProblem(503, 'Other bundles are being taken.', { 'retry-after': '5' });
    this.#atOnce++;
    try {
      return await this.#keep(request, this.#folder);
    } finally {
      this.#atOnce--;
    }
  }

  async #keep(request: IncomingMessage, folder: string): Promise<BundleTaken> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Not a name that bundles are found by: it counts when it was looked through.
    const coming = join(folder, `coming-${randomBytes(8).toString('hex')}.zip`);
    try {
      const file = await open(coming, 'wx', 0o600);
      const name = await save(request, file).finally(() => file.close());
      const sessions = await sessionsIn(coming);
      if (sessions.length === 0) throw new HttpProblem(400, 'There is no session in it.');
      await rename(coming, join(folder, name + BUNDLE_ENDING));
      return { sessions };
    } catch (error) {
      await rm(coming, { force: true });
      if (!(error instanceof AppError)) throw error;
      throw new HttpProblem(400, error.message.replaceAll(coming, 'The file'));
    }
  }
}
