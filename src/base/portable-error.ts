// Errors as plain data, so that they can be sent between threads.

import { AppError, type AppErrorCode } from './app-error.ts';
import { CorruptStore } from './corrupt-store.ts';

export interface Trouble {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly hint: string | null;
  /** The damaged file, if that is the error. */
  readonly damaged?: string;
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof AppError) {
    const { code, message, hint = null } = error;
    return error instanceof CorruptStore ? { code, message, hint, damaged: error.path } : { code, message, hint };
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), hint: null };
}

export function errorOf({ code, message, hint, damaged }: Trouble): AppError {
  if (damaged !== undefined) return new CorruptStore(damaged, new Error(message));
  return new AppError(code, message, hint === null ? {} : { hint });
}
