// Owns a reading thread: takes families of sessions by message, reads them, and sends the sessions back.

import { parentPort } from 'node:worker_threads';
import { AppError } from '../base/app-error.ts';
import { readFamily } from './library.ts';
import type { FamilyAnswer, FamilyTask } from './parallel.ts';
import { revive } from './portable-files.ts';

const port = parentPort;
if (port === null) throw new Error('session-worker runs as a worker thread only');

port.on('message', ({ number, family, options }: FamilyTask) => {
  readFamily(family.map(revive), options).then(
    (sessions) => port.postMessage({ number, sessions } satisfies FamilyAnswer),
    (error: unknown) => {
      const code = error instanceof AppError ? error.code : 'internal';
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ number, error: { code, message } } satisfies FamilyAnswer);
    },
  );
});
