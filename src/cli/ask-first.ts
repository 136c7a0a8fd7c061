// Confirmation prompt before deleting or changing something. Never assumes yes.

import { createInterface } from 'node:readline/promises';
import { AppError } from '../base/app-error.ts';
import type { Invocation } from './command.ts';

/** What is said where no one can be asked. */
interface Refusal {
  readonly message: string;
  readonly hint: string;
}

const NOT_DELETED: Refusal = {
  message: 'Nothing was deleted: there is no terminal to ask on.',
  hint: 'Add --yes to confirm, or --dry-run to only look.',
};

/** True with --yes, or when the user agrees. */
export async function isAgreed(
  { options, out }: Invocation,
  question: string,
  refusal = NOT_DELETED,
): Promise<boolean> {
  if (options['yes'] === true) return true;
  if (process.stdin.isTTY !== true || !out.isTerminal) {
    throw new AppError('refused', refusal.message, { hint: refusal.hint });
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
