// The newer Node.js that some programs need: a package from the registry that contains it.

import { join } from 'node:path';
import type { Stage } from './peer.ts';

const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

export const NEWER_NODE = { [PACKAGE]: '24.21.0' };

export function newerNode({ installed }: Stage): string {
  return join(installed, 'node_modules', PACKAGE, 'bin/node');
}
