// `toolscope tail`: the latest finished calls, the newest last, and with -f all that follow.

import { existsSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { lastPart } from '../../base/last-part.ts';
import { sessionKey } from '../../base/session-key.ts';
import { terminalJson } from '../../base/terminal.ts';
import { DAY_MS } from '../../base/time.ts';
import { plural } from '../../base/units.ts';
import { inboxFolder } from '../../hooks/inbox.ts';
import { CallFeed } from '../../library/follow-calls.ts';
import { type LibraryFollower, openFollower } from '../../library/index-watcher.ts';
import { callRecord } from '../../model/call-record.ts';
import type { Filter } from '../../model/filter/filter.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { ChangedCall } from '../../store/questions/calls.ts';
import type { Questions } from '../../store/questions.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import { MarksReader } from '../../user/session-marks.ts';
import { durationText, notesOf, statusStyle, statusWord } from '../call-table.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { explain } from '../errors.ts';
import { filterFrom } from '../filter-from.ts';
import { AttentionWatch, LOOK_EVERY_MS, noticeText, terminalNotice } from '../notify.ts';
import { mustKnow, type Scope, scopeOf, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { ProgressLine } from '../progress-line.ts';
import { cells, fitCells } from '../table.ts';
import { useConfigFor } from '../use-config.ts';
import { wantsArchive } from '../wants-archive.ts';
import { minuteText } from '../when-text.ts';

/** From this width on there is room for the project. */
const ROOMY = 80;
const LEAST_SUBJECT = 16;
/** The names of most tools. */
const TOOL_WIDTH = 12;

/** The time of day; with the date for calls older than a day. */
function timeText(at: number | null, now: number): string {
  if (at === null) return '--:--:--';
  return now - at < DAY_MS ? new Date(at).toTimeString().slice(0, 8) : minuteText(at);
}

function line(out: Output, { call, project }: ChangedCall): string {
  const time = timeText(call.endedAt ?? call.requestedAt, Date.now());
  const name = lastPart(project ?? '');
  const status = out.paint(statusStyle(call), statusWord(call).padEnd(11));
  // What was done is more useful than where.
  const place = out.width < ROOMY ? '' : `${out.paint('dim', fitCells(out.safe(name), 16).padEnd(16))} `;
  const head = `${time} ${place}${status} `;
  const tail = [durationText(call), out.safe(notesOf(call))].filter((part) => part !== '').join('  ');
  const room = Math.max(LEAST_SUBJECT, out.width - cells(head) - cells(tail) - 2);
  // Summaries begin below each other, so that they can be read down.
  const tool = out.safe(call.tool).padEnd(out.width < ROOMY ? 0 : TOOL_WIDTH);
  const subject = fitCells(`${tool}  ${out.safe(call.summary)}`, room);
  return `${head}${subject}${tail === '' ? '' : `  ${out.paint('dim', tail)}`}`;
}

/** Prints calls in the order they arrive, one at a time, so that a slow reader slows down only this command. */
class Printer {
  readonly #invocation: Invocation;
  #queue: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  print(calls: readonly ChangedCall[]): void {
    const { out, options } = this.#invocation;
    for (const told of calls) {
      const text = options['json'] === true ? terminalJson(callRecord(told.call, told.pathOf)) : line(out, told);
      this.#queue = this.#queue
        .then(() => out.line(text))
        .catch((error: unknown) => {
          this.#failure ??= error;
        });
    }
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
  const given = options['lines'] ?? String(LIMITS.tail);
  const lines = Number(given);
  if (!Number.isInteger(lines) || lines < 0 || String(given).trim() === '')
    throw new AppError('bad-usage', `--lines takes a whole number, not ${String(given)}.`);
  return lines;
}

function hasComeOut({ status }: ToolCall): boolean {
  return status !== 'running';
}

/** The latest finished calls, the newest last. */
async function latest(
  { calls: asked, sessions }: Questions,
  filter: Filter,
  places: readonly string[],
  count: number,
): Promise<ChangedCall[]> {
  const calls: ChangedCall[] = [];
  if (count === 0) return calls;
  const projects = new Map<string, string | null>();
  for await (const batch of asked.newest({ filter, places, families: TOOL_FAMILIES })) {
    for (const { call, pathOf } of batch) {
      if (!hasComeOut(call)) continue;
      const { agent, session: id } = call;
      const key = sessionKey(agent, id);
      const project = projects.get(key) ?? (await sessions.project({ agent, id }));
      projects.set(key, project);
      calls.push({ call, pathOf, project });
      if (calls.length >= count) return calls.reverse();
    }
  }
  return calls.reverse();
}

/** Resolves on a stop signal, or when the reader of our output has gone. */
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

function inboxOf(folder: string): string[] {
  const inbox = inboxFolder(folder);
  return existsSync(inbox) ? [inbox] : [];
}

/** Shares the index with a running dashboard, or else updates it in this process. */
async function openLibrary(invocation: Invocation, { roots }: Scope): Promise<LibraryFollower> {
  let progress: ProgressLine | undefined;
  let files = 0;
  const folder = dataFolder();
  const follower = await openFollower({
    folder,
    // Hook reports are followed also where places are named; only those about their sessions are shown.
    places: [...new Set([...roots.map(({ path }) => path), ...inboxOf(folder)])],
    archive: wantsArchive(invocation),
    onTrouble: ({ message }) => invocation.out.note(`toolscope: ${message}`),
    onSetAside: (path) =>
      invocation.out.note(`toolscope: the index was damaged and is being rebuilt; the old file is ${path}.`),
    onProgress: (state) => {
      if (state.phase !== 'indexing' || state.files <= files) return;
      progress ??= new ProgressLine(process.stderr, { files: state.filesTotal, bytes: state.bytesTotal });
      progress.reach(state);
      files = state.files;
    },
  });
  try {
    await follower.ready;
    progress?.done();
    return follower;
  } catch (error) {
    await follower.close();
    throw error;
  }
}

/** Notifies the user when a session needs attention. Returns a function that stops it. */
function watchSessions({ out }: Invocation, { questions }: LibraryFollower, places: readonly string[]) {
  const reader = new MarksReader(dataFolder());
  const watch = new AttentionWatch(questions, places, () => reader.marks());
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const told of await watch.look(Date.now())) {
      const text = noticeText(told, reader.marks());
      if (process.stderr.isTTY) process.stderr.write(terminalNotice(text));
      out.note(`toolscope: ${text} (${told.session.agent} ${told.session.id})`);
    }
  };
  const again = (): void => {
    looking = looking.then(look).catch((error: unknown) => out.note(`toolscope: ${explain(error)}`));
  };
  again();
  const timer = setInterval(again, LOOK_EVERY_MS);
  return async (): Promise<void> => {
    clearInterval(timer);
    await looking;
    reader.close();
  };
}

async function followCalls(invocation: Invocation, filter: Filter, count: number): Promise<number> {
  const printer = new Printer(invocation);
  const scope = scopeOf(invocation);
  const { asked: places, roots } = scope;
  const since = Date.now();
  const follower = await openLibrary(invocation, scope);
  const feed = new CallFeed(follower, {
    filter,
    places,
    since,
    onTrouble: ({ message }) => invocation.out.note(`toolscope: ${message}`),
    onCalls: (calls) => printer.print(calls.filter(({ call }) => hasComeOut(call))),
  });
  try {
    await mustKnow(scope, follower.questions);
    const first = await latest(follower.questions, filter, places, count);
    feed.know(first.map(({ call }) => call));
    printer.print(first);
    const whose = follower.state().phase === 'reading-only' ? ', together with the Toolscope already running' : '';
    invocation.out.note(`Following ${plural(roots.length, 'folder')}${whose}. Press Ctrl-C to stop.`);
    const watching = invocation.options['notify'] === true ? watchSessions(invocation, follower, places) : undefined;
    try {
      await untilStopped(printer);
    } finally {
      await watching?.();
    }
  } finally {
    await feed.close();
    await follower.close();
  }
  await printer.done();
  return 0;
}

export async function tailCalls(invocation: Invocation): Promise<number> {
  await useConfigFor(invocation.out);
  const count = countOf(invocation.options);
  const filter = filterFrom(invocation);
  if (invocation.options['notify'] === true && invocation.options['follow'] !== true) {
    throw new AppError('bad-usage', '--notify needs -f.', { hint: 'toolscope tail -f --notify' });
  }
  if (invocation.options['follow'] === true) return followCalls(invocation, filter, count);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const calls = await latest(questions, filter, places, count);
    const printer = new Printer(invocation);
    printer.print(calls);
    await printer.done();
    if (calls.length > 0 || count === 0) return 0;
    if (invocation.options['json'] !== true) invocation.out.note('toolscope: no calls match.');
    return 1;
  });
}
