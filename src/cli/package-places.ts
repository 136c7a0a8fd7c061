// Paths of the package's parts, relative to two folders below its root: the location of this file when compiled, and of the
// bundle.

import { fileURLToPath } from 'node:url';

export const SCHEMAS: URL = new URL('../../schemas/', import.meta.url);

/** The program, for others to start. */
export const PROGRAM: string = fileURLToPath(new URL('../../dist/program/toolscope.js', import.meta.url));
