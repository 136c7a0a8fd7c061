// What a session changed in the end: for every file the steps of its calls, in the order they were done, followed through moves, folded
// into one diff.

import type { ToolCall } from '../model/tool-call.ts';
import { namesOf } from '../model/whole-path.ts';
import type { OpenedCall } from '../reading/open-call.ts';
import { changeSteps, type FileStep, unreadableStep } from './change-steps.ts';
import { type NetFile, NetFileMaker } from './net-file.ts';

export interface ChangedFile extends NetFile {
  /** Its original path. */
  readonly path: string;
  /** Its current path, if it was moved. */
  readonly movedTo: string | undefined;
  /** The calls that changed it, by number, in order. */
  readonly calls: readonly number[];
}

/** When a call was done: with its result, else when it was requested. */
function doneAt({ bodies, endedAt, requestedAt }: ToolCall): { source: number; offset: number; at: number } {
  const { source, offset } = bodies.content ?? bodies.input;
  return { source, offset, at: endedAt ?? requestedAt ?? 0 };
}

/** Within a file the place decides, whatever clocks say; between files there is only the time. */
export function inOrder(calls: Iterable<ToolCall>): ToolCall[] {
  const queues = new Map<number, { call: ToolCall; offset: number; at: number }[]>();
  for (const call of calls) {
    const { source, offset, at } = doneAt(call);
    const queue = queues.get(source) ?? [];
    if (queue.length === 0) queues.set(source, queue);
    queue.push({ call, offset, at });
  }
  const open = [...queues.values()].map((queue) => queue.sort((a, b) => b.offset - a.offset));
  const made: ToolCall[] = [];
  for (;;) {
    let first: (typeof open)[number] | undefined;
    for (const queue of open) {
      const next = queue.at(-1);
      if (next !== undefined && next.at < (first?.at(-1)?.at ?? Number.POSITIVE_INFINITY)) first = queue;
    }
    const next = first?.pop();
    if (next === undefined) return made;
    made.push(next.call);
  }
}

class ChangedFiles {
  readonly #maker = new NetFileMaker();
  readonly #calls: number[] = [];
  readonly path: string;
  now: string;

  constructor(path: string) {
    this.path = path;
    this.now = path;
  }

  add(step: FileStep): void {
    this.#calls.push(step.call);
    this.#maker.add(step);
  }

  remove(call: number): void {
    if (this.#maker.remove(call)) this.#calls.push(call);
  }

  made(): ChangedFile {
    const movedTo = this.now === this.path ? undefined : this.now;
    return { ...this.#maker.made(), path: this.path, movedTo, calls: [...new Set(this.#calls)] };
  }
}

/** Files as they are changed, call by call. */
export class SessionChanges {
  readonly #project: string | null;
  readonly #books: ChangedFiles[] = [];
  /** By current path. */
  readonly #byName = new Map<string, ChangedFiles>();

  /** `project`: the base folder of relative paths. */
  constructor(project: string | null) {
    this.#project = project;
  }

  /** The next call that changes files. `opened` is undefined when its log is gone. */
  add(call: ToolCall, opened: OpenedCall | undefined, number: number): void {
    if (opened === undefined) {
      if (call.status === 'ok' && call.facts.path !== undefined) this.#step(unreadableStep(call.facts.path, number));
      return;
    }
    for (const step of changeSteps(call, opened, number)) this.#step(step);
  }

  /** A command that removed files. Of those that no call changed there is nothing to tell. */
  remove(isRemoved: (path: string) => boolean, number: number): void {
    for (const [name, book] of this.#byName) if (isRemoved(name)) book.remove(number);
  }

  /** In the order they were first changed. */
  made(): ChangedFile[] {
    return this.#books.map((book) => book.made());
  }

  #step(step: FileStep): void {
    const [name = step.path, movedTo] = namesOf(step, this.#project);
    const book = this.#byName.get(name) ?? this.#open(name);
    book.add(step);
    if (movedTo === undefined || movedTo === name || !step.isCertain) return;
    this.#byName.delete(name);
    this.#byName.set(movedTo, book);
    book.now = movedTo;
  }

  #open(name: string): ChangedFiles {
    const book = new ChangedFiles(name);
    this.#books.push(book);
    this.#byName.set(name, book);
    return book;
  }
}
