// Where the parts of the package lie, seen from two folders below its root: that is where this file is compiled to, and
// where the bundle is.

import { fileURLToPath } from 'node:url';

export const SCHEMAS: URL = new URL('../../schemas/', import.meta.url);

/** The program, to be started by others. */
export const PROGRAM: string = fileURLToPath(new URL('../../dist/program/toolscope.js', import.meta.url));
