// Changes settings files: shows the change, asks, makes a backup, then writes.

import { createInterface } from 'node:readline/promises';
import { AppError } from '../../base/app-error.ts';
import type { Invocation } from '../command.ts';
import { readSettings, restoreSettings, writeSettings } from './settings-file.ts';
import { changeLines } from './text-changes.ts';

export interface PlannedChange {
  readonly title: string;
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
  /** For undo: the file's text before Toolscope changed it, null if there was no file. */
  readonly original?: string | null;
}

/** Plans a change. Undefined when the file needs none. */
export function planChange(
  title: string,
  path: string,
  change: (text: string, path: string) => string,
): PlannedChange | undefined {
  const before = readSettings(path);
  const after = change(before ?? '', path);
  return after === (before ?? '') ? undefined : { title, path, before, after };
}

async function show({ title, path, before, after }: PlannedChange, { out }: Invocation): Promise<void> {
  await out.line(`${out.paint('bold', title)}: ${out.safe(path)}${before === undefined ? ' (new file)' : ''}`);
  for (const line of changeLines(before ?? '', after)) {
    if (line === null) await out.line(out.paint('dim', '  …'));
    else {
      const text = `  ${line[0]} ${out.safe(line.slice(1)).trimEnd()}`;
      const indent = /^\s*/.exec(line.slice(1))?.[0].replaceAll('\t', '  ') ?? '';
      const laidOut = `  ${line[0]} ${indent}${text.slice(4).trimStart()}`.trimEnd();
      await out.line(
        line[0] === '+' ? out.paint('green', laidOut) : line[0] === '-' ? out.paint('red', laidOut) : laidOut,
      );
    }
  }
}

async function isAgreed({ options, out }: Invocation, count: number): Promise<boolean> {
  if (options['yes'] === true) return true;
  if (process.stdin.isTTY !== true || !out.isTerminal) {
    throw new AppError('refused', 'Nothing was changed: there is no terminal to ask on.', {
      hint: 'Confirm with --yes.',
    });
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(
      count === 1 ? 'Change this file? [y/N] ' : `Change these ${count} files? [y/N] `,
    );
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Returns the exit status. `first` runs when the user has agreed, before anything is written. */
export async function makeChanges(
  changes: readonly PlannedChange[],
  invocation: Invocation,
  first: () => void,
): Promise<number> {
  const { out } = invocation;
  for (const change of changes) await show(change, invocation);
  if (!(await isAgreed(invocation, changes.length))) {
    await out.line('Nothing was changed.');
    return 1;
  }
  first();
  for (const { path, before, after, original } of changes) {
    // Another program may have written to it while we were asking.
    if (readSettings(path) !== before) {
      throw new AppError('refused', `${path} was changed in the meantime and has been left as it is.`, {
        hint: 'Try again.',
      });
    }
    if (original !== undefined) {
      restoreSettings(path, original);
      await out.line(`${out.safe(path)} ${original === null ? 'was removed' : 'is what it was before'}.`);
      continue;
    }
    const backup = writeSettings(path, after);
    await out.line(`${out.safe(path)} was written${backup === null ? '' : `; the old one is ${out.safe(backup)}`}.`);
  }
  return 0;
}
