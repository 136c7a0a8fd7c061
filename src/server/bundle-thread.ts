// A thread that checks one bundle, reports what is in it, and exits.

import { parentPort, workerData } from 'node:worker_threads';
import type { BundleTaken } from '../api/wire/share.ts';
import { type Trouble, troubleOf } from '../base/portable-error.ts';
import { useFoundConfig } from '../config/found-config.ts';
import { sessionsIn } from './look-through-bundle.ts';

export interface BundleThreadData {
  readonly path: string;
}

export type BundleThreadAnswer = { readonly sessions: BundleTaken['sessions'] } | { readonly trouble: Trouble };

const port = parentPort;
if (port === null) throw new Error('bundle-thread runs as a worker thread only');

const { path }: BundleThreadData = workerData;

async function answer(): Promise<BundleThreadAnswer> {
  try {
    await useFoundConfig();
    return { sessions: await sessionsIn(path) };
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
}

port.postMessage(await answer());
