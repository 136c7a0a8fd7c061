// What is known about background work, by task id and by call id: who started it, who looked at it, and its ends.

import type { TaskReference } from '../model/interpretation.ts';
import { compareRefs } from '../model/source.ts';
import type { EndFact, RequestFact, ResultFact } from './facts.ts';

function push<Key, Item>(table: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = table.get(key);
  if (items === undefined) table.set(key, [item]);
  else items.push(item);
}

/**
 * An end of an earlier run under the same id: if both are dated and in one file, clock and place must agree. Clocks are set back,
 * and lines are not always in order of time.
 */
function isBefore(end: EndFact, request: RequestFact): boolean {
  const isDated = end.at !== null && request.at !== null;
  const isPlaced = end.ref.source === request.ref.source;
  if (isDated && end.at >= request.at) return false;
  if (isPlaced && compareRefs(end.ref, request.ref) >= 0) return false;
  return isDated || isPlaced;
}

function isLater(a: EndFact, b: EndFact): boolean {
  if (a.at !== null && b.at !== null && a.at !== b.at) return a.at > b.at;
  return compareRefs(a.ref, b.ref) > 0;
}

/** Plain data, for a restart. */
export interface TaskState {
  readonly endsByCall: Map<string, EndFact[]>;
  readonly endsByTask: Map<string, EndFact[]>;
  readonly startedBy: Map<string, Set<string>>;
  readonly visits: Map<string, Map<string, EndFact | null>>;
}

export class TaskTracker {
  readonly #endsByCall: TaskState['endsByCall'];
  readonly #endsByTask: TaskState['endsByTask'];
  readonly #startedBy: TaskState['startedBy'];
  readonly #visits: TaskState['visits'];

  constructor(state?: TaskState) {
    this.#endsByCall = state?.endsByCall ?? new Map();
    this.#endsByTask = state?.endsByTask ?? new Map();
    this.#startedBy = state?.startedBy ?? new Map();
    this.#visits = state?.visits ?? new Map();
  }

  save(): TaskState {
    return {
      endsByCall: this.#endsByCall,
      endsByTask: this.#endsByTask,
      startedBy: this.#startedBy,
      visits: this.#visits,
    };
  }

  /** Notes an end from the log; returns the ids of the calls it may belong to. */
  end(end: EndFact): readonly string[] {
    // An event is not an end, and a notice with an unknown word for the end does not say how it came out.
    if (end.via === 'event' || (end.status === 'unknown' && end.exitCode === null)) return [];
    if (end.callId !== null) push(this.#endsByCall, end.callId, end);
    if (end.taskId !== null) push(this.#endsByTask, end.taskId, end);
    return [...(end.callId === null ? [] : [end.callId]), ...this.#starters(end.taskId)];
  }

  start(taskId: string, callId: string): void {
    const starters = this.#startedBy.get(taskId);
    if (starters === undefined) this.#startedBy.set(taskId, new Set([callId]));
    else starters.add(callId);
  }

  /** Notes that a call looked at, wrote to, or ended a task; returns the calls that this affects. */
  visit(callId: string, task: TaskReference, result: ResultFact | null): readonly string[] {
    const visits = this.#visits.get(task.taskId) ?? new Map<string, EndFact | null>();
    const learned =
      result === null || task.state === null || task.state === 'running' ? null : endByVisit(task, task.state, result);
    const known = visits.get(callId);
    if (known !== undefined && (known === null) === (learned === null)) return [];
    visits.set(callId, learned);
    this.#visits.set(task.taskId, visits);
    return this.#starters(task.taskId);
  }

  visitorsOf(taskId: string): readonly string[] {
    return [...(this.#visits.get(taskId)?.keys() ?? [])];
  }

  /**
   * The first end after the work was started; a task can be resumed and end again, which is not this call's end. Several records
   * report one end, and each may know a part of it.
   */
  endOf(callId: string, request: RequestFact, taskId: string | null): EndFact | null {
    const own = this.#endsByCall.get(callId);
    if (own === undefined && taskId === null) return null;
    const candidates = [
      ...(own ?? []),
      ...(taskId === null ? [] : [...(this.#endsByTask.get(taskId) ?? []), ...this.#learnedBy(taskId)]),
    ].filter((end) => !isBefore(end, request));
    if (candidates.length === 0) return null;
    const best = candidates.reduce((a, b) => (isLater(a, b) ? b : a));
    const { ref, at, thread, callId: named, taskId: task, status, via } = best;
    return {
      ref,
      at,
      thread,
      callId: named,
      taskId: task,
      status,
      exitCode: best.exitCode ?? candidates.find(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
      message: best.message ?? candidates.find(({ message }) => message !== null)?.message ?? null,
      reportedMs: best.reportedMs ?? candidates.find(({ reportedMs }) => reportedMs !== null)?.reportedMs ?? null,
      used: best.used ?? candidates.find(({ used }) => used !== undefined)?.used,
      via,
      said: best.said ?? candidates.find(({ said }) => said !== undefined)?.said,
    };
  }

  #learnedBy(taskId: string): EndFact[] {
    return [...(this.#visits.get(taskId)?.values() ?? [])].filter((end) => end !== null);
  }

  #starters(taskId: string | null): readonly string[] {
    return taskId === null ? [] : [...(this.#startedBy.get(taskId) ?? [])];
  }
}

function endByVisit(task: TaskReference, state: EndFact['status'], { ref, at, thread }: ResultFact): EndFact {
  return {
    ref,
    at,
    thread,
    callId: null,
    taskId: task.taskId,
    status: state,
    exitCode: task.exitCode,
    message: null,
    reportedMs: null,
    via: task.role === 'kill' ? 'kill' : 'poll',
    said: task.said,
  };
}
