// Copies standard input to a file: logs are read by position, which a pipe does not have.

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../base/app-error.ts';

interface SpooledInput {
  readonly path: string;
  remove(): void;
}

/** All of it, in a folder that only its owner can read. */
export async function spoolInput(): Promise<SpooledInput> {
  if (process.stdin.isTTY === true) {
    throw new AppError('bad-usage', 'Standard input is a terminal, and no log.', {
      hint: 'Pipe a stream into it: codex exec --json "…" | toolscope inspect -',
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const leave = (signal: NodeJS.Signals): void => {
    remove();
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  // The name suits both JSON lines and one document: the content decides.
  const path = join(folder, 'standard-input.json');
  try {
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    remove();
    throw new AppError('path-unreadable', `Standard input cannot be kept in ${folder}: ${String(error)}`, {
      cause: error,
    });
  }
  return {
    path,
    remove: () => {
      process.off('SIGINT', leave).off('SIGTERM', leave);
      remove();
    },
  };
}
