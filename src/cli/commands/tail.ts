// Owns `toolscope tail`: the latest calls of all sessions, one line each, and with -f every further one as it comes out.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { plural } from '../../base/units.ts';
import type { LiveSession } from '../../ingest/live-session.ts';
import { callRecord } from '../../model/call-record.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { durationText, notesOf, statusStyle } from '../call-table.ts';
import type { Command, Invocation } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import type { Output } from '../output.ts';
import { fitCells } from '../table.ts';

const RECENT_MS = 24 * 3600_000;

function line(out: Output, session: LiveSession, call: ToolCall): string {
  const at = call.endedAt ?? call.requestedAt;
  const time = at === null ? '--:--:--' : new Date(at).toTimeString().slice(0, 8);
  const project = (session.fold.fields.cwd ?? '').split(/[/\\]/).at(-1) ?? '';
  const head = `${time} ${out.paint('dim', fitCells(out.safe(project), 16).padEnd(16))} ${out.paint(statusStyle(call), call.status.padEnd(11))} `;
  const tail = [durationText(call), out.safe(notesOf(call))].filter((part) => part !== '').join('  ');
  const room = Math.max(20, out.width - 40 - tail.length);
  const subject = fitCells(`${out.safe(call.tool)}  ${out.safe(call.summary)}`, room);
  return `${head}${subject}${tail === '' ? '' : `  ${out.paint('dim', tail)}`}`;
}

/** Prints calls in the order they are told, one at a time, so that a slow reader slows us and nothing else. */
class Printer {
  readonly #invocation: Invocation;
  #queue: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  print(session: LiveSession, call: ToolCall): void {
    const { out, options } = this.#invocation;
    const text =
      options['json'] === true
        ? terminalJson(callRecord(call, (source) => session.pathOf(source)))
        : line(out, session, call);
    this.#queue = this.#queue
      .then(() => out.line(text))
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  }

  async done(): Promise<void> {
    await this.#queue;
    if (this.#failure !== undefined) throw this.#failure;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }
}

function countOf(options: Invocation['options']): number {
  const given = options['lines'] ?? '20';
  const lines = Number(given);
  if (!Number.isInteger(lines) || lines < 0)
    throw new AppError('bad-usage', `--lines takes a whole number, not ${String(given)}.`);
  return lines;
}

/** Resolves when a person or the system asks us to stop, or when nobody reads any more. */
function untilStopped(printer: Printer): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => printer.hasFailed && stop(), 250);
    const stop = (): void => {
      clearInterval(look);
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

export const tail: Command = {
  usage: '[-f] [options]',
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Go on as agents work, until Ctrl-C.' },
    lines: { type: 'string', short: 'n', value: 'n', help: 'How many of the latest calls to begin with (20).' },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'tail', does: 'the last 20 calls of the last day' },
    { line: 'tail -f', does: 'every call of every agent, as it comes out' },
    { line: 'tail -f -n 0 --json | jq .summary', does: 'only new ones, for a program' },
  ],
  notes: [
    'A call is shown when it has come out, and again when its outcome changes, as background work does when it ends.',
  ],
  async run(invocation) {
    const lines = countOf(invocation.options);
    // Loaded now: help and completion should not wait for it.
    const [{ follow, recentCalls }, { placesFor }] = await Promise.all([
      import('../../ingest/follow.ts'),
      import('../open-library.ts'),
    ]);
    const roots = placesFor(invocation);
    const printer = new Printer(invocation);
    const early: { session: LiveSession; call: ToolCall }[] = [];
    let isFollowing = false;
    const onCalls = (session: LiveSession, calls: readonly ToolCall[]): void => {
      for (const call of calls) {
        if (call.status === 'running') continue;
        if (isFollowing) printer.print(session, call);
        else early.push({ session, call });
      }
    };
    const options = { recentMs: RECENT_MS, onCalls, onTrouble: (message: string) => invocation.out.note(message) };
    const showEarly = (): void => {
      const when = ({ call }: { call: ToolCall }): number => call.endedAt ?? call.requestedAt ?? 0;
      const latest = lines === 0 ? [] : early.sort((a, b) => when(a) - when(b)).slice(-lines);
      for (const { session, call } of latest) printer.print(session, call);
      isFollowing = true;
    };
    if (invocation.options['follow'] !== true) {
      await recentCalls(roots, options);
      showEarly();
      await printer.done();
      if (early.length === 0) invocation.out.note('No calls in the last day.');
      return 0;
    }
    const follower = follow(roots, options);
    await follower.ready;
    showEarly();
    invocation.out.note(`Following ${plural(roots.length, 'folder')}. Ctrl-C ends it.`);
    await untilStopped(printer);
    await follower.close();
    await printer.done();
    return 0;
  },
};
