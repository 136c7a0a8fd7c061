// Why the system refused something: ENOENT, EACCES and the like.

/** Undefined for errors without such a code. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
