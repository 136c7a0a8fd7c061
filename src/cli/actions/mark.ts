// `toolscope mark`: changes the marks of one session, or lists all marks.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { dataFolder } from '../../store/data-folder.ts';
import { type MarkChange, type MarkedSession, markSession, readMarks } from '../../user/session-marks.ts';
import type { Invocation } from '../command.ts';
import { findSession } from '../find-by-prefix.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';

function eitherOf({ options }: Invocation, on: string, off: string): boolean | undefined {
  if (options[on] === true && options[off] === true) {
    throw new AppError('bad-usage', `--${on} and --${off} cannot be combined.`);
  }
  if (options[on] === true) return true;
  return options[off] === true ? false : undefined;
}

function changeFrom(invocation: Invocation): MarkChange | undefined {
  const { name } = invocation.options;
  const change = {
    isPinned: eitherOf(invocation, 'pin', 'unpin'),
    isHidden: eitherOf(invocation, 'hide', 'unhide'),
    name: typeof name === 'string' ? name : undefined,
  };
  return Object.values(change).every((value) => value === undefined) ? undefined : change;
}

function told({ agent, session, isPinned, isHidden, name }: MarkedSession, out: Output): string {
  const words = [
    ...(isPinned ? ['pinned'] : []),
    ...(isHidden ? ['hidden'] : []),
    ...(name === null ? [] : [`named ${out.safe(name)}`]),
  ];
  return `${out.safe(session)}  ${out.safe(agent)}  ${words.length === 0 ? 'not marked' : words.join(', ')}`;
}

function record({ agent, session, isPinned, isHidden, name }: MarkedSession): string {
  return terminalJson({ agent, session, pinned: isPinned, hidden: isHidden, name });
}

export async function markSessions(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const [prefix, ...others] = positionals;
  const change = changeFrom(invocation);
  const print = (mark: MarkedSession): Promise<void> =>
    out.line(options['json'] === true ? record(mark) : told(mark, out));
  if (prefix === undefined) {
    if (change !== undefined) {
      throw new AppError('bad-usage', 'Which session?', { hint: 'toolscope ls lists sessions.' });
    }
    const { all } = readMarks(dataFolder());
    for (const mark of all) await print(mark);
    if (all.length === 0 && options['json'] !== true) out.note('toolscope: no session is pinned, named or hidden.');
    return all.length === 0 ? 1 : 0;
  }
  if (others.length > 0) throw new AppError('bad-usage', 'mark takes one session id, or the beginning of one.');
  if (change === undefined) {
    throw new AppError('bad-usage', 'mark needs an option that says what to change.', {
      hint: 'See toolscope mark --help.',
    });
  }
  return withLibrary(invocation, async (library) => {
    const { agent, id: session } = await findSession(library, prefix, out);
    await print({ agent, session, ...markSession(dataFolder(), { agent, session }, change) });
    return 0;
  });
}
