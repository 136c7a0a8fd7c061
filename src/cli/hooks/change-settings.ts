// Changes settings files: shows the change, asks, makes a backup, then writes.

import { AppError } from '../../base/app-error.ts';
import { isAgreed } from '../ask-first.ts';
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

interface WantedChange {
  readonly title: string;
  readonly path: string;
  readonly change: (text: string, path: string) => string;
}

/** Plans changes, and says of which files none is needed. `unneeded` follows "nothing to do,". */
export async function planChanges(
  wanted: readonly WantedChange[],
  { out }: Invocation,
  unneeded: string,
): Promise<PlannedChange[]> {
  const changes: PlannedChange[] = [];
  for (const { title, path, change } of wanted) {
    const planned = planChange(title, path, change);
    if (planned === undefined) await out.line(`${title}: nothing to do, ${out.safe(path)} ${unneeded}.`);
    else changes.push(planned);
  }
  return changes;
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

const NOT_CHANGED = { message: 'Nothing was changed: there is no terminal to ask on.', hint: 'Confirm with --yes.' };

/** Returns the exit status. `first` runs when the user has agreed, before anything is written. */
export async function makeChanges(
  changes: readonly PlannedChange[],
  invocation: Invocation,
  first: () => void,
): Promise<number> {
  const { out } = invocation;
  for (const change of changes) await show(change, invocation);
  const question = changes.length === 1 ? 'Change this file?' : `Change these ${changes.length} files?`;
  if (!(await isAgreed(invocation, question, NOT_CHANGED))) {
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
